import { FIND_SPOT } from './find-spot.lua.ts';
import { luaScript, type ScriptRedis } from './lua-script.ts';
import { KEYS } from './queue.ts';
import { Unavailable } from './redis.ts';
import { friendsOf } from './referral-code.ts';

export interface Look {
  /** A well-formed referral code. */
  code: string;
  /** Who is counted for the limit: an address. */
  caller: string;
  /** Looks per window and caller; 0 for no limit. */
  limit: number;
  windowSeconds: number;
}

export type LookResult =
  | { outcome: 'found'; position: number; friendsJoined: number; total: number }
  | { outcome: 'limited'; retryAfterSeconds: number }
  | { outcome: 'unknown' };

const spotScript = luaScript(FIND_SPOT);

/**
 * The place of a code at this moment, in one request to Redis. How many friends joined through it
 * is kept nowhere: code and score tell. Throws when Redis fails.
 */
export async function findSpot(redis: ScriptRedis, look: Look): Promise<LookResult> {
  const { code, caller, limit, windowSeconds } = look;
  const keys = [KEYS.queue, KEYS.looks(caller)];
  const reply = await spotScript(redis, keys, [code, limit, windowSeconds]);
  const [outcome, first, score, total] = Array.isArray(reply) ? reply : [];
  if (outcome === 'found' && Number.isInteger(first) && Number.isInteger(total)) {
    return { outcome, position: first, friendsJoined: friendsOf(code, Number(score)), total };
  }
  if (outcome === 'limited' && Number.isInteger(first)) {
    return { outcome, retryAfterSeconds: first };
  }
  if (outcome === 'unknown') return { outcome };
  throw new Unavailable('Redis answered something that is no reply of the script');
}
