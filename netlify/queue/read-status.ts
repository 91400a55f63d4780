import type { StatusKey } from '../../src/waitlist/shared/status-link.ts';
import { KEYS } from './keys.ts';
import { luaScript, type ScriptRedis } from './lua-script.ts';
import { READ_STATUS } from './read-status.lua.ts';
import { Unavailable } from './redis.ts';
import { friendsOf } from './referral-code.ts';
import type { Settings } from './settings.ts';

/** What somebody asks for who says that a spot is hers. */
export interface StatusRequest extends Settings, StatusKey {
  /** Who is counted for the limit: an address. */
  caller: string;
}

/** Why she is told nothing: 'unknown' for a wrong token as for a code that nobody has. */
export type NoStatus = { outcome: 'limited'; retryAfterSeconds: number } | { outcome: 'unknown' };

export type StatusResult =
  | { outcome: 'found'; position: number; friendsJoined: number }
  | { outcome: 'admitted'; admitted: true; friendsJoined: number }
  | NoStatus;

const statusScript = luaScript(READ_STATUS);

/**
 * Her position at this moment, or that she was let in, in one request to Redis. How many friends
 * joined through her is kept nowhere: code and score tell. Throws when Redis fails.
 */
export async function readStatus(
  redis: ScriptRedis,
  { referralCode, statusToken, caller, limit, windowSeconds }: StatusRequest,
): Promise<StatusResult> {
  const keys = [KEYS.queue, KEYS.members, KEYS.admitted, KEYS.statusRequests(caller)];
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

/** Reads the replies that the scripts for her own spot have in common; throws for any other. */
export function readNoStatus(reply: unknown): NoStatus {
  const [outcome, seconds] = Array.isArray(reply) ? reply : [];
  if (outcome === 'limited' && Number.isInteger(seconds)) {
    return { outcome, retryAfterSeconds: seconds };
  }
  if (outcome === 'unknown') return { outcome };
  throw new Unavailable('Redis answered something that is no reply of the script');
}
