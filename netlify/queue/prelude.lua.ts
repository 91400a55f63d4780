import { POSITIONS_PER_REFERRAL } from '../../src/waitlist/shared/referral.ts';
import { SCRIPT_KEYS } from './keys.ts';

/** What every script of a waitlist begins with: its keys by name, and what several scripts do. */
export const PRELUDE = `
local ${SCRIPT_KEYS.join(', ')}, counter = unpack(KEYS)

-- The record of a code as a table, which is empty where there is none or it is no JSON object.
local function readRecord(code)
  local isJson, record = pcall(cjson.decode, redis.call('HGET', members, code) or '')
  return isJson and type(record) == 'table' and record or {}
end

local function writeRecord(code, record)
  redis.call('HSET', members, code, cjson.encode(record))
end

-- Moves the member with this code, waiting or admitted, up by ${POSITIONS_PER_REFERRAL} for each referral, or down for
-- a negative number. False where no member has the code. XX, since ZINCRBY would put a code
-- without a record at the top.
local function credit(code, referrals)
  local change = -${POSITIONS_PER_REFERRAL} * referrals
  return redis.call('ZADD', queue, 'XX', 'INCR', change, code)
    or redis.call('ZADD', admitted, 'XX', 'INCR', change, code)
end

local function leaveWave(wave, count)
  if redis.call('HINCRBY', waves, wave, -count) <= 0 then redis.call('HDEL', waves, wave) end
end
`;

/** What a limited script has besides: its counter is the last of KEYS, its limit the last two of ARGV. */
export const LIMIT = `
-- Counts one request. Within the limit, or if it is 0, it returns nil, otherwise the reply to a client who has
-- to wait: the seconds until the window ends, at least 1.
local function refuseAboveLimit()
  local limit, window = tonumber(ARGV[#ARGV - 1]), tonumber(ARGV[#ARGV])
  if limit == 0 then return nil end
  -- One command for the first request of a window: most visitors send only one.
  if redis.call('SET', counter, 1, 'NX', 'EX', window) then return nil end
  if redis.call('INCR', counter) <= limit then return nil end
  local seconds = redis.call('TTL', counter)
  -- An operator removed the expiry: nobody may have to wait for ever.
  if seconds < 0 then redis.call('EXPIRE', counter, window) end
  -- TTL rounds the last half second down to 0, which would say: at once.
  return {'rate_limited', seconds < 0 and window or math.max(1, seconds)}
end
`;

/** How a limited script begins that does not count by itself. */
export const COUNT_FIRST = `
local refusal = refuseAboveLimit()
if refusal then return refusal end
`;
