import type { Result, SignupRequest, SignupSuccess } from '../../src/waitlist/shared/contract.ts';
import { JOIN_QUEUE } from './join-queue.lua.ts';
import { formatRecord } from './record.ts';
import { countReferrals, randomEnd, randomToken } from './referral-code.ts';
import {
  type LimitedWaitlist,
  limitedScript,
  toRefusal,
  type Waitlist,
} from './waitlist-script.ts';

export interface Attempt {
  signup: SignupRequest;
  /** The same for every retry of one signup. A signup without one is never taken for a retry. */
  idempotencyKey?: string | undefined;
  /** The text beside the box today, if there is one. */
  currentConsent?: { version: string; text: string } | null;
  /** Milliseconds since 1970; now unless given. */
  joinedAt?: number;
}

const joinScript = limitedScript(
  JOIN_QUEUE,
  {
    joined: { referralCode: 'string', position: 'integer', statusToken: 'string' },
    admitted: { referralCode: 'string', score: 'integer', statusToken: 'string' },
    phone_registered: {},
    list_full: {},
  },
  { countsItself: true },
);

/**
 * Puts one member in line and moves the referrer up, in one request to Redis. A retry with the same key
 * is answered with the position of now, or that the member was admitted; names and consent of the retry
 * replace those of before. Throws Unavailable when Redis fails.
 */
export async function joinQueue(
  waitlist: Waitlist | LimitedWaitlist,
  { signup, idempotencyKey: key, currentConsent, joinedAt = Date.now() }: Attempt,
): Promise<Result<SignupSuccess>> {
  const { referralCode: referredBy, ...member } = signup;
  const record = formatRecord({ ...member, referredBy, joinedAt, key, token: randomToken() });
  const text = currentConsent?.version === signup.consent ? currentConsent?.text : '';
  const reply = await joinScript(waitlist, [record, randomEnd(), text ?? '']);
  if (reply.outcome !== 'joined' && reply.outcome !== 'admitted') return toRefusal(reply);
  const { referralCode, statusToken } = reply;
  if (reply.outcome === 'joined')
    return { ok: true, position: reply.position, referralCode, statusToken };
  const referralCount = countReferrals(referralCode, reply.score);
  return { ok: true, admitted: true, referralCount, referralCode, statusToken };
}
