import type { StatusKey } from '../../src/waitlist/shared/status-link.ts';
import { KEYS } from './keys.ts';
import { luaScript, type ScriptRedis } from './lua-script.ts';
import { READ_STATUS } from './read-status.lua.ts';
import { Unavailable } from './redis.ts';
import { friendsOf } from './referral-code.ts';
import type { Settings } from './settings.ts';

/** A status link that was opened, by whom, and the limit that holds. */
export interface StatusRequest extends Settings, StatusKey {
  /** Whom the limit counts: an address. */
  caller: string;
}

/** Why nothing is told: 'unknown' for a wrong token as for a code that nobody has. */
export type NoStatus = { outcome: 'limited'; retryAfterSeconds: number } | { outcome: 'unknown' };

/** The error code of each of these in the contract. */
export const STATUS_ERROR = { limited: 'rate_limited', unknown: 'unknown_member' } as const;

export type StatusResult =
  | { outcome: 'found'; position: number; friendsJoined: number }
  | { outcome: 'admitted'; admitted: true; friendsJoined: number }
  | NoStatus;

const statusScript = luaScript(READ_STATUS);

/**
 * A member's position at this moment, or that the member was admitted, in one request to Redis. Code
 * and score tell how many friends joined. Throws when Redis fails.
 */
export async function readStatus(
  redis: ScriptRedis,
  { referralCode, statusToken, caller, limit, windowSeconds }: StatusRequest,
): Promise<StatusResult> {
  const keys = [KEYS.queue, KEYS.admitted, KEYS.members, KEYS.statusRequests(caller)];
  const args = [referralCode, statusToken, limit, windowSeconds];
  const reply = await statusScript(redis, keys, args);
  const [outcome, first, score] = Array.isArray(reply) ? reply : [];
  if (outcome === 'found' && Number.isInteger(first)) {
    return { outcome, position: first, friendsJoined: friendsOf(referralCode, Number(score)) };
  }
  if (outcome === 'admitted' && typeof first === 'string') {
    return { outcome, admitted: true, friendsJoined: friendsOf(referralCode, Number(first)) };
  }
  return readNoStatus(reply);
}

/** Reads the replies that the scripts behind a status link have in common; throws for any other. */
export function readNoStatus(reply: unknown): NoStatus {
  const [outcome, seconds] = Array.isArray(reply) ? reply : [];
  if (outcome === 'limited' && Number.isInteger(seconds)) {
    return { outcome, retryAfterSeconds: seconds };
  }
  if (outcome === 'unknown') return { outcome };
  throw new Unavailable('Redis answered something that is no reply of the script');
}
