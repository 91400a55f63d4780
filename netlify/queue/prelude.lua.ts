import { POSITIONS_PER_REFERRAL } from '../../src/waitlist/shared/referral.ts';
import { SCRIPT_KEYS } from './keys.ts';

/** The start of every script: its keys by name, and shared functions. */
export const PRELUDE = `
local ${SCRIPT_KEYS.join(', ')}, counter = unpack(KEYS)

-- A member's record as a table; empty if it's missing or isn't a JSON object.
local function readRecord(code)
  local isJson, record = pcall(cjson.decode, redis.call('HGET', members, code) or '')
  return isJson and type(record) == 'table' and record or {}
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
-- until the window ends (at least 1). The last two ARGV are the limit and the window's seconds.
local function refuseAboveLimit()
  if not counter then return nil end
  local limit, window = tonumber(ARGV[#ARGV - 1]), tonumber(ARGV[#ARGV])
  -- One command for the first request of a window: most visitors send only one.
  if redis.call('SET', counter, 1, 'NX', 'EX', window) then return nil end
  if redis.call('INCR', counter) <= limit then return nil end
  local seconds = redis.call('TTL', counter)
  -- If an operator removed the expiry, restore it, so that nobody has to wait forever.
  if seconds < 0 then redis.call('EXPIRE', counter, window) end
  -- In the last half second TTL is 0.
  return {'rate_limited', seconds < 0 and window or math.max(1, seconds)}
end
`;
