import { LEAVE_QUEUE, REMOVE_MEMBER } from './erase-member.lua.ts';
import { KEYS } from './keys.ts';
import { luaScript, type ScriptRedis } from './lua-script.ts';
import type { SpotRequest } from './read-status.ts';
import { Unavailable } from './redis.ts';

export type LeaveResult =
  | { outcome: 'erased' }
  | { outcome: 'limited'; retryAfterSeconds: number }
  | { outcome: 'unknown' };

const leaveScript = luaScript(LEAVE_QUEUE);
const removeScript = luaScript(REMOVE_MEMBER);

const { queue, members, phones, trapped, admitted, waves } = KEYS;
const erased = [queue, members, phones, trapped(''), admitted, waves];

/**
 * Erases whoever asks for it with her own token, in one request to Redis, so that nothing of her is
 * left in any key but her code in the records of her friends; 'unknown' for a wrong token as for a code
 * that nobody has. Throws when Redis fails.
 */
export async function leaveQueue(
  redis: ScriptRedis,
  { referralCode, statusToken, caller, limit, windowSeconds }: SpotRequest,
): Promise<LeaveResult> {
  const keys = [...erased, KEYS.statusRequests(caller)];
  return readReply(
    await leaveScript(redis, keys, [referralCode, statusToken, limit, windowSeconds]),
  );
}

/** As leaveQueue, for the lab: whoever has the code, without a token or a limit. */
export async function removeMember(redis: ScriptRedis, code: string): Promise<LeaveResult> {
  return readReply(await removeScript(redis, erased, [code]));
}

function readReply(reply: unknown): LeaveResult {
  const [outcome, seconds] = Array.isArray(reply) ? reply : [];
  if (outcome === 'erased' || outcome === 'unknown') return { outcome };
  if (outcome === 'limited' && Number.isInteger(seconds)) {
    return { outcome, retryAfterSeconds: seconds };
  }
  throw new Unavailable('Redis answered something that is no reply of the script');
}
