/**
 * Admits members: takes them out of the queue with the score that they have, and writes the wave into
 * their records. It counts first: a script that is cut short has admitted too few, which `verify` names
 * and sets right.
 *
 * Replies: {'admitted', how many, how many the wave has now}
 *          {'unreadable', code}   there is no record to write into; nothing was changed
 */
const ADMIT = `
local wave, now = ARGV[1], ARGV[2]
local inWave = tonumber(redis.call('HGET', waves, wave) or 0)

local function admit(codes)
  local waiting = {}
  for _, code in ipairs(codes) do
    local score = redis.call('ZSCORE', queue, code)
    local record = readRecord(code)
    if score and not record.phone then return {'unreadable', code} end
    if score then waiting[#waiting + 1] = { code = code, score = score, record = record } end
  end
  if #waiting == 0 then return {'admitted', 0, inWave} end

  redis.call('HINCRBY', waves, wave, #waiting)
  for _, member in ipairs(waiting) do
    member.record.wave, member.record.admittedAt = wave, now
    writeRecord(member.code, member.record)
    redis.call('ZADD', admitted, member.score, member.code)
    redis.call('ZREM', queue, member.code)
  end
  return {'admitted', #waiting, inWave + #waiting}
end
`;

/**
 * Admits the members of some codes, and leaves alone those who do not wait.
 *
 * ARGV  wave, now as 2026-11-21T09:30:00Z, then codes
 */
export const ADMIT_MEMBERS = `${ADMIT}
return admit({ unpack(ARGV, 3) })
`;

/**
 * Admits the first of the queue. One script, so that a wave never has more members than were asked for,
 * however many operators do this at once.
 *
 * ARGV  wave, now, how many the wave may have in all, how many to admit at most
 */
export const ADMIT_FIRST = `${ADMIT}
local count = math.min(tonumber(ARGV[3]) - inWave, tonumber(ARGV[4]))
return admit(count > 0 and redis.call('ZRANGE', queue, 0, count - 1) or {})
`;

/**
 * Puts members of a wave back in the queue with the score that they have, and leaves alone the codes
 * that are not in it.
 *
 * ARGV  wave, then codes
 *
 * Replies: {'undone', how many}
 */
export const UNDO_WAVE = `
local wave = ARGV[1]

local count = 0
for i = 2, #ARGV do
  local code = ARGV[i]
  local score, record = redis.call('ZSCORE', admitted, code), readRecord(code)
  if score and record.wave == wave then
    record.wave, record.admittedAt = nil, nil
    writeRecord(code, record)
    redis.call('ZADD', queue, score, code)
    redis.call('ZREM', admitted, code)
    count = count + 1
  end
end
if count > 0 then leaveWave(wave, count) end
return {'undone', count}
`;
