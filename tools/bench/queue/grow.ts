import { Redis } from 'ioredis';
import { type Attempt, dayOf, KEYS } from '../../../netlify/queue/queue.ts';
import { formatRecord } from '../../../netlify/queue/record.ts';
import { codePrefix, randomEnd } from '../../../netlify/queue/referral-code.ts';
import type { Ledger } from './ledger.ts';

/** So many members are written at once. */
const BATCH = 1_000;

interface Growth {
  path: string;
  ledger: Ledger;
  /** The next in line: whoever has the join number after the last one. */
  nextPerson: () => Attempt;
  to: number;
}

/**
 * Puts people in line without the script, through which ten million would take most of an hour: the
 * same keys, records and scores as it leaves, which `audit` confirms, written many at a time.
 */
export async function growTo({ path, ledger, nextPerson, to }: Growth): Promise<void> {
  // Of its own and closed again, because the buffers of a connection count as memory of Redis.
  const connection = new Redis({ path });
  let written: Promise<unknown> = Promise.resolve();
  while (ledger.size() < to) {
    const now = Date.now();
    const [places, records]: [(string | number)[], string[]] = [[], []];
    const length = Math.min(BATCH, to - ledger.size());
    let invited = 0;
    for (let i = 0; i < length; i += 1) {
      const { signup, idempotencyKey: key } = nextPerson();
      const { firstName, lastName, phone, referralCode: inviter, consent } = signup;
      const code = codePrefix(ledger.size() + 1) + randomEnd();
      const details = { firstName, lastName, joinedAt: now, consent };
      ledger.add(code, inviter);
      records.push(phone, formatRecord({ code, key, inviter, ...details }));
      places.push(ledger.scoreOf(code), code);
      if (!inviter) continue;
      places.push(ledger.scoreOf(inviter), inviter);
      invited += 1;
    }
    await written; // While Redis writes one batch, the next is made.
    written = connection
      .pipeline()
      .zadd(KEYS.queue, ...places)
      .hset(KEYS.members, ...records)
      .set(KEYS.joined, ledger.size())
      .hincrby(KEYS.days, dayOf(now), length - invited)
      .hincrby(KEYS.days, `${dayOf(now)} invited`, invited)
      .exec();
  }
  await written;
  await connection.quit();
}
