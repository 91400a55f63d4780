import { KEYS } from '../netlify/queue/keys.ts';
import { luaScript, type ScriptRedis } from '../netlify/queue/lua-script.ts';

/** What was seen of a field, and what it should be; null is nothing. */
export type Change = [
  where: (typeof PLACES)[number],
  field: string,
  seen: string | null,
  due: string | null,
];

/**
 * Sets some fields to what they should be. One script that looks first, since the list may be in use
 * and what was seen may have changed.
 *
 * KEYS  queue, admitted, members, phones, waves
 * ARGV  four for each field: the number of its key, the field, what was seen, what is due; '' is nothing
 *
 * Replies: 1, or 0 when one is not as it was seen, and nothing was changed
 */
const changeScript = luaScript(`
local function isSorted(key) return key == KEYS[1] or key == KEYS[2] end
local function get(key, field)
  return redis.call(isSorted(key) and 'ZSCORE' or 'HGET', key, field) or ''
end
local function set(key, field, value)
  if value == '' then return redis.call(isSorted(key) and 'ZREM' or 'HDEL', key, field) end
  if isSorted(key) then return redis.call('ZADD', key, value, field) end
  redis.call('HSET', key, field, value)
end

for i = 1, #ARGV, 4 do
  if get(KEYS[tonumber(ARGV[i])], ARGV[i + 1]) ~= ARGV[i + 2] then return 0 end
end
for i = 1, #ARGV, 4 do
  if ARGV[i + 2] ~= ARGV[i + 3] then set(KEYS[tonumber(ARGV[i])], ARGV[i + 1], ARGV[i + 3]) end
end
return 1`);

const PLACES = ['queue', 'admitted', 'members', 'phones', 'waves'] as const;

/** Makes some changes, if all they touch is as it was seen; whether it was. Throws when Redis fails. */
export async function change(redis: ScriptRedis, changes: Change[]): Promise<boolean> {
  const args = changes.flatMap(([where, field, seen, due]) => {
    return [PLACES.indexOf(where) + 1, field, seen ?? '', due ?? ''];
  });
  const keys = PLACES.map((where) => KEYS[where]);
  return (await changeScript(redis, keys, args)) === 1;
}
