/**
 * The repairs of `verify --fix`, each a script of its own. The list may be in use, and what was read
 * may have changed since: so each looks again first, and does nothing where it finds something else.
 *
 * Every script replies 1 when it mended, 0 when it found something else.
 */

/**
 * KEYS[1] {waitlist}:joined
 * ARGV[1] the greatest join number
 */
export const RAISE_JOINED = `
local joined, greatest = tonumber(redis.call('GET', KEYS[1]) or 0), tonumber(ARGV[1])
if joined and joined >= greatest then return 0 end
redis.call('SET', KEYS[1], ARGV[1])
return 1
`;

/**
 * KEYS[1] {waitlist}:members
 * KEYS[2] {waitlist}:unreadable
 * ARGV[1] what the record stands under
 * ARGV[2] the record
 */
export const MOVE_ASIDE = `
local name, record = ARGV[1], ARGV[2]
if redis.call('HGET', KEYS[1], name) ~= record then return 0 end
-- Another one of the same name that was moved before is kept as well.
while redis.call('HSETNX', KEYS[2], name, record) == 0 do name = name .. '+' end
redis.call('HDEL', KEYS[1], ARGV[1])
return 1
`;

/**
 * A new number and code for the later one of two; her friends follow her.
 *
 * KEYS[1] {waitlist}:queue
 * KEYS[2] {waitlist}:members
 * KEYS[3] {waitlist}:joined
 * ARGV[1] her phone
 * ARGV[2] her record
 * ARGV[3] her old place in the queue where it is hers alone, else an empty string
 * ARGV[4] random end of her new code
 * ARGV[5] and on: the phone and the record of each friend who names her old code
 */
export const RENUMBER = `
local queue, members, joined = KEYS[1], KEYS[2], KEYS[3]
for i = 5, #ARGV, 2 do
  if redis.call('HGET', members, ARGV[i]) ~= ARGV[i + 1] then return 0 end
end
if redis.call('HGET', members, ARGV[1]) ~= ARGV[2] then return 0 end

local number = redis.call('INCR', joined)
local code = string.format('%07X', 268435456 - number) .. ARGV[4]
if ARGV[3] ~= '' then redis.call('ZREM', queue, ARGV[3]) end
redis.call('HSET', members, ARGV[1], code .. string.match(ARGV[2], '^%S+(.*)$'))
for i = 5, #ARGV, 2 do
  local head, tail = string.match(ARGV[i + 1], '^(%S+ %S+ )%S+(.*)$')
  redis.call('HSET', members, ARGV[i], head .. code .. tail)
end
redis.call('ZADD', queue, number - 5 * (#ARGV - 4) / 2, code)
return 1
`;

/**
 * KEYS[1] {waitlist}:members
 * ARGV[1] phone
 * ARGV[2] her record
 * ARGV[3] her new record
 */
export const REPLACE_RECORD = `
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
return 1
`;

/**
 * KEYS[1] {waitlist}:queue
 * KEYS[2] {waitlist}:members
 * ARGV[1] phone
 * ARGV[2] her record
 * ARGV[3] her code
 * ARGV[4] her score
 */
export const GIVE_PLACE = `
if redis.call('HGET', KEYS[2], ARGV[1]) ~= ARGV[2] then return 0 end
return redis.call('ZADD', KEYS[1], 'NX', ARGV[4], ARGV[3])
`;

/**
 * KEYS[1] {waitlist}:queue
 * ARGV[1] code
 * ARGV[2] the wrong score
 * ARGV[3] the right score; an empty string takes the code out of the queue
 */
export const SET_SCORE = `
local score = redis.call('ZSCORE', KEYS[1], ARGV[1])
if not score or tonumber(score) ~= tonumber(ARGV[2]) then return 0 end
if ARGV[3] == '' then return redis.call('ZREM', KEYS[1], ARGV[1]) end
redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1])
return 1
`;

/**
 * KEYS[1] {waitlist}:days
 * ARGV[1] the day, as 2026-11-21
 * ARGV[2] what its two counters come to
 * ARGV[3] how many more came alone
 * ARGV[4] how many more came through a friend
 */
export const RAISE_DAY = `
local day, invited = ARGV[1], ARGV[1] .. ' invited'
local count = (redis.call('HGET', KEYS[1], day) or 0) + (redis.call('HGET', KEYS[1], invited) or 0)
if count ~= tonumber(ARGV[2]) then return 0 end
if ARGV[3] ~= '0' then redis.call('HINCRBY', KEYS[1], day, ARGV[3]) end
if ARGV[4] ~= '0' then redis.call('HINCRBY', KEYS[1], invited, ARGV[4]) end
return 1
`;

/**
 * KEYS[1] a counter
 * ARGV[1] the seconds after which it ends
 */
export const LIMIT_COUNTER = `
if redis.call('TTL', KEYS[1]) ~= -1 then return 0 end
return redis.call('EXPIRE', KEYS[1], ARGV[1])
`;

/**
 * KEYS[1] {waitlist}:restoring        whose restore is under way
 * KEYS[2] the key to delete
 */
export const DROP_LEFTOVER = `
if redis.call('TTL', KEYS[1]) > 0 then return 0 end
return redis.call('UNLINK', KEYS[2])
`;
