import { CREDIT } from './credit.lua.ts';
import { SECONDS_TO_WAIT } from './rate-limit.lua.ts';
import { RECORD } from './record.lua.ts';
import { JOIN_NUMBERS, NEW_CODE } from './referral-code.ts';

/**
 * Joins the waitlist. In this order: a retry with the same key, the limit, a known phone, the new
 * member, the credit of the inviter.
 *
 * One script, because Redis runs a script alone: two visitors can never take one join number, and
 * nobody is in the queue without a record or credited without a friend. Redis does not roll a script
 * back: the command `verify` finds and repairs what a script that was cut short has written.
 *
 * KEYS[1] {waitlist}:queue
 * KEYS[2] {waitlist}:admitted
 * KEYS[3] {waitlist}:members
 * KEYS[4] {waitlist}:phones
 * KEYS[5] {waitlist}:joined
 * KEYS[6] {waitlist}:consents
 * KEYS[7] {waitlist}:attempts:<ip>
 *
 * ARGV[1] phone, 10 digits
 * ARGV[2] idempotency key, or an empty string for a form posted without JavaScript
 * ARGV[3] record, JSON without an inviter and a consent (record.ts)
 * ARGV[4] random end of the new code
 * ARGV[5] the inviter's code, or an empty string
 * ARGV[6] version of the consent text whose box was ticked, or an empty string
 * ARGV[7] that text where it is today's, else an empty string
 * ARGV[8] attempts allowed in a window; 0 for no limit
 * ARGV[9] length of that window in seconds
 *
 * Replies: {'joined', code, position, token}   now, or before with the same key
 *          {'admitted', code, score, token}    joined before with the same key, and admitted since
 *          {'rate_limited', seconds}                until the window ends
 *          {'phone_registered'}                      the phone is on the list under another key
 *          {'list_full'}                            every join number is taken
 */
export const JOIN_QUEUE = `${SECONDS_TO_WAIT}${NEW_CODE}${RECORD}${CREDIT}
local queue, admitted, members, phones, joined, consents, attempts = unpack(KEYS)
local phone, key, record, random, inviter = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5]
local consent, consentText = ARGV[6], ARGV[7]
local limit, window = tonumber(ARGV[8]), tonumber(ARGV[9])

local function answer(code, record)
  local token, rank = textOf(record, 'token') or '', redis.call('ZRANK', queue, code)
  if rank then return {'joined', code, rank + 1, token} end
  local score = redis.call('ZSCORE', admitted, code)
  return score and {'admitted', code, score, token}
end

-- A consent counts for a text that was shown. The first member who agrees to a text stores it.
local function hasAgreed()
  if consentText == '' then
    return consent ~= '' and redis.call('HEXISTS', consents, consent) == 1
  end
  redis.call('HSETNX', consents, consent, consentText)
  return true
end

-- The replay comes first: a retry for a lost answer is never limited.
local known = redis.call('HGET', phones, phone)
local old = known and redis.call('HGET', members, known) or ''
if key ~= '' and textOf(old, 'key') == key then
  -- The visitor unticked the box before the retry.
  if consent == '' and textOf(old, 'consent') then
    redis.call('HSET', members, known, without(without(old, 'consent'), 'consentAt'))
  end
  local before = answer(known, old)
  if before then return before end
end

-- The limit comes before the duplicate: else a stranger could test phones without using an attempt.
local wait = secondsToWait(attempts, limit, window)
if wait then return {'rate_limited', wait} end

if known then
  -- A box that is ticked in a later signup cancels an opt-out.
  if textOf(old, 'optedOut') and hasAgreed() then
    local agreed = withText(without(old, 'optedOut'), 'consentAt', textOf(record, 'joinedAt'))
    redis.call('HSET', members, known, withText(agreed, 'consent', consent))
  end
  return {'phone_registered'}
end

local number = redis.call('INCR', joined)
if number >= ${JOIN_NUMBERS} then
  redis.call('DECR', joined)
  return {'list_full'}
end
local code = newCode(number, random)
redis.call('ZADD', queue, number, code)
if inviter ~= '' and credit(queue, admitted, inviter, 1) then
  record = withText(record, 'inviter', inviter)
end
if hasAgreed() then record = withText(record, 'consent', consent) end
redis.call('HSET', members, code, record)
redis.call('HSET', phones, phone, code)
return answer(code, record)
`;
