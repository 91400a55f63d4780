import { KEYS } from './keys.ts';
import { luaScript, type ScriptRedis } from './lua-script.ts';
import { READ_STATUS } from './read-status.lua.ts';
import { Unavailable } from './redis.ts';
import { friendsOf } from './referral-code.ts';
import type { Settings } from './settings.ts';

export interface StatusRequest extends Settings {
  /** A well-formed referral code. */
  code: string;
  /** Who is counted for the limit: an address. */
  caller: string;
}

export type StatusResult =
  | { outcome: 'found'; position: number; friendsJoined: number }
  | { outcome: 'limited'; retryAfterSeconds: number }
  | { outcome: 'unknown' };

const statusScript = luaScript(READ_STATUS);

/**
 * The position of a code at this moment, in one request to Redis. How many friends joined through it
 * is kept nowhere: code and score tell. Throws when Redis fails.
 */
export async function readStatus(
  redis: ScriptRedis,
  { code, caller, limit, windowSeconds }: StatusRequest,
): Promise<StatusResult> {
  const keys = [KEYS.queue, KEYS.statusRequests(caller)];
  const reply = await statusScript(redis, keys, [code, limit, windowSeconds]);
  const [outcome, first, score] = Array.isArray(reply) ? reply : [];
  if (outcome === 'found' && Number.isInteger(first)) {
    return { outcome, position: first, friendsJoined: friendsOf(code, Number(score)) };
  }
  if (outcome === 'limited' && Number.isInteger(first)) {
    return { outcome, retryAfterSeconds: first };
  }
  if (outcome === 'unknown') return { outcome };
  throw new Unavailable('Redis answered something that is no reply of the script');
}
