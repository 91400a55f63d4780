/**
 * Settles the event that was posted, unless another delivery already has, then reads the next one that is
 * due, with what its body needs. One script, so that only the delivery with the lease posts events.
 *
 * ARGV  token of this delivery, milliseconds of its lease, now, when it stops (both in milliseconds since 1970)
 *       the posted event: code, id, 'done', 'retry' or 'failed', when to retry
 *
 * Replies: {'due', code, event as JSON, record, score, position}   null if the member has none
 *          {'none'}   nothing is due, it's time to stop, or another delivery has the lease
 */
export const NEXT_EVENT = `
local token, leaseMs, now, stopsAt, postedCode, postedId, outcome, dueAt = unpack(ARGV, FIRST_ARG)

-- Replaces a member's waiting events. The set is outbox, or outboxFailed if the first has failed for three days.
local function writeEvents(code, events, set)
  redis.call('ZREM', outbox, code)
  redis.call('ZREM', outboxFailed, code)
  if #events == 0 then return redis.call('HDEL', outboxEvents, code) end
  redis.call('HSET', outboxEvents, code, cjson.encode(events))
  redis.call('ZADD', set, dueAt, code)
end

local events = postedCode and readJson(outboxEvents, postedCode) or {}
if events[1] and events[1].id == postedId then
  if outcome == 'done' then
    table.remove(events, 1)
    dueAt = events[1] and events[1].time
  else
    events[1].failures = events[1].failures + 1
  end
  writeEvents(postedCode, events, outcome == 'failed' and outboxFailed or outbox)
end

local holder = redis.call('GET', outboxLease)
if holder and holder ~= token then return {'none'} end
local code = tonumber(now) < tonumber(stopsAt) and redis.call('ZRANGEBYSCORE', outbox, 0, now, 'LIMIT', 0, 1)[1]
local event = code and readJson(outboxEvents, code)[1]
if not event then
  -- An operator may have deleted the member's events.
  redis.call('ZREM', outbox, code or '')
  redis.call('DEL', outboxLease)
  return {'none'}
end
redis.call('SET', outboxLease, token, 'PX', leaseMs)
local record, rank = redis.call('HGET', members, code), redis.call('ZRANK', queue, code)
local score = redis.call('ZSCORE', rank and queue or admitted, code)
return {'due', code, cjson.encode(event), record, score, rank and rank + 1}
`;
