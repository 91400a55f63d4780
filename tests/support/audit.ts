import { describe, inspectList } from '../../cli/indexes.ts';
import { KEYS } from '../../netlify/queue/keys.ts';
import { type Member, parseRecord } from '../../netlify/queue/record.ts';
import { friendsOf } from '../../netlify/queue/referral-code.ts';
import type { Waitlist } from './waitlist.ts';

/**
 * All members whose records can be read, how many friends the scores in the queue count, and what
 * `npm run waitlist -- verify` would report, with the keys that do not belong to the list.
 */
export async function audit({ redis, upstash }: Pick<Waitlist, 'redis' | 'upstash'>) {
  const { problems } = await inspectList(upstash);
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
    problems: [...problems.map(describe), ...others],
  };
}
