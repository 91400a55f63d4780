import { FIELDS } from '../../src/waitlist/shared/contract.ts';
import { PREFIX_LENGTH } from '../../src/waitlist/shared/referral.ts';
import { BASE_62, FIRST_PREFIX, JOIN_NUMBERS } from './referral-code.ts';

/**
 * Checks for a retry, the limit and a known phone, in this order, then adds the member and credits the referrer.
 *
 * One script, because Redis runs scripts one at a time: no two visitors get the same join number, and nobody
 * is in the queue without a record. Redis doesn't roll scripts back, so `verify` repairs interrupted ones.
 *
 * ARGV  record as JSON (record.ts), from which an unknown referrer or consent is removed
 *       random end of the new code
 *       consent text if the visitor agreed to today's, otherwise an empty string
 *
 * Replies: {'joined', code, position, token}   now, or earlier with the same key
 *          {'admitted', code, score, token}    joined earlier with the same key, and admitted since
 *          {'rate_limited', seconds}
 *          {'phone_registered'}                the phone is on the list under another key
 *          {'list_full'}                       every join number is taken
 */
export const JOIN_QUEUE = `
local recordJson, random, consentText = unpack(ARGV, FIRST_ARG)
local record = cjson.decode(recordJson)

local function success(code, stored)
  local rank = redis.call('ZRANK', queue, code)
  if rank then return {'joined', code, rank + 1, stored.token or ''} end
  local score = redis.call('ZSCORE', admitted, code)
  return score and {'admitted', code, tonumber(score), stored.token or ''}
end

local function base62(number)
  local text = ''
  for _ = 1, ${PREFIX_LENGTH} do
    local digit = number % 62
    text = string.sub('${BASE_62}', digit + 1, digit + 1) .. text
    number = (number - digit) / 62
  end
  return text
end

-- Returns the version of the consent text, or nil if it's neither today's nor stored.
-- The first member who agrees to a text stores it.
local function storeConsent()
  if consentText ~= '' then
    redis.call('HSETNX', consents, record.consent, consentText)
  elseif not record.consent or redis.call('HEXISTS', consents, record.consent) == 0 then
    return nil
  end
  return record.consent
end

-- A retry updates the names, and the consent unless the member has opted out since.
local function updateMember(code, stored)
  ${FIELDS.map((field) => `stored.${field} = record.${field}`).join('\n  ')}
  if not stored.optedOutAt then
    local consent = storeConsent()
    if consent ~= stored.consent then
      stored.consent, stored.consentAt = consent, consent and record.joinedAt
    end
  end
  writeRecord(code, stored)
end

-- Retries come before the limit: a visitor whose response was lost can always get it.
local knownCode = redis.call('HGET', phones, record.phone)
if knownCode and record.key then
  local stored = readJson(members, knownCode)
  if stored.key == record.key then
    updateMember(knownCode, stored)
    local retried = success(knownCode, stored)
    if retried then return retried end
  end
end

-- The limit comes before known phones, otherwise probing for phones would cost no attempts.
local refusal = refuseAboveLimit()
if refusal then return refusal end

-- Anyone can know a phone, so a signup without the member's key changes nothing.
if knownCode then return {'phone_registered'} end

if tonumber(lastNumber or 0) + 1 >= ${JOIN_NUMBERS} then return {'list_full'} end
local number = redis.call('INCR', lastJoinNumber)
-- Redis orders equal scores by code. The newer of two members with equal scores has more referrals and should
-- come first, so codes descend with the join number, at a fixed width.
local code = base62(${FIRST_PREFIX} - number) .. random
redis.call('ZADD', queue, number, code)
-- Encoding a record takes as long as two commands, so most are stored as received.
if record.referredBy and not credit(record.referredBy, 1) then
  record.referredBy = nil
  recordJson = cjson.encode(record)
end
if record.consent and not storeConsent() then
  record.consent = nil
  recordJson = cjson.encode(record)
end
redis.call('HSET', members, code, recordJson)
redis.call('HSET', phones, record.phone, code)
if addEvent then
  addEvent('member.joined', code)
  if record.referredBy then addEvent('member.moved_up', record.referredBy) end
end
return success(code, record)
`;
