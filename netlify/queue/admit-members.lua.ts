/**
 * Moves members out of the queue with their scores, and writes the wave into their records. Counts first, so
 * that an interrupted script admits too few, which `verify` repairs.
 *
 * Replies: {'admitted', how many, how many the wave has now}
 *          {'unreadable', code}   this record can't be read; nothing has changed
 */
const ADMIT = `
local function countIn(wave) return tonumber(redis.call('HGET', waves, wave) or 0) end

local function admit(wave, admittedAt, codes)
  local waiting = {}
  for _, code in ipairs(codes) do
    local score = redis.call('ZSCORE', queue, code)
    local record = readJson(members, code)
    if score and not record.phone then return {'unreadable', code} end
    if score then waiting[#waiting + 1] = { code = code, score = score, record = record } end
  end
  if #waiting == 0 then return {'admitted', 0, countIn(wave)} end

  redis.call('HINCRBY', waves, wave, #waiting)
  for _, member in ipairs(waiting) do
    member.record.wave, member.record.admittedAt = wave, admittedAt
    writeRecord(member.code, member.record)
    redis.call('ZADD', admitted, member.score, member.code)
    redis.call('ZREM', queue, member.code)
    addEvent('member.admitted', member.code)
  end
  return {'admitted', #waiting, countIn(wave)}
end
`;

/** ARGV  wave, now as 2026-11-21T09:30:00Z, codes as JSON; those not in the queue are skipped */
export const ADMIT_MEMBERS = `${ADMIT}
local wave, now, codes = unpack(ARGV, FIRST_ARG)
return admit(wave, now, cjson.decode(codes))
`;

/**
 * Admits the first members of the queue. One script, so that a wave never gets too many members, even if
 * several operators run it at once.
 *
 * ARGV  wave, now, how many members the wave should have, how many to admit at most now
 */
export const ADMIT_FIRST = `${ADMIT}
local wave, now, total, atMost = unpack(ARGV, FIRST_ARG)
local count = math.min(tonumber(total) - countIn(wave), tonumber(atMost))
return admit(wave, now, count > 0 and redis.call('ZRANGE', queue, 0, count - 1) or {})
`;

/**
 * Puts members back in the queue with their scores.
 *
 * ARGV  wave, codes as JSON; those not in the wave are skipped
 *
 * Replies: {'undone', how many}
 */
export const UNDO_WAVE = `
local wave, codes = unpack(ARGV, FIRST_ARG)

local count = 0
for _, code in ipairs(cjson.decode(codes)) do
  local score, record = redis.call('ZSCORE', admitted, code), readJson(members, code)
  if score and record.wave == wave then
    record.wave, record.admittedAt = nil, nil
    writeRecord(code, record)
    redis.call('ZADD', queue, score, code)
    redis.call('ZREM', admitted, code)
    local news = readJson(outboxEvents, code)
    local admission = news['member.admitted']
    if admission and not admission.tried then
      news['member.admitted'] = nil
      writeNews(code, news, redis.call('ZSCORE', outbox, code))
    else
      addEvent('member.updated', code)
    end
    count = count + 1
  end
end
if count > 0 then leaveWave(wave, count) end
return {'undone', count}
`;
