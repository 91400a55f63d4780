import { POSITIONS_PER_REFERRAL } from '../../src/waitlist/shared/referral.ts';
import { SCRIPT_KEYS } from './keys.ts';

/**
 * The start of every script: its keys by name, and shared functions.
 *
 * ARGV  1, 2  the limit's requests and seconds, empty without a limit
 *       3, 4  start of event ids, time in milliseconds, both empty while webhooks are off
 *       5…    the script's own
 */
export const PRELUDE = `
local ${SCRIPT_KEYS.join(', ')}, counter = unpack(KEYS)
local FIRST_ARG = 5

-- A field's JSON, such as a record, as a table; empty if it's missing or isn't a JSON object or array.
local function readJson(hash, field)
  local isJson, value = pcall(cjson.decode, redis.call('HGET', hash, field) or '')
  return isJson and type(value) == 'table' and value or {}
end

local function writeRecord(code, record)
  redis.call('HSET', members, code, cjson.encode(record))
end

-- Moves a member up for each referral, or down if the number is negative. Returns false if nobody has the code.
-- XX, because ZINCRBY would add an unknown code to the queue.
local function credit(code, referrals)
  local change = -${POSITIONS_PER_REFERRAL} * referrals
  return redis.call('ZADD', queue, 'XX', 'INCR', change, code)
    or redis.call('ZADD', admitted, 'XX', 'INCR', change, code)
end

local function leaveWave(wave, count)
  if redis.call('HINCRBY', waves, wave, -count) <= 0 then redis.call('HDEL', waves, wave) end
end

-- Counts a function's request. Returns nil unless it's above the limit, otherwise the reply, with the seconds
-- until the window ends (at least 1). If call is redis.pcall, a full Redis refuses nobody.
local function refuseAboveLimit(call)
  if not counter then return nil end
  local limit, windowSeconds = tonumber(ARGV[1]), tonumber(ARGV[2])
  -- One command for the first request of a window: most visitors send only one.
  if call('SET', counter, 1, 'NX', 'EX', windowSeconds) then return nil end
  if redis.call('INCR', counter) <= limit then return nil end
  local seconds = redis.call('TTL', counter)
  -- If an operator removed the expiry, restore it, so that nobody has to wait forever.
  if seconds < 0 then redis.call('EXPIRE', counter, windowSeconds) end
  -- In the last half second TTL is 0.
  return {'rate_limited', seconds < 0 and windowSeconds or math.max(1, seconds)}
end

-- Stores what the receiver has yet to learn about a member: type -> {id, time, failures}, with 'tried' once it has
-- been handed out, and cause and failedAt once it has failed. It isn't posted again without a time.
local function writeNews(code, news, dueAt)
  redis.call('ZREM', outbox, code)
  if next(news) == nil then return redis.call('HDEL', outboxEvents, code) end
  redis.call('HSET', outboxEvents, code, cjson.encode(news))
  if dueAt then redis.call('ZADD', outbox, dueAt, code) end
end

-- While webhooks are on, adds an event, at most one per script and member. A type that already waits isn't added
-- again, unless the receiver may know it already. 'member.left' replaces all others.
local function addEvent(eventType, code)
  if ARGV[3] == '' then return end
  local news = eventType ~= 'member.left' and readJson(outboxEvents, code) or {}
  if not news[eventType] or news[eventType].tried then
    news[eventType] = { id = ARGV[3] .. '_' .. code, time = tonumber(ARGV[4]), failures = 0 }
  end
  writeNews(code, news, redis.call('ZSCORE', outbox, code) or ARGV[4])
end
`;

/** Follows the prelude, except in the scripts of a restore. */
export const REFUSE_DURING_RESTORE = `
local lastNumber = redis.call('GET', lastJoinNumber)
if lastNumber and not tonumber(lastNumber) then return {'unavailable', 'a restore is running or was cut off'} end
`;
