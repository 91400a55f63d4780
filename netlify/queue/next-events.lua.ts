/** The pause after failure n is n² minutes, so this failure comes after three days. */
export const MAX_FAILURES = 24;

/**
 * Settles the events that were posted, then hands out the first event of each member whose time has come, with
 * what its body needs. One script, so that only the delivery with the lease gets events.
 *
 * ARGV  token of this delivery, milliseconds of its lease, now in milliseconds since 1970
 *       how many events it takes, how many it's still posting
 *       what it has posted, as JSON: [{code, type, id, cause}], with a cause if it failed
 *
 * Replies: {'events', {code, type, id, time, record, score, position}…}   null if the member has none
 */
export const NEXT_EVENTS = `
local token, leaseMs, nowText, count, posting, postedJson = unpack(ARGV, FIRST_ARG)
local now = tonumber(nowText)

for _, posted in ipairs(cjson.decode(postedJson)) do
  local news, dueAt = readJson(outboxEvents, posted.code), now
  local event = news[posted.type]
  -- A new event of this type may have replaced it in the meantime.
  local isSame = event and event.id == posted.id
  if isSame and posted.cause then
    event.failures, event.cause, event.failedAt = event.failures + 1, posted.cause, now
    dueAt = now + event.failures ^ 2 * 60000
    if event.failures == ${MAX_FAILURES} then event.failures, dueAt = 0, nil end
  elseif isSame then
    news[posted.type] = nil
  end
  writeNews(posted.code, news, dueAt)
end

local function handOut(code)
  local news = readJson(outboxEvents, code)
  for _, eventType in ipairs({'member.joined', 'member.moved_up', 'member.admitted', 'member.updated', 'member.left'}) do
    local event = news[eventType]
    if event then
      event.tried = true
      -- If this delivery is killed, the event is due again once the lease has ended.
      writeNews(code, news, now + leaseMs)
      local record, rank = redis.call('HGET', members, code), redis.call('ZRANK', queue, code)
      local score = redis.call('ZSCORE', rank and queue or admitted, code)
      return {code, eventType, event.id, event.time, record, score, rank and rank + 1}
    end
  end
  -- An operator may have deleted the member's events.
  writeNews(code, {}, nil)
end

local reply = {'events'}
local holder = redis.call('GET', outboxLease)
-- Without a last number the database isn't the list's, and members only seem to have left.
if not lastNumber or holder and holder ~= token then return reply end
for _, code in ipairs(redis.call('ZRANGEBYSCORE', outbox, 0, now, 'LIMIT', 0, count)) do
  reply[#reply + 1] = handOut(code)
end
if #reply > 1 or posting ~= '0' then
  redis.call('SET', outboxLease, token, 'PX', leaseMs)
else
  redis.call('DEL', outboxLease)
end
return reply
`;
