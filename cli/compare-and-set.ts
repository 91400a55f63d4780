import { KEYS } from '../netlify/queue/keys.ts';
import { luaScript, type ScriptRedis } from '../netlify/queue/lua-script.ts';
import { pagesOf } from './members.ts';

const AT_ONCE = 4;

const PLACES = ['queue', 'admitted', 'members', 'phones', 'waves', 'joined'] as const;

/** A field as it was seen and as it is due; null is nothing. `joined` has the field ''. */
export interface Change {
  where: (typeof PLACES)[number];
  field: string;
  seen: string | null;
  due: string | null;
}

/**
 * KEYS  those of PLACES
 * ARGV  for each group how many changes, then of each change: the number of its key, field, seen, due
 * Replies for each group 1, or 0 where a field is not as it was seen, and the group changed nothing.
 */
const script = luaScript(`
local function get(at, field)
  if at <= 2 then return redis.call('ZSCORE', KEYS[at], field) or '' end
  if at == 6 then return redis.call('GET', KEYS[at]) or '' end
  return redis.call('HGET', KEYS[at], field) or ''
end
local function set(at, field, due)
  if at == 6 then return redis.call('SET', KEYS[at], due) end
  if due == '' then return redis.call(at <= 2 and 'ZREM' or 'HDEL', KEYS[at], field) end
  if at <= 2 then return redis.call('ZADD', KEYS[at], due, field) end
  redis.call('HSET', KEYS[at], field, due)
end

local replies, i = {}, 1
while i <= #ARGV do
  local first, last = i + 1, i + 4 * tonumber(ARGV[i])
  local isAsSeen = 1
  for c = first, last, 4 do
    if get(tonumber(ARGV[c]), ARGV[c + 1]) ~= ARGV[c + 2] then isAsSeen = 0 end
  end
  for c = first, isAsSeen == 1 and last or 0, 4 do set(tonumber(ARGV[c]), ARGV[c + 1], ARGV[c + 3]) end
  replies[#replies + 1] = isAsSeen
  i = last + 1
end
return replies`);

/** Resolves with whether each group was made. Throws when Redis fails. */
export async function compareAndSet(redis: ScriptRedis, groups: Change[][]): Promise<boolean[]> {
  const keys = PLACES.map((where) => KEYS[where]);
  const replies: unknown[] = [];
  for (const steps of pagesOf([...pagesOf(groups)], AT_ONCE)) {
    const requests = steps.map((step) => script(redis, keys, step.flatMap(argumentsOf)));
    replies.push(...(await Promise.all(requests)).flat());
  }
  return replies.map((reply) => reply === 1);
}

function argumentsOf(changes: Change[]): (string | number)[] {
  const each = changes.map(({ where, field, seen, due }) => {
    return [PLACES.indexOf(where) + 1, field, seen ?? '', due ?? ''];
  });
  return [changes.length, ...each.flat()];
}
