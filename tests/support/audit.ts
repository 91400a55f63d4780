import type { Redis } from 'ioredis';
import { KEYS } from '../../netlify/waitlist/queue.ts';
import { type Member, parseRecord } from '../../netlify/waitlist/record.ts';
import { friendsOf, joinNumber } from '../../netlify/waitlist/referral-code.ts';

export interface Audit {
  members: Map<string, Member>;
  /** Friends who were credited to somebody still in line: the sum of (join number - score) / 5. */
  credits: number;
  joined: number;
  /** Whatever is not as it must be; a sentence each. */
  problems: string[];
}

/**
 * Reads the whole waitlist in one transaction and checks everything that must always hold: a record
 * for each place and a place for each record, and each score is the join number less five for each
 * friend in the records.
 */
export async function audit(redis: Redis): Promise<Audit> {
  const problems = await strangeKeys(redis);
  const replies = await redis
    .multi()
    .zrange(KEYS.queue, 0, -1, 'WITHSCORES')
    .hgetall(KEYS.members)
    .get(KEYS.joined)
    .exec();
  const [queue, records, counter] = (replies ?? []).map(([, reply]) => reply);
  const scores = pairs(queue as string[]);
  const joined = Number(counter ?? 0);

  const members = new Map<string, Member>();
  const byCode = new Map<string, Member>();
  for (const [phone, record] of Object.entries(records as Record<string, string>)) {
    const member = parseRecord(phone, record);
    if (!member) {
      problems.push(`a record cannot be read: ${record}`);
      continue;
    }
    if (byCode.has(member.code)) problems.push(`two people have the code ${member.code}`);
    members.set(phone, member);
    byCode.set(member.code, member);
  }

  const friends = new Map<string, number>();
  for (const { code, inviter } of members.values()) {
    if (!inviter) continue;
    friends.set(inviter, (friends.get(inviter) ?? 0) + 1);
    if (joinNumber(inviter) >= joinNumber(code)) problems.push(`${code} joined before her inviter`);
  }
  for (const code of byCode.keys()) {
    if (!scores.has(code)) problems.push(`${code} has a record and no place in the queue`);
  }
  let credits = 0;
  const numbers = new Set<number>();
  for (const [code, score] of scores) {
    const number = joinNumber(code);
    if (!byCode.has(code)) problems.push(`${code} has a place in the queue and no record`);
    if (numbers.has(number)) problems.push(`two people joined as number ${number}`);
    if (number > joined) problems.push(`number ${number} joined, of ${joined}`);
    const due = number - 5 * (friends.get(code) ?? 0);
    if (score !== due) problems.push(`${code} has the score ${score} instead of ${due}`);
    numbers.add(number);
    credits += friendsOf(code, score);
  }
  return { members, credits, joined, problems };
}

function pairs(flat: string[]): Map<string, number> {
  const map = new Map<string, number>();
  for (let i = 0; i < flat.length; i += 2) map.set(flat[i] ?? '', Number(flat[i + 1]));
  return map;
}

/** Keys that are not ours, and counters of attempts that would stay for ever. */
async function strangeKeys(redis: Redis): Promise<string[]> {
  const ours: string[] = [KEYS.queue, KEYS.members, KEYS.joined, KEYS.days];
  const others = (await redis.keys('*')).filter((key) => !ours.includes(key));
  const pipeline = redis.pipeline();
  for (const key of others) pipeline.ttl(key);
  const seconds = (await pipeline.exec()) ?? [];
  return others.flatMap((key, i) => {
    const counters = [KEYS.attempts(''), KEYS.looks('')];
    if (!counters.some((counter) => key.startsWith(counter)))
      return [`the key ${key} is none of the waitlist's`];
    return seconds[i]?.[1] === -1 ? [`${key} never expires`] : [];
  });
}
