import { SECONDS_TO_WAIT } from './seconds-to-wait.lua.ts';

/**
 * Joins the waitlist: replay, limit, duplicate, join and credit, in that order.
 *
 * One script, because Redis runs a script whole or not at all: two people can never take one join
 * number, and nobody is in line without her record or credited without a friend in line.
 *
 * KEYS[1] {waitlist}:queue            sorted set, referral code -> score
 * KEYS[2] {waitlist}:members          hash, phone -> "code key inviter details" (record.ts)
 * KEYS[3] {waitlist}:joined           how many ever joined; the last join number
 * KEYS[4] {waitlist}:attempts:<ip>    attempts in the current window, with an expiry
 * KEYS[5] {waitlist}:days             hash, day -> who came alone, "day invited" -> through a friend
 *
 * ARGV[1] phone, 10 digits
 * ARGV[2] idempotency key, without spaces
 * ARGV[3] details of the member (record.ts)
 * ARGV[4] random end of her code
 * ARGV[5] the inviter's code, or an empty string
 * ARGV[6] attempts allowed in a window; 0 for no limit
 * ARGV[7] length of that window in seconds
 * ARGV[8] today in UTC, as 2026-11-21
 *
 * Replies: {'joined', code, position}   now, or before with the same key
 *          {'limited', seconds}         until the window ends
 *          {'registered'}               the phone is in line under another key
 */
export const JOIN_QUEUE = `${SECONDS_TO_WAIT}
local queue, members, joined, attempts, days = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local phone, key, details, random, inviter = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5]
local limit, window, today = tonumber(ARGV[6]), tonumber(ARGV[7]), ARGV[8]

-- First the replay: asking again for an answer that got lost is never limited.
local member = redis.call('HGET', members, phone)
if member then
  local code, joinedWith = string.match(member, '^(%S+) (%S+) ')
  local rank = joinedWith == key and redis.call('ZRANK', queue, code)
  if rank then return {'joined', code, rank + 1} end
end

-- The limit before the duplicate: else anyone could ask for free who is on the list.
local wait = secondsToWait(attempts, limit, window)
if wait then return {'limited', wait} end
if member then return {'registered'} end

-- Equal scores stand in the order of their codes, and of two the newer has more friends. So codes
-- descend with the join number: 2^28 minus it, at a fixed width.
local number = redis.call('INCR', joined)
local code = string.format('%07X', 268435456 - number) .. random
redis.call('ZADD', queue, number, code)

-- XX, as ZINCRBY would put a ghost at the top for a code that nobody has.
local credited = inviter ~= '' and redis.call('ZADD', queue, 'XX', 'INCR', -5, inviter)

local record = { code, key, credited and inviter or '-', details }
redis.call('HSET', members, phone, table.concat(record, ' '))
redis.call('HINCRBY', days, credited and today .. ' invited' or today, 1)
return {'joined', code, redis.call('ZRANK', queue, code) + 1}
`;
