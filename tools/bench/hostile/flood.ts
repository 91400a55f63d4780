import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { KEYS } from '../../../netlify/queue/queue.ts';
import { audit } from '../../../tests/support/audit.ts';
import { newPerson } from '../faults/crowd.ts';
import { type Handler, pressOn } from '../faults/function.ts';

export interface Flood {
  addresses: number;
  /** The window that `handler` was deployed with. */
  windowSeconds: number;
  handler: Handler;
  redis: Redis;
}

/**
 * So many addresses ask for one phone that is in line. Tells how many keys that made, and how many
 * are left when the window is over; nobody looks at them in between, as looking would remove them.
 */
export async function flood({ addresses, windowSeconds, handler, redis }: Flood) {
  const press = pressOn(handler);
  const { phone } = newPerson();
  const key = 'the-key-of-whoever-is-in-line';
  await press({ ...newPerson(), phone, key });

  let sent = 0;
  let counted = 0;
  async function client() {
    while (sent < addresses) {
      sent += 1;
      const reply = await press({ ...newPerson(), phone });
      if (reply?.status !== 409) throw new Error(`expected a 409: ${JSON.stringify(reply)}`);
      if (sent % 100 === 0) counted = Math.max(counted, await redis.dbsize());
    }
  }
  await Promise.all(Array.from({ length: 32 }, client));
  const ended = performance.now();
  // Redis removes what has expired in the background, some at a time.
  const OURS = 4;
  const deadline = ended + (windowSeconds + 10) * 1000;
  while ((await redis.dbsize()) > OURS && performance.now() < deadline) await sleep(50);
  const seconds = (performance.now() - ended) / 1000;
  const left = (await redis.keys(KEYS.attempts('*'))).length;
  const { problems } = await audit(redis);
  return {
    counted: counted - OURS,
    left: Math.max(left, (await redis.dbsize()) - OURS),
    seconds,
    problems,
  };
}
