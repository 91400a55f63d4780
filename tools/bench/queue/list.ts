import { Redis } from 'ioredis';
import { type Attempt, joinQueue } from '../../../netlify/queue/queue.ts';
import { startTestRedis } from '../../../tests/support/redis.ts';
import { growTo } from './grow.ts';
import { openLedger } from './ledger.ts';
import { newcomer } from './people.ts';
import { scriptsThrough } from './requests.ts';

export type List = Awaited<ReturnType<typeof startList>>;

/**
 * A waitlist with room for `most` members, two in three of them invited by somebody who is in line.
 * Redis writes no file meanwhile.
 */
export async function startList({ most, random }: { most: number; random: () => number }) {
  const { path, client, stop } = await startTestRedis();
  await client.config('SET', 'appendonly', 'no');
  const ledger = openLedger(most);
  let come = 0;

  function nextPerson(): Attempt {
    come += 1;
    const isInvited = ledger.size() > 0 && random() < 2 / 3;
    const inviter = 1 + Math.floor(random() * ledger.size());
    return newcomer(come, isInvited ? ledger.codeOf(inviter) : undefined);
  }

  async function join(connection: Redis, attempt: Attempt): Promise<void> {
    const redis = scriptsThrough((command, ...args) => connection.call(command, ...args));
    const result = await joinQueue(redis, attempt);
    if (result.outcome !== 'joined') throw new Error(`Expected to join, but: ${result.outcome}.`);
    ledger.add(result.referralCode, attempt.signup.referralCode);
  }

  return {
    client,
    stop,
    size: ledger.size,
    nextPerson,
    join: (attempt: Attempt) => join(client, attempt),
    /** So many newcomers by joinQueue, in one pipeline. */
    async joinAtOnce(count: number): Promise<void> {
      const connection = new Redis({ path, enableAutoPipelining: true });
      const attempts = Array.from({ length: count }, nextPerson);
      await Promise.all(attempts.map((attempt) => join(connection, attempt)));
      await connection.quit();
    },
    grow: (to: number) => growTo({ path, ledger, nextPerson, to }),
    async empty(): Promise<void> {
      await client.flushall();
      ledger.clear();
      come = 0;
    },
  };
}
