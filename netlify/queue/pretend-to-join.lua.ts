import { SECONDS_TO_WAIT } from './rate-limit.lua.ts';
import { NEW_CODE } from './referral-code.ts';

/**
 * Answers a program that filled in the honeypot as the join script would, and puts nobody in line.
 * What it was told is kept for a while, so that asking again, by the same key or another, gives
 * what a real signup gives.
 *
 * One script, because the answer counts as an attempt and belongs to one moment of the list.
 *
 * KEYS[1] {waitlist}:queue
 * KEYS[2] {waitlist}:phones
 * KEYS[3] {waitlist}:joined
 * KEYS[4] {waitlist}:attempts:<ip>
 * KEYS[5] {waitlist}:trapped:<phone>   hash, idempotency key, code and token, with an expiry
 *
 * ARGV[1] phone
 * ARGV[2] idempotency key
 * ARGV[3] random end of a code
 * ARGV[4] a token
 * ARGV[5] attempts allowed in a window; 0 for no limit
 * ARGV[6] length of that window in seconds
 * ARGV[7] 1 if the key was derived, else 0, as for the join script
 * ARGV[8] how long to keep what was told, in seconds
 *
 * Replies: as the join script's
 */
export const PRETEND_TO_JOIN = `${SECONDS_TO_WAIT}${NEW_CODE}
local queue, phones, joined, attempts, trapped = unpack(KEYS)
local phone, key, random, token = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local limit, window, isDerived = tonumber(ARGV[5]), tonumber(ARGV[6]), ARGV[7] == '1'

local told = redis.call('HMGET', trapped, 'key', 'code', 'token')
local position = redis.call('ZCARD', queue) + 1
local replay = told[1] == key and {'joined', told[2], position, not isDerived and told[3] or ''}
if replay and not isDerived then return replay end

local wait = secondsToWait(attempts, limit, window)
if wait then return {'limited', wait} end
if replay then return replay end
if told[1] or redis.call('HEXISTS', phones, phone) == 1 then return {'registered'} end

local code = newCode((redis.call('GET', joined) or 0) + 1, random)
redis.call('HSET', trapped, 'key', key, 'code', code, 'token', token)
redis.call('EXPIRE', trapped, ARGV[8])
return {'joined', code, position, token}
`;
