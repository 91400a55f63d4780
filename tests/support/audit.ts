import type { Redis } from 'ioredis';
import { inspect } from '../../cli/inspect.ts';
import { describe } from '../../cli/problems.ts';
import { KEYS } from '../../netlify/queue/queue.ts';
import type { Member } from '../../netlify/queue/record.ts';
import { friendsOf } from '../../netlify/queue/referral-code.ts';

export interface Audit {
  members: Map<string, Member>;
  /** Friends who were credited to somebody still in line: the sum of (join number - score) / 5. */
  credits: number;
  joined: number;
  /** Whatever is not as it must be; a sentence each. */
  problems: string[];
}

/**
 * Reads the whole waitlist in one transaction and checks everything that must always hold, by the
 * rules of `npm run waitlist -- verify`; besides, that no other key is in the database.
 */
export async function audit(redis: Redis): Promise<Audit> {
  const keys = await secondsToLive(redis);
  const replies = await redis
    .multi()
    .zrange(KEYS.queue, 0, -1, 'WITHSCORES')
    .hgetall(KEYS.members)
    .get(KEYS.joined)
    .hgetall(KEYS.days)
    .exec();
  const [queue, records, counter, counts] = (replies ?? []).map(([, reply]) => reply);
  const scores = pairs(queue as string[]);
  const joined = Number(counter ?? 0);
  const days = Object.entries(counts as Record<string, string>);
  const { members, problems } = inspect({
    records: new Map(Object.entries(records as Record<string, string>)),
    scores,
    joined,
    days: new Map(days.map(([day, count]) => [day, Number(count)])),
    keys,
  });
  let credits = 0;
  for (const [code, score] of scores) credits += friendsOf(code, score);
  return { members, credits, joined, problems: problems.map(describe) };
}

function pairs(flat: string[]): Map<string, number> {
  const map = new Map<string, number>();
  for (let i = 0; i < flat.length; i += 2) map.set(flat[i] ?? '', Number(flat[i + 1]));
  return map;
}

async function secondsToLive(redis: Redis): Promise<Map<string, number>> {
  const keys = await redis.keys('*');
  const pipeline = redis.pipeline();
  for (const key of keys) pipeline.ttl(key);
  const seconds = (await pipeline.exec()) ?? [];
  return new Map(keys.map((key, i) => [key, Number(seconds[i]?.[1])]));
}
