import { Redis as Upstash } from '@upstash/redis';
import type { Redis } from 'ioredis';
import { inspectList } from '../../cli/indexes.ts';
import { KEYS } from '../../netlify/queue/keys.ts';
import { type Member, parseRecord } from '../../netlify/queue/record.ts';
import { friendsOf } from '../../netlify/queue/referral-code.ts';

/** The client that our programs use, on a connection without the REST API between. */
class DirectUpstash extends Upstash {
  constructor(redis: Redis) {
    super({
      async request({ path, body }): Promise<object> {
        const commands = (path ? body : [body]) as [string, ...string[]][];
        const lower = commands.map(([name, ...args]) => [name.toLowerCase(), ...args]);
        const replies = (await redis.multi(lower).exec()) ?? [];
        // A hash as the flat list that Redis sends.
        const flat = (result: unknown) =>
          Array.isArray(result) || Object(result) !== result
            ? result
            : Object.entries(Object(result)).flat();
        const answers = replies.map(([error, result]) => {
          return { result: flat(result), error: error?.message };
        });
        return path ? answers : (answers[0] ?? {});
      },
    } as ConstructorParameters<typeof Upstash>[0]);
    this.opts = { automaticDeserialization: false };
  }
}

/**
 * All members who can be read, how many friends the scores of those in line count, and whatever is
 * not as it must be, by `npm run waitlist -- verify`; besides, that no other key is in the database.
 */
export async function audit(redis: Redis) {
  const { differences, doubts } = await inspectList(new DirectUpstash(redis));
  const members = new Map<string, Member>();
  for (const [code, record] of Object.entries(await redis.hgetall(KEYS.members))) {
    const member = parseRecord(code, record);
    if (member) members.set(code, member);
  }
  const queue = await redis.zrange(KEYS.queue, 0, -1, 'WITHSCORES');
  const friends = queue.map((code, i) => (i % 2 ? 0 : friendsOf(code, Number(queue[i + 1]))));
  const others = (await redis.keys('*')).filter((key) => !key.startsWith('{waitlist}:'));
  return {
    members,
    credits: friends.reduce((sum, count) => sum + count, 0),
    problems: [
      ...differences.map(({ where, field, seen, due }) => `${where} ${field}: ${seen}, due ${due}`),
      ...doubts.map(({ says }) => says),
      ...others,
    ],
  };
}
