import { ERASE_MEMBER } from './erase-member.lua.ts';
import { KEYS } from './keys.ts';
import { luaScript, type ScriptRedis } from './lua-script.ts';
import { type NoStatus, readNoStatus, type StatusRequest } from './read-status.ts';

const eraseScript = luaScript(ERASE_MEMBER);

/**
 * Erases the member with a code, in one request to Redis, so that nothing is left in any key but the
 * code in the records of friends: for a visitor, who needs the token, or for an operator, where `asked`
 * is not given. Throws when Redis fails.
 */
export async function eraseMember(
  redis: ScriptRedis,
  code: string,
  asked?: StatusRequest,
): Promise<{ outcome: 'erased' } | NoStatus> {
  const { queue, admitted, members, phones, waves, statusRequests } = KEYS;
  const { statusToken = '', caller = '', limit = 0, windowSeconds = 0 } = asked ?? {};
  const keys = [queue, admitted, members, phones, waves, statusRequests(caller)];
  const reply = await eraseScript(redis, keys, [code, statusToken, limit, windowSeconds]);
  return Array.isArray(reply) && reply[0] === 'erased'
    ? { outcome: 'erased' }
    : readNoStatus(reply);
}
