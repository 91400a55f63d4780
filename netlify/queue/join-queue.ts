import type { SignupRequest } from '../../src/waitlist/shared/contract.ts';
import { isFormKey } from './form-key.ts';
import { JOIN_QUEUE } from './join-queue.lua.ts';
import { dayOf, KEYS } from './keys.ts';
import { luaScript, type ScriptRedis } from './lua-script.ts';
import { PRETEND_TO_JOIN } from './pretend-to-join.lua.ts';
import { formatRecord } from './record.ts';
import { Unavailable } from './redis.ts';
import { friendsOf, randomEnd, randomToken } from './referral-code.ts';
import type { Settings } from './settings.ts';

export interface Attempt extends Settings {
  signup: SignupRequest;
  /** The same for every retry of one signup: 16 to 64 letters, digits, `-` or `_`, or a form key. */
  idempotencyKey: string;
  /** Who is counted for the limit: an address. */
  caller: string;
}

type Told = { referralCode: string; statusToken: string | undefined };

export type JoinResult =
  | ({ outcome: 'joined'; position: number } & Told)
  | ({ outcome: 'admitted'; admitted: true; friendsJoined: number } & Told)
  | { outcome: 'limited'; retryAfterSeconds: number }
  | { outcome: 'registered' }
  | { outcome: 'full' };

/** As long as the longest window of a limit; after that a program may be told something new. */
const TRAPPED_SECONDS = 86_400;

const joinScript = luaScript(JOIN_QUEUE);
const pretendScript = luaScript(PRETEND_TO_JOIN);

/**
 * Puts one member in line and moves her inviter up, in one request to Redis. A retry with the same
 * key answers with her position of now, or that she was let in, and with her token if it is her own
 * key; one without consent takes hers away then. Throws when Redis fails.
 */
export async function joinQueue(redis: ScriptRedis, attempt: Attempt): Promise<JoinResult> {
  const { signup, idempotencyKey: key, caller, limit, windowSeconds } = attempt;
  const { firstName, lastName, phone, referralCode, consent, source } = signup;
  const { queue, members, phones, joined, days, attempts, admitted } = KEYS;
  const joinedAt = Date.now();
  const token = randomToken();
  const reply = await joinScript(
    redis,
    [queue, members, phones, joined, days, attempts(caller), admitted],
    [
      phone,
      key,
      formatRecord({ phone, firstName, lastName, joinedAt, key, token, consent, source }),
      randomEnd(),
      referralCode ?? '',
      limit,
      windowSeconds,
      dayOf(joinedAt),
      isFormKey(key) ? 1 : 0,
      token,
      source ?? '',
    ],
  );
  return readReply(reply);
}

/** What a program is told that filled in the honeypot: all that joinQueue says, and nobody joins. */
export async function pretendToJoin(redis: ScriptRedis, attempt: Attempt): Promise<JoinResult> {
  const { signup, idempotencyKey: key, caller, limit, windowSeconds } = attempt;
  const { queue, phones, joined, attempts, trapped } = KEYS;
  const isDerived = isFormKey(key) ? 1 : 0;
  const told = [randomEnd(), randomToken()];
  const reply = await pretendScript(
    redis,
    [queue, phones, joined, attempts(caller), trapped(signup.phone)],
    [signup.phone, key, ...told, limit, windowSeconds, isDerived, TRAPPED_SECONDS],
  );
  return readReply(reply);
}

function readReply(reply: unknown): JoinResult {
  const [outcome, first, second, token] = Array.isArray(reply) ? reply : [];
  const told = { referralCode: String(first), statusToken: token || undefined };
  if (outcome === 'joined' && typeof first === 'string' && Number.isInteger(second)) {
    return { outcome, position: second, ...told };
  }
  if (outcome === 'admitted' && typeof first === 'string') {
    return { outcome, admitted: true, friendsJoined: friendsOf(first, Number(second)), ...told };
  }
  if (outcome === 'limited' && Number.isInteger(first)) {
    return { outcome, retryAfterSeconds: first };
  }
  if (outcome === 'registered' || outcome === 'full') return { outcome };
  throw new Unavailable('Redis answered something that is no reply of the script');
}
