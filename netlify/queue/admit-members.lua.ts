import { LEAVE_WAVE } from './count.lua.ts';
import { TEXT_OF, WITHOUT } from './record.ts';

/**
 * Lets some members in: out of the queue, with the score they have, and their wave in front of their
 * record.
 *
 * One script, so that nobody is let in twice, and a wave never has more than was asked for, however
 * many do this at once and wherever it is cut off. It counts first: what a fault cut short has let too
 * few in, which `verify` names and mends.
 *
 * KEYS[1] {waitlist}:queue
 * KEYS[2] {waitlist}:admitted
 * KEYS[3] {waitlist}:members
 * KEYS[4] {waitlist}:waves
 *
 * ARGV[1] wave
 * ARGV[2] now, as 2026-11-21T09:30:00Z
 * ARGV[3] how many the wave may have in all; read for the front of the queue alone
 * ARGV[4] how many of the front at most
 * ARGV[5] and on: codes; without any, the front of the queue
 *
 * Replies: {'admitted', how many, how many the wave has now}
 *          {'unreadable', code}   there is no record to write into; nothing was changed
 */
export const ADMIT_MEMBERS = `${TEXT_OF}
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
  local start = '{"wave":"' .. wave .. '","admittedAt":"' .. now .. '",'
  redis.call('HSET', members, code, start .. string.sub(record, 2))
  redis.call('ZADD', admitted, score, code)
  redis.call('ZREM', queue, code)
end
return {'admitted', #found, inWave + #found}
`;

/**
 * Puts members of a wave back in line with the score they have, and leaves alone who is not in it.
 *
 * One script, for the same reason.
 *
 * KEYS as above
 * ARGV[1] wave
 * ARGV[2] and on: codes
 *
 * Replies: how many
 */
export const UNDO_WAVE = `${TEXT_OF}${WITHOUT}${LEAVE_WAVE}
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
