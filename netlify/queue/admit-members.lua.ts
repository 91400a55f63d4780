import { LEAVE_WAVE } from './credit.lua.ts';
import { RECORD } from './record.lua.ts';

/**
 * Admits some members: takes them out of the queue with the score that they have, and writes the wave
 * into their records.
 *
 * One script, so that nobody is admitted twice, and a wave never has more members than were asked for,
 * however many operators do this at once. It counts first: a script that is cut short has admitted too
 * few, which `verify` names and sets right.
 *
 * KEYS  queue, admitted, members, waves
 * ARGV  wave, now as 2026-11-21T09:30:00Z, how many the wave may have in all, how many of the front of
 *       the queue at most; then codes, and the two numbers are not read
 *
 * Replies: {'admitted', how many, how many the wave has now}
 *          {'unreadable', code}   there is no record to write into; nothing was changed
 */
export const ADMIT_MEMBERS = `${RECORD}
local queue, admitted, members, waves = unpack(KEYS)
local wave, now = ARGV[1], ARGV[2]
local inWave = tonumber(redis.call('HGET', waves, wave) or 0)
local most = math.min(tonumber(ARGV[3]) - inWave, tonumber(ARGV[4]))

local codes = { unpack(ARGV, 5) }
if #codes == 0 and most > 0 then codes = redis.call('ZRANGE', queue, 0, most - 1) end
local found = {}
for _, code in ipairs(codes) do
  local score = redis.call('ZSCORE', queue, code)
  local record = score and (redis.call('HGET', members, code) or '')
  if score and not (string.match(record, '^{') and textOf(record, 'phone')) then
    return {'unreadable', code}
  end
  if score then found[#found + 1] = { code, score, record } end
end
if #found == 0 then return {'admitted', 0, inWave} end

redis.call('HINCRBY', waves, wave, #found)
for _, member in ipairs(found) do
  local code, score, record = unpack(member)
  record = withText(withText(record, 'admittedAt', now), 'wave', wave)
  redis.call('HSET', members, code, record)
  redis.call('ZADD', admitted, score, code)
  redis.call('ZREM', queue, code)
end
return {'admitted', #found, inWave + #found}
`;

/**
 * Puts members of a wave back in the queue with the score that they have, and leaves alone the codes
 * that are not in it.
 *
 * KEYS  queue, admitted, members, waves
 * ARGV  wave, then codes
 *
 * Replies: how many
 */
export const UNDO_WAVE = `${RECORD}${LEAVE_WAVE}
local queue, admitted, members, waves = unpack(KEYS)
local wave = ARGV[1]

local back = 0
for i = 2, #ARGV do
  local code = ARGV[i]
  local score, record = redis.call('ZSCORE', admitted, code), redis.call('HGET', members, code) or ''
  if score and textOf(record, 'wave') == wave then
    redis.call('HSET', members, code, without(without(record, 'wave'), 'admittedAt'))
    redis.call('ZADD', queue, score, code)
    redis.call('ZREM', admitted, code)
    back = back + 1
  end
end
if back > 0 then leaveWave(waves, wave, back) end
return back
`;
