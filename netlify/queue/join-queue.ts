import type { SignupRequest } from '../../src/waitlist/shared/contract.ts';
import { JOIN_QUEUE } from './join-queue.lua.ts';
import type { RateLimits } from './rate-limits.ts';
import { formatRecord } from './record.ts';
import { countReferrals, randomEnd, randomToken } from './referral-code.ts';
import { RATE_LIMITED, type Waitlist, waitlistScript } from './waitlist-script.ts';

export interface Attempt extends Omit<RateLimits, 'statusLimit'> {
  signup: SignupRequest;
  /** The same for every retry of one signup. A signup without one is never taken for a retry. */
  idempotencyKey?: string | undefined;
  /** Whom the limit counts: an address. */
  rateLimitKey: string;
  /** The text beside the box today, if there is one. */
  currentConsent?: { version: string; text: string } | null;
  /** Milliseconds since 1970; now where it is left out. */
  joinedAt?: number;
}

const joinScript = waitlistScript(JOIN_QUEUE, {
  joined: { referralCode: 'string', position: 'integer', statusToken: 'string' },
  admitted: { referralCode: 'string', score: 'integer', statusToken: 'string' },
  phone_registered: {},
  list_full: {},
  ...RATE_LIMITED,
});

/**
 * Puts one member in line and moves the referrer up, in one request to Redis. A retry with the same key
 * is answered with the position of now, or that the member was admitted; names and consent of the retry
 * replace those of before. Throws when Redis fails.
 */
export async function joinQueue(waitlist: Waitlist, attempt: Attempt) {
  const { signup, rateLimitKey, currentConsent, attemptLimit, windowSeconds } = attempt;
  const { referralCode: referredBy, ...member } = signup;
  const { joinedAt = Date.now(), idempotencyKey: key } = attempt;
  const record = formatRecord({ ...member, referredBy, joinedAt, key, token: randomToken() });
  const text = currentConsent?.version === signup.consent ? currentConsent?.text : '';
  const args = [record, randomEnd(), text ?? '', attemptLimit, windowSeconds];
  const reply = await joinScript(waitlist, args, waitlist.keys.attempts(rateLimitKey));
  if (reply.outcome !== 'admitted') return reply;
  const { score, ...admitted } = reply;
  const referralCount = countReferrals(reply.referralCode, score);
  return { ...admitted, admitted: true as const, referralCount };
}

export type JoinResult = Awaited<ReturnType<typeof joinQueue>>;
