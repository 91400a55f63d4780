import { FIELDS } from '../../src/waitlist/shared/contract.ts';
import { PREFIX_LENGTH } from '../../src/waitlist/shared/referral.ts';
import { BASE_62, FIRST_PREFIX, JOIN_NUMBERS } from './referral-code.ts';

/**
 * Joins the waitlist. In this order: a retry with the same key, the limit, a known phone, the new
 * member, the credit of the referrer.
 *
 * One script, because Redis runs a script alone: two visitors can never take one join number, and
 * nobody is in the queue without a record or credited without a friend. Redis does not roll a script
 * back: the command `verify` finds and repairs what a script that was cut short has written.
 *
 * ARGV[1] record, JSON (record.ts); the referrer stays in it if credited, the consent if the text is known
 * ARGV[2] random end of the new code
 * ARGV[3] the consent's text where it is today's, else an empty string
 * ARGV[4], ARGV[5] the limit's
 *
 * Replies: {'joined', code, position, token}   now, or before with the same key
 *          {'admitted', code, score, token}    joined before with the same key, and admitted since
 *          {'rate_limited', seconds}           until the window ends
 *          {'phone_registered'}                the phone is on the list under another key
 *          {'list_full'}                       every join number is taken
 */
export const JOIN_QUEUE = `
local record, random, consentText = cjson.decode(ARGV[1]), ARGV[2], ARGV[3]

local function answer(code, stored)
  local rank = redis.call('ZRANK', queue, code)
  if rank then return {'joined', code, rank + 1, stored.token or ''} end
  local score = redis.call('ZSCORE', admitted, code)
  return score and {'admitted', code, tonumber(score), stored.token or ''}
end

local function base62(number)
  local digits = {}
  for i = ${PREFIX_LENGTH}, 1, -1 do
    local digit = number % 62
    digits[i] = string.sub('${BASE_62}', digit + 1, digit + 1)
    number = (number - digit) / 62
  end
  return table.concat(digits)
end

-- Returns the version of the text that the member agrees to, or nil: a consent counts for a text that
-- was shown. The first member who agrees to a text stores it.
local function storeConsent()
  if consentText ~= '' then
    redis.call('HSETNX', consents, record.consent, consentText)
  elseif not record.consent or redis.call('HEXISTS', consents, record.consent) == 0 then
    return nil
  end
  return record.consent
end

-- The replay comes first: a retry for a lost answer is never limited.
-- The names and the consent are those of the newest request. Once a member has opted out, the consent
-- that this ended stays as it was.
local knownCode = redis.call('HGET', phones, record.phone)
local known = knownCode and readRecord(knownCode) or {}
local key = record.key or ''
if key ~= '' and key == known.key then
  ${FIELDS.map((field) => `known.${field} = record.${field}`).join('\n  ')}
  local consent = known.consent
  if not known.optedOutAt then consent = storeConsent() end
  if consent ~= known.consent then
    known.consent, known.consentAt = consent, consent and record.joinedAt
  end
  writeRecord(knownCode, known)
  local replay = answer(knownCode, known)
  if replay then return replay end
end

-- The limit comes before the duplicate: else a stranger could test phones without using an attempt.
local refusal = refuseAboveLimit()
if refusal then return refusal end

-- Anybody can know a phone, so a signup without the key changes nothing about its member.
if knownCode then return {'phone_registered'} end

local number = redis.call('INCR', lastJoinNumber)
if number >= ${JOIN_NUMBERS} then
  redis.call('DECR', lastJoinNumber)
  return {'list_full'}
end
-- Redis orders equal scores by the bytes of their codes. Of two members with equal scores the newer has
-- more referrals and comes first, so codes descend with the join number, at a fixed width.
local code = base62(${FIRST_PREFIX} - number) .. random
redis.call('ZADD', queue, number, code)
-- Most records are stored as they came: to encode one takes as long as two commands.
local text = ARGV[1]
if record.referredBy and not credit(record.referredBy, 1) then
  record.referredBy = nil
  text = cjson.encode(record)
end
if record.consent and not storeConsent() then
  record.consent = nil
  text = cjson.encode(record)
end
redis.call('HSET', members, code, text)
redis.call('HSET', phones, record.phone, code)
return answer(code, record)
`;
