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
-- until the window ends (at least 1).
local function refuseAboveLimit()
  if not counter then return nil end
  local limit, windowSeconds = tonumber(ARGV[1]), tonumber(ARGV[2])
  -- One command for the first request of a window: most visitors send only one.
  if redis.call('SET', counter, 1, 'NX', 'EX', windowSeconds) then return nil end
  if redis.call('INCR', counter) <= limit then return nil end
  local seconds = redis.call('TTL', counter)
  -- If an operator removed the expiry, restore it, so that nobody has to wait forever.
  if seconds < 0 then redis.call('EXPIRE', counter, windowSeconds) end
  -- In the last half second TTL is 0.
  return {'rate_limited', seconds < 0 and windowSeconds or math.max(1, seconds)}
end

-- Adds an event about a member, at most one per script; nil while webhooks are off. A type that already waits
-- isn't added again, unless the receiver may know it already. 'member.left' replaces all others.
local addEvent = ARGV[3] ~= '' and function(eventType, code)
  local eventId, time = ARGV[3], tonumber(ARGV[4])
  local news = eventType ~= 'member.left' and readJson(outboxEvents, code) or {}
  news.events = news.events or {}
  local waiting = news.events[eventType]
  if not waiting or waiting.tried then
    news.events[eventType] = { id = eventId .. '_' .. code, time = time }
    redis.call('HSET', outboxEvents, code, cjson.encode(news))
  end
  redis.call('ZADD', outbox, 'NX', time, code)
end
`;

/** For scripts that settle events. A member whose events have no time isn't in `outbox`: they've failed for good. */
export const WRITE_NEWS = `
local function writeNews(code, news, dueAt)
  redis.call('ZREM', outbox, code)
  if not next(news.events or {}) then return redis.call('HDEL', outboxEvents, code) end
  redis.call('HSET', outboxEvents, code, cjson.encode(news))
  if dueAt then redis.call('ZADD', outbox, dueAt, code) end
end
`;

/** Follows the prelude, except in the scripts of a restore. */
export const REFUSE_DURING_RESTORE = `
local lastNumber = redis.call('GET', lastJoinNumber)
if lastNumber and not tonumber(lastNumber) then return {'unavailable', 'a restore is running or was cut off'} end
`;

/** For scripts that must not take an empty database for a list that a member has left. */
export const REFUSE_EMPTY_DATABASE = `
if not lastNumber then return {'unavailable', 'nobody has joined this list'} end
`;
