import { createHash } from 'node:crypto';
import { RANDOM_LENGTH } from '../../src/waitlist/shared/referral.ts';
import { TOKEN_LENGTH } from '../../src/waitlist/shared/status-link.ts';
import type { Attempt, JoinResult } from './join-queue.ts';
import { KEYS } from './keys.ts';
import { luaScript, type ScriptRedis } from './lua-script.ts';
import { SECONDS_TO_WAIT } from './rate-limit.lua.ts';
import { Unavailable } from './redis.ts';

/**
 * Counts an attempt and reads how many wait. One script, so that it is one request to Redis, as a
 * signup is.
 *
 * KEYS[1] {waitlist}:queue
 * KEYS[2] {waitlist}:attempts:<ip>
 *
 * ARGV[1] attempts allowed in a window; 0 for no limit
 * ARGV[2] length of that window in seconds
 *
 * Replies: {'waiting', how many}
 *          {'rate_limited', seconds}   until the window ends
 */
const countScript = luaScript(`${SECONDS_TO_WAIT}
local wait = secondsToWait(KEYS[2], tonumber(ARGV[1]), tonumber(ARGV[2]))
if wait then return {'rate_limited', wait} end
return {'waiting', redis.call('ZCARD', KEYS[1])}
`);

/**
 * What a program gets that filled in the honeypot: what looks like a success, with the same code and
 * token each time for one phone. It stores nothing and never looks at phones, so that no answer tells
 * which phones are on the list. Throws when Redis fails.
 */
export async function pretendToJoin(redis: ScriptRedis, attempt: Attempt): Promise<JoinResult> {
  const { signup, caller, limit, windowSeconds } = attempt;
  const keys = [KEYS.queue, KEYS.attempts(caller)];
  const reply = await countScript(redis, keys, [limit, windowSeconds]);
  const [outcome, count] = Array.isArray(reply) ? reply : [];
  if (outcome === 'rate_limited') return { outcome, retryAfterSeconds: count };
  if (outcome !== 'waiting') {
    throw new Unavailable('Redis answered something that is no reply of the script');
  }
  return { outcome: 'honeypot', position: count + 1, ...madeUpFor(signup.phone) };
}

function madeUpFor(phone: string): { referralCode: string; statusToken: string } {
  const hash = createHash('sha512').update(phone).digest();
  const letters = hash.toString('base64').replace(/[^0-9A-Za-z]/g, '');
  // The codes of the first 65,536 members begin so.
  const start = `FFF${hash.toString('hex').slice(0, 4).toUpperCase()}`;
  return {
    referralCode: start + letters.slice(0, RANDOM_LENGTH),
    statusToken: letters.slice(RANDOM_LENGTH, RANDOM_LENGTH + TOKEN_LENGTH),
  };
}
