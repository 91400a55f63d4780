import { HONEYPOT, type SignupRequest } from '../../src/waitlist/shared/contract.ts';
import { JOIN_QUEUE } from './join-queue.lua.ts';
import { KEYS } from './keys.ts';
import { luaScript, type ScriptRedis } from './lua-script.ts';
import { formatRecord } from './record.ts';
import { Unavailable } from './redis.ts';
import { friendsOf, randomEnd, randomToken } from './referral-code.ts';
import type { Settings } from './settings.ts';

export interface Attempt extends Settings {
  signup: SignupRequest;
  /** The same for every retry of one signup. A signup without one is never taken for a retry. */
  idempotencyKey?: string | undefined;
  /** Whom the limit counts: an address. */
  caller: string;
  /** The text beside the box today, if there is one. */
  consentText?: { version: string; text: string } | null;
  /** Milliseconds since 1970; now, unless given. */
  joinedAt?: number;
}

type Joined = { referralCode: string; statusToken: string };

export type JoinResult =
  | ({ outcome: 'joined' | 'honeypot'; position: number } & Joined)
  | ({ outcome: 'admitted'; admitted: true; friendsJoined: number } & Joined)
  | { outcome: 'rate_limited'; retryAfterSeconds: number }
  | { outcome: 'phone_registered' }
  | { outcome: 'list_full' };

const joinScript = luaScript(JOIN_QUEUE);

/**
 * Puts one member in line and moves the inviter up, in one request to Redis. A retry with the same key
 * is answered with the position of now, or that the member was admitted; a retry without consent takes
 * the consent away. Throws when Redis fails.
 */
export async function joinQueue(redis: ScriptRedis, attempt: Attempt): Promise<JoinResult> {
  const { signup, idempotencyKey: key, caller, consentText, limit, windowSeconds } = attempt;
  const { referralCode, consent = '', [HONEYPOT]: _, ...given } = signup;
  const { queue, admitted, members, phones, joined, consents, attempts } = KEYS;
  const joinedAt = attempt.joinedAt ?? Date.now();
  const member = { ...given, joinedAt, key, token: randomToken() };
  const reply = await joinScript(
    redis,
    [queue, admitted, members, phones, joined, consents, attempts(caller)],
    [
      signup.phone,
      key ?? '',
      formatRecord(member),
      randomEnd(),
      referralCode ?? '',
      consent,
      consentText?.version === consent ? consentText.text : '',
      limit,
      windowSeconds,
    ],
  );
  return readReply(reply);
}

function readReply(reply: unknown): JoinResult {
  const [outcome, first, second, statusToken] = Array.isArray(reply) ? reply : [];
  if (outcome === 'joined' && typeof first === 'string' && Number.isInteger(second)) {
    return { outcome, position: second, referralCode: first, statusToken };
  }
  if (outcome === 'admitted' && typeof first === 'string') {
    const friendsJoined = friendsOf(first, Number(second));
    return { outcome, admitted: true, friendsJoined, referralCode: first, statusToken };
  }
  if (outcome === 'rate_limited' && Number.isInteger(first)) {
    return { outcome, retryAfterSeconds: first };
  }
  if (outcome === 'phone_registered' || outcome === 'list_full') return { outcome };
  throw new Unavailable('Redis answered something that is no reply of the script');
}
