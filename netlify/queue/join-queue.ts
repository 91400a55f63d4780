import type { Result, SignupRequest, SignupSuccess } from '../../src/waitlist/shared/contract.ts';
import { JOIN_QUEUE } from './join-queue.lua.ts';
import { formatRecord } from './record.ts';
import { countReferrals, randomEnd, randomToken } from './referral-code.ts';
import { type LimitedWaitlist, type RefusalReply, toRefusal, waitlistScript } from './script.ts';

export interface Attempt {
  signup: SignupRequest;
  /** The same for every retry of one signup. A signup without a key never counts as a retry. */
  idempotencyKey?: string | undefined;
  /** Whether others may have the key, so that a retry must have the member's names, too. */
  isSharedKey?: boolean;
  /** Today's consent text, if the form has one. */
  currentConsent?: { version: string; text: string } | null;
  /** Milliseconds since 1970, like the next. */
  joinedAt?: number;
  /** If it isn't joinedAt. */
  consentAt?: number | undefined;
}

type JoinReply =
  | ['joined', referralCode: string, position: number, statusToken: string]
  | ['admitted', referralCode: string, score: number, statusToken: string]
  | RefusalReply;

const joinScript = waitlistScript<JoinReply, LimitedWaitlist>(JOIN_QUEUE);

/**
 * Adds a member to the queue and moves their referrer up, in one request to Redis. A retry with the same
 * key updates names and consent, and resolves with the current position, or that the member was admitted.
 * Throws Unavailable if Redis fails.
 */
export async function joinQueue(
  waitlist: LimitedWaitlist,
  attempt: Attempt,
): Promise<Result<SignupSuccess>> {
  const { idempotencyKey: key, isSharedKey, currentConsent, consentAt } = attempt;
  const { referralCode: referredBy, ...member } = attempt.signup;
  const { phone, consent = '' } = member;
  const { joinedAt = Date.now() } = attempt;
  const token = randomToken();
  const reply = await joinScript(waitlist, [
    formatRecord({ ...member, referredBy, joinedAt, consentAt, key, token }),
    ...[phone, token, referredBy ?? '', consent],
    currentConsent?.version === consent ? currentConsent.text : '',
    randomEnd(),
    isSharedKey ? 'same names' : '',
  ]);
  if (reply[0] === 'joined') {
    const [, referralCode, position, statusToken] = reply;
    return { ok: true, position, referralCode, statusToken };
  }
  if (reply[0] === 'admitted') {
    const [, referralCode, score, statusToken] = reply;
    const referralCount = countReferrals(referralCode, score);
    return { ok: true, admitted: true, referralCount, referralCode, statusToken };
  }
  return toRefusal(reply);
}
