import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import {
  IDEMPOTENCY_HEADER,
  SIGNUP_PATH,
  type SignupResponse,
} from '../../../src/waitlist/shared/contract.ts';
import {
  emptyCrowd,
  isOutage,
  judge,
  newPerson,
  type Told,
  type Verdict,
} from '../faults/crowd.ts';
import type { Person, Reply } from '../faults/function.ts';
import type { Services } from './services.ts';

export interface Burst extends Verdict {
  /** How many were answered with which status at the first press; "none" for a connection that broke. */
  statuses: Record<string, number>;
  /** From the first press to the last byte of its answer, with the connection that it opens. */
  ms: number[];
  /** The places that people were told of. Where nobody was invited, all of them are different. */
  places: Set<number>;
}

const PATIENCE_MS = 60_000;

/**
 * So many people press in one moment, each on a new connection. `line` is everybody who is in line
 * already: two in three come through the link of one of them.
 */
export async function press(
  { site, redis }: Services,
  { people, line, random }: { people: number; line: Told[]; random: () => number },
): Promise<Burst> {
  const crowd = emptyCrowd();
  for (const told of line) crowd.told.set(told.person.phone, told);
  const statuses: Record<string, number> = {};
  const ms: number[] = [];
  const places = new Set<number>();
  const newcomers = Array.from({ length: people }, () => {
    const invited = random() < 2 / 3;
    return newPerson(invited ? line[Math.floor(random() * line.length)]?.code : undefined);
  });

  await Promise.all(
    newcomers.map(async (person) => {
      const started = performance.now();
      let reply = await send(site, person);
      ms.push(performance.now() - started);
      const status = reply?.status ?? 'none';
      statuses[status] = (statuses[status] ?? 0) + 1;
      // Told that we cannot be reached, she presses again.
      for (let press = 2; press < 20 && (!reply || isOutage(reply)); press += 1) {
        reply = await send(site, person);
      }
      if (reply?.body.success) {
        const told = { person, code: reply.body.referralCode };
        crowd.told.set(person.phone, told);
        line.push(told);
        places.add(reply.body.position);
      } else crowd.wrong.push(JSON.stringify(reply ?? 'no answer'));
    }),
  );
  return { ...(await judge(redis, crowd)), statuses, ms, places };
}

async function send(site: string, { key, ip: _, ...signup }: Person): Promise<Reply> {
  const outgoing = request(site + SIGNUP_PATH, {
    method: 'POST',
    agent: false,
    headers: { 'Content-Type': 'application/json', [IDEMPOTENCY_HEADER]: key },
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  outgoing.end(JSON.stringify(signup));
  try {
    const [incoming]: IncomingMessage[] = await once(outgoing, 'response');
    if (!incoming?.statusCode) return undefined;
    return { status: incoming.statusCode, body: (await json(incoming)) as SignupResponse };
  } catch {
    return undefined;
  }
}
