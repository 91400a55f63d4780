import type { Redis } from 'ioredis';
import { formatRecord, type Member } from '../../netlify/queue/record.ts';
import { BASE_62, PREFIX_START } from '../../netlify/queue/referral-code.ts';
import { POSITIONS_PER_REFERRAL } from '../../src/waitlist/shared/links.ts';
import { KEYS } from './waitlist.ts';

/** Names that break a spreadsheet, a terminal or a careless program. */
const AWKWARD_NAMES = ["=cmd|' /C'!A0", "O'Brien", 'Ana "the\nhammer", Lee', '\u001b[31mred'];

const DAY_MS = 24 * 60 * 60 * 1000;
const NOW = Date.now();

/** The referral code for a join number. */
export function codeOf(number: number): string {
  const digits = [4, 3, 2, 1, 0].map((i) => Math.floor((PREFIX_START - number) / 62 ** i) % 62);
  return `${digits.map((digit) => BASE_62[digit]).join('')}4k2m7`;
}

/**
 * Empties the database and fills it with `count` members who joined over the last 40 days: every third
 * by referral, every tenth with an awkward name, and with gaps in the join numbers, as removals leave
 * them. Resolves with the members in the order in which they joined, the same ones for the same count.
 */
export async function fillWaitlist(redis: Redis, count: number) {
  const members: Member[] = [];
  const scores: number[] = [];
  let number = 0;
  for (let n = 1; n <= count; n += 1) {
    number += n % 500 === 0 ? 3 : 1;
    const scattered = ((n * 7_919) % 1_000) / 1_000;
    // Squared, so that a few referrers have many referrals.
    const referrer = n % 3 === 0 ? Math.floor(scattered ** 2 * (n - 1)) : -1;
    // Fewer at first, in whole seconds like the records.
    const joinedAt = Math.floor((NOW - (1 - Math.sqrt(n / count)) * 40 * DAY_MS) / 1000) * 1000;
    if (referrer >= 0) scores[referrer] = (scores[referrer] ?? 0) - POSITIONS_PER_REFERRAL;
    members.push({
      phone: String(2_000_000_000 + n),
      code: codeOf(number),
      key: `the-key-of-visitor-${n}`,
      token: `Token${String(n).padStart(5, '0')}`,
      referredBy: members[referrer]?.code,
      firstName: n % 10 === 0 ? (AWKWARD_NAMES[(n / 10) % AWKWARD_NAMES.length] ?? '') : `Ana${n}`,
      lastName: n % 7 === 0 ? 'Müller-Łoś' : 'Lee',
      joinedAt,
      // Every third agreed a day after joining.
      ...(n % 5 && { consent: '1a2b3c4d', consentAt: joinedAt + (n % 3 ? 0 : DAY_MS) }),
    });
    scores.push(number);
  }
  await redis
    .multi()
    .flushall()
    .hset(KEYS.members, ...members.flatMap((member) => [member.code, formatRecord(member)]))
    .hset(KEYS.phones, ...members.flatMap(({ phone, code }) => [phone, code]))
    .zadd(KEYS.queue, ...members.flatMap(({ code }, i) => [scores[i] ?? 0, code]))
    .hset(KEYS.consents, '1a2b3c4d', 'I agree to \u001btexts.')
    .set(KEYS.lastJoinNumber, number)
    .exec();
  return members;
}
