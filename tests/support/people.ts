import type { Redis } from 'ioredis';
import { dayOf, KEYS } from '../../netlify/queue/queue.ts';
import { formatRecord, type Member } from '../../netlify/queue/record.ts';
import { codePrefix } from '../../netlify/queue/referral-code.ts';
import { randomFrom } from './random.ts';

/** Names that a spreadsheet, a terminal or a careless program trips over. */
export const AWKWARD_NAMES = [
  "=cmd|' /C calc'!A0",
  '+1-555',
  '-2+3',
  '@SUM(1,1)',
  '＝full',
  "'=quoted",
  "''@twice",
  "O'Brien",
  "'",
  'Ana "the\nhammer", Lee',
  'line\r\nend',
  'semi;colon\ttab',
  'مريم',
  '👩‍🔬',
  '\u001b[31mred',
  '{"a":1}',
];

const DAY_MS = 24 * 60 * 60 * 1000;

/** As records keep it. */
const wholeSecond = (milliseconds: number) => Math.floor(milliseconds / 1000) * 1000;
const BATCH = 1_000;

/** The phone of the person who was made as number `n`, from 1. */
export const phoneOf = (n: number) => String(2_000_000_000 + n);

/**
 * Fills an empty database with `count` made people who joined over the 40 days before `now`, in this
 * order: every third through somebody before her, every tenth with an awkward name, and with gaps in
 * the join numbers, as removals leave them. The same people for the same count and moment.
 */
export async function makePeople(redis: Redis, count: number, now = Date.now()): Promise<Member[]> {
  const random = randomFrom(count);
  const members: Member[] = [];
  const scores: number[] = [];
  const days = new Map<string, number>();
  let number = 0;
  for (let n = 1; n <= count; n += 1) {
    number += n % 500 === 0 ? 3 : 1;
    // Squared, so that a few bring many, as it is in life.
    const at = n % 3 === 0 ? Math.floor(random() ** 2 * (n - 1)) : -1;
    // Fewer at first, as it is in life.
    const joinedAt = wholeSecond(now - (1 - Math.sqrt(n / count)) * 40 * DAY_MS);
    if (at >= 0) scores[at] = (scores[at] ?? 0) - 5;
    members.push({
      phone: phoneOf(n),
      code: codePrefix(number) + endOf(random()),
      key: `the-key-of-person-${n}`,
      inviter: members[at]?.code,
      firstName: n % 10 === 0 ? (AWKWARD_NAMES[(n / 10) % AWKWARD_NAMES.length] ?? '') : `Ana${n}`,
      lastName: n % 7 === 0 ? 'Müller-Łoś' : 'Lee',
      joinedAt,
      consent: n % 5 === 0 ? undefined : '34b03603',
    });
    scores.push(number);
    const field = dayOf(joinedAt) + (at >= 0 ? ' invited' : '');
    days.set(field, (days.get(field) ?? 0) + 1);
  }
  for (let start = 0; start < count; start += BATCH) {
    const batch = members.slice(start, start + BATCH);
    const records = batch.flatMap((member) => [member.phone, formatRecord(member)]);
    await redis
      .pipeline()
      .hset(KEYS.members, ...records)
      .zadd(KEYS.queue, ...batch.flatMap(({ code }, i) => [scores[start + i] ?? 0, code]))
      .exec();
  }
  await redis.hset(KEYS.days, Object.fromEntries(days));
  await redis.set(KEYS.joined, number);
  return members;
}

/** Eight letters and digits, in no order. */
const endOf = (random: number) =>
  Math.floor(random * 36 ** 8)
    .toString(36)
    .padStart(8, 'Z');
