import { COUNT_JOIN, CREDIT } from './count.lua.ts';
import { SECONDS_TO_WAIT } from './rate-limit.lua.ts';
import { TEXT_OF, WITHOUT } from './record.ts';
import { JOIN_NUMBERS, NEW_CODE } from './referral-code.ts';

/**
 * Joins the waitlist: replay, limit, duplicate, join and credit, in that order.
 *
 * One script, because Redis runs a script alone: two people can never take one join number, and
 * nobody is in the queue without a record or credited without a friend. Redis does not roll a script
 * back: one that is cut short has done its first writes, which `verify` names and mends.
 *
 * KEYS[1] {waitlist}:queue
 * KEYS[2] {waitlist}:members
 * KEYS[3] {waitlist}:phones
 * KEYS[4] {waitlist}:joined
 * KEYS[5] {waitlist}:days
 * KEYS[6] {waitlist}:attempts:<ip>
 * KEYS[7] {waitlist}:admitted
 *
 * ARGV[1] phone, 10 digits
 * ARGV[2] idempotency key
 * ARGV[3] record, JSON without an inviter (record.ts)
 * ARGV[4] random end of the new code
 * ARGV[5] the inviter's code, or an empty string
 * ARGV[6] attempts allowed in a window; 0 for no limit
 * ARGV[7] length of that window in seconds
 * ARGV[8] today in UTC, as 2026-11-21
 * ARGV[9] 1 if the key was derived: its replay counts as an attempt, and is told no token; else 0
 * ARGV[10] and [11] token and source as the record has them; an empty string for no source
 *
 * Replies: {'joined', code, position, token or ''}   now, or before with the same key
 *          {'admitted', code, score, token or ''}    before with the same key, and she was let in
 *          {'limited', seconds}                      until the window ends
 *          {'registered'}                            the phone is on the list under another key
 *          {'full'}                                  every join number is taken
 */
export const JOIN_QUEUE = `${SECONDS_TO_WAIT}${NEW_CODE}${TEXT_OF}${WITHOUT}${COUNT_JOIN}${CREDIT}
local queue, members, phones, joined, days, attempts, admitted = unpack(KEYS)
local phone, key, record, random, inviter = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5]
local limit, window, today = tonumber(ARGV[6]), tonumber(ARGV[7]), ARGV[8]
local isDerived, token, source = ARGV[9] == '1', ARGV[10], ARGV[11]

local known = redis.call('HGET', phones, phone)
local function replay()
  local old = redis.call('HGET', members, known)
  if not old or textOf(old, 'key') ~= key then return nil end
  -- Unticked before she saw an answer. A derived key may be of a later visit, and says nothing.
  if not isDerived and textOf(old, 'consent') and not textOf(record, 'consent') then
    redis.call('HSET', members, known, without(without(old, 'consent'), 'consentAt'))
  end
  local told = not isDerived and textOf(old, 'token') or ''
  local rank = redis.call('ZRANK', queue, known)
  if rank then return {'joined', known, rank + 1, told} end
  local score = redis.call('ZSCORE', admitted, known)
  return score and {'admitted', known, score, told}
end

-- A box that is ticked anew takes an opt-out back; a retry is not anew.
local function agreeAnew()
  local old, consent = redis.call('HGET', members, known) or '', textOf(record, 'consent')
  if not consent then return end
  local agreed = '"consent":"' .. consent .. '","consentAt":"' .. textOf(record, 'joinedAt') .. '"'
  local new, found = string.gsub(old, '"optedOut"%s*:%s*"[^"]*"', agreed)
  if found == 1 then redis.call('HSET', members, known, new) end
end

-- First the replay: asking again for an answer that got lost is not limited.
local answer = known and not isDerived and replay()
if answer then return answer end

-- The limit before the duplicate: else anyone could ask for free who is on the list.
local wait = secondsToWait(attempts, limit, window)
if wait then return {'limited', wait} end
answer = known and isDerived and replay()
if answer then return answer end
if known then
  agreeAnew()
  return {'registered'}
end

local number = redis.call('INCR', joined)
if number >= ${JOIN_NUMBERS} then
  redis.call('DECR', joined)
  return {'full'}
end
local code = newCode(number, random)
redis.call('ZADD', queue, number, code)

local credited = inviter ~= '' and credit(queue, admitted, inviter, 1)
if credited then record = '{"inviter":"' .. inviter .. '",' .. string.sub(record, 2) end

redis.call('HSET', members, code, record)
redis.call('HSET', phones, phone, code)
countJoin(days, today, source, credited)
return {'joined', code, redis.call('ZRANK', queue, code) + 1, token}
`;
