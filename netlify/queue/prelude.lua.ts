import { POSITIONS_PER_REFERRAL } from '../../src/waitlist/shared/referral.ts';
import { OUTBOX_KEYS, SCRIPT_KEYS } from './keys.ts';

const EVENTS = `
local eventTime, eventId = tonumber(table.remove(ARGV)), table.remove(ARGV)

-- Replaces a member's waiting events. The set is outbox, or outboxFailed if the first has failed for three days.
local function writeEvents(code, events, set, dueAt)
  redis.call('ZREM', outbox, code)
  redis.call('ZREM', outboxFailed, code)
  if #events == 0 then return redis.call('HDEL', outboxEvents, code) end
  redis.call('HSET', outboxEvents, code, cjson.encode(events))
  redis.call('ZADD', set, dueAt, code)
end

-- Adds an event about a member, at most one per script. It waits for earlier ones, but 'member.left' replaces them.
local function addEvent(eventType, code)
  local events = eventType ~= 'member.left' and readJson(outboxEvents, code) or {}
  local dueAt = events[1] and redis.call('ZSCORE', outbox, code) or eventTime
  local id = eventId .. '_' .. code
  events[#events + 1] = { id = id, type = eventType, time = eventTime, failures = 0 }
  writeEvents(code, events, outbox, dueAt)
end
`;

const prelude = (keys: readonly string[], events: string) => `
local ${keys.join(', ')}, counter = unpack(KEYS)

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
${events}
`;

/** The start of every script: its keys by name, and shared functions. */
export const PRELUDE = prelude(SCRIPT_KEYS, 'local addEvent = nil');

/** The same if webhooks are on. The last two ARGV are the start of event ids and the time in milliseconds. */
export const EVENTS_PRELUDE = prelude([...SCRIPT_KEYS, ...OUTBOX_KEYS], EVENTS);
