import { Redis } from 'ioredis';
import { type Attempt, joinQueue } from '../../netlify/waitlist/queue.ts';
import { joinNumber } from '../../netlify/waitlist/referral-code.ts';
import { startTestRedis } from '../../tests/support/redis.ts';
import { newcomer } from './people.ts';
import { scriptsThrough } from './requests.ts';

/** So many signups are sent before the first of them is answered. */
const BATCH = 500;
const CODE_LENGTH = 15;

export type List = Awaited<ReturnType<typeof startList>>;

/**
 * A waitlist with room for `most` members, to be grown: each of them joins by joinQueue itself, two
 * in three through the link of somebody who is in line. Redis writes no file meanwhile.
 */
export async function startList({ most, random }: { most: number; random: () => number }) {
  const { host, port, client, stop } = await startTestRedis();
  await client.config('SET', 'appendonly', 'no');
  // As strings in an array, ten million codes would need 400 MB.
  const codes = Buffer.alloc(most * CODE_LENGTH);
  let members = 0;
  let sent = 0;

  function nextPerson(): Attempt {
    sent += 1;
    const at = Math.floor(random() * members) * CODE_LENGTH;
    const isInvited = members > 0 && random() < 2 / 3;
    return newcomer(sent, isInvited ? codes.toString('latin1', at, at + CODE_LENGTH) : undefined);
  }

  async function join(connection: Redis, attempt: Attempt): Promise<void> {
    const redis = scriptsThrough((command, ...args) => connection.call(command, ...args));
    const result = await joinQueue(redis, attempt);
    if (result.outcome !== 'joined') throw new Error(`Expected to join, but: ${result.outcome}.`);
    const number = joinNumber(result.referralCode);
    codes.write(result.referralCode, (number - 1) * CODE_LENGTH, 'latin1');
    members = number;
  }

  /** As many more, in pipelines, with the limit of an address or without. */
  async function joinMany(count: number, limit: number): Promise<void> {
    // Closed again, because the buffers of a connection count as memory of Redis.
    const connection = new Redis({ host, port, enableAutoPipelining: true });
    const end = sent + count;
    const lane = async () => {
      while (sent < end) {
        const length = Math.min(BATCH, members + 10, end - sent);
        const batch = Array.from({ length }, () => ({ ...nextPerson(), limit }));
        await Promise.all(batch.map((attempt) => join(connection, attempt)));
      }
    };
    // Two, so that one prepares its batch while Redis works on that of the other.
    await Promise.all([lane(), lane()]);
    await connection.quit();
  }

  return {
    client,
    stop,
    size: () => members,
    nextPerson,
    join: (attempt: Attempt) => join(client, attempt),
    joinMany,
    grow: (to: number) => joinMany(Math.max(0, to - members), 0),
    async empty() {
      await client.flushall();
      members = sent = 0;
    },
  };
}
