import { createHash } from 'node:crypto';
import { RANDOM_LENGTH } from '../../src/waitlist/shared/referral.ts';
import { type StatusKey, TOKEN_LENGTH } from '../../src/waitlist/shared/status-link.ts';
import type { Attempt } from './join-queue.ts';
import { RATE_LIMITED, type Waitlist, waitlistScript } from './waitlist-script.ts';

/** Counts an attempt and reads how many wait, in one request to Redis, as a signup is. */
const countScript = waitlistScript(
  "return refuseAboveLimit(ARGV[1], ARGV[2]) or {'waiting', redis.call('ZCARD', queue)}",
  { waiting: { count: 'integer' }, ...RATE_LIMITED },
);

/**
 * What a program gets that filled in the honeypot: what looks like a success, with the same code and
 * token each time for one phone. It stores nothing and never looks at phones, so that no answer tells
 * which phones are on the list. Throws when Redis fails.
 */
export async function pretendToJoin(waitlist: Waitlist, attempt: Attempt) {
  const { signup, rateLimitKey, attemptLimit, windowSeconds } = attempt;
  const counter = waitlist.keys.attempts(rateLimitKey);
  const reply = await countScript(waitlist, [attemptLimit, windowSeconds], counter);
  if (reply.outcome !== 'waiting') return reply;
  const position = reply.count + 1;
  return { outcome: 'honeypot' as const, position, ...fakeStatusKey(signup.phone) };
}

function fakeStatusKey(phone: string): StatusKey {
  const hash = createHash('sha512').update(phone).digest();
  const letters = hash.toString('base64').replace(/[^0-9A-Za-z]/g, '');
  // The codes of the first 150,000 members begin so.
  const start = `Xp${letters.slice(30, 33)}`;
  return {
    referralCode: start + letters.slice(0, RANDOM_LENGTH),
    statusToken: letters.slice(RANDOM_LENGTH, RANDOM_LENGTH + TOKEN_LENGTH),
  };
}
