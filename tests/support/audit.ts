import type { Redis } from 'ioredis';
import {
  inspect,
  inspectKey,
  inspectPhone,
  type Problem,
  type Seen,
  startTally,
} from '../../cli/inspect.ts';
import { KEYS } from '../../netlify/queue/keys.ts';
import { type Member, parseRecord } from '../../netlify/queue/record.ts';
import { friendsOf } from '../../netlify/queue/referral-code.ts';

export interface Audit {
  /** Code -> member, of the records that can be read. */
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
    .hgetall(KEYS.phones)
    .get(KEYS.joined)
    .exec();
  const [queue, stored, index, counter] = (replies ?? []).map(([, reply]) => reply);
  const scores = new Map(pairs(queue as string[]));
  const records = new Map(Object.entries(stored as Record<string, string>));
  const phones = new Map(Object.entries(index as Record<string, string>));
  const joined = Number(counter ?? 0);

  const tally = startTally();
  const members = new Map<string, Member>();
  let credits = 0;
  const seen = [...new Set([...scores.keys(), ...records.keys()])].map((code): Seen => {
    const [record = null, score = null] = [records.get(code), scores.get(code)];
    const member = parseRecord(code, record ?? '');
    const owner = phones.get(member?.phone ?? '') ?? null;
    const other = owner && owner !== code && parseRecord(owner, records.get(owner) ?? '');
    return {
      code,
      record,
      score,
      member,
      owner,
      isShared: Boolean(other && other.phone === member?.phone),
    };
  });
  for (const each of seen) {
    const { code, score, member } = each;
    tally.count(each);
    if (member) members.set(code, member);
    if (score !== null) credits += friendsOf(code, Number(score));
  }
  const problems: Problem[] = [
    ...tally.problems(joined),
    ...seen.flatMap((each) => inspect(each, tally.credits.get(each.code))),
    ...[...phones].flatMap(([phone, code]) => inspectPhone(phone, code, records.get(code) ?? null)),
    ...[...keys].flatMap(([key, seconds]) => inspectKey(key, seconds)),
  ];
  return { members, credits, joined, problems: problems.map(({ says }) => says) };
}

function pairs(flat: string[]): [string, string][] {
  return flat.flatMap((code, i) => (i % 2 ? [] : [[code, flat[i + 1] ?? '']]));
}

async function secondsToLive(redis: Redis): Promise<Map<string, number>> {
  const keys = await redis.keys('*');
  const pipeline = redis.pipeline();
  for (const key of keys) pipeline.ttl(key);
  const seconds = (await pipeline.exec()) ?? [];
  return new Map(keys.map((key, i) => [key, Number(seconds[i]?.[1])]));
}
