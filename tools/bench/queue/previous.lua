-- The join script as it was when members were kept by phone, in records of one line of text, and had no
-- index: what `npm run bench:queue` compares the script of today with. Keys: queue, members, joined,
-- attempts, days. Arguments: phone, idempotency key, details, random end of the code, inviter's code,
-- limit, window, day.
local function secondsToWait(attempts, limit, window)
  if limit == 0 then return nil end
  local count = redis.call('INCR', attempts)
  if count == 1 then redis.call('EXPIRE', attempts, window) end
  if count <= limit then return nil end
  local seconds = redis.call('TTL', attempts)
  if seconds < 0 then redis.call('EXPIRE', attempts, window) end
  return seconds < 0 and window or math.max(1, seconds)
end

local queue, members, joined, attempts, days = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local phone, key, details, random, inviter = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5]
local limit, window, today = tonumber(ARGV[6]), tonumber(ARGV[7]), ARGV[8]

local member = redis.call('HGET', members, phone)
if member then
  local code, joinedWith = string.match(member, '^(%S+) (%S+) ')
  local rank = joinedWith == key and redis.call('ZRANK', queue, code)
  if rank then return {'joined', code, rank + 1} end
end

local wait = secondsToWait(attempts, limit, window)
if wait then return {'limited', wait} end
if member then return {'registered'} end

local number = redis.call('INCR', joined)
local code = string.format('%07X', 268435456 - number) .. random
redis.call('ZADD', queue, number, code)

local credited = inviter ~= '' and redis.call('ZADD', queue, 'XX', 'INCR', -5, inviter)

local record = { code, key, credited and inviter or '-', details }
redis.call('HSET', members, phone, table.concat(record, ' '))
redis.call('HINCRBY', days, credited and today .. ' invited' or today, 1)
return {'joined', code, redis.call('ZRANK', queue, code) + 1}
