/**
 * Keeps join numbers up to one of a file from being given to anybody who joins meanwhile.
 *
 * One script, because between reading and writing somebody may join.
 *
 * KEYS[1] {waitlist}:joined   how many ever joined; the last join number
 * ARGV[1] the greatest join number in the file
 *
 * Replies: the last join number now
 */
export const RESERVE_NUMBERS = `
local joined, greatest = tonumber(redis.call('GET', KEYS[1]) or 0), tonumber(ARGV[1])
if greatest > joined then redis.call('SET', KEYS[1], ARGV[1]) end
return math.max(joined, greatest)
`;

/**
 * Puts some people in line who are not there yet, as the join script would have done.
 *
 * One script, because Redis runs a script whole or not at all: an import that is cut off leaves
 * nobody without her record and credits nobody without a friend. Whoever is there already is left
 * alone, so the same people may be sent again.
 *
 * KEYS[1] {waitlist}:queue     sorted set, referral code -> score
 * KEYS[2] {waitlist}:members   hash, phone -> "code key inviter details" (record.ts)
 * KEYS[3] {waitlist}:joined    how many ever joined; the last join number
 * KEYS[4] {waitlist}:days      hash, day -> who came alone, "day invited" -> through a friend
 *
 * ARGV, six for each person:
 *   phone, 10 digits
 *   the code she keeps, of which nobody has the join number; or an empty string for a new one
 *   random end of a new code
 *   her inviter's code, or an empty string
 *   details of the member, JSON
 *   the day she joined in UTC, as 2026-11-21
 *
 * Replies: a list with 1 for each who was added and 0 for each who was there
 */
export const IMPORT_MEMBERS = `
local queue, members, joined, days = KEYS[1], KEYS[2], KEYS[3], KEYS[4]

-- As in the join script: codes descend with the join number.
local function numberOf(code) return 268435456 - tonumber(string.sub(code, 1, 7), 16) end

local function add(phone, code, random, inviter, details, day)
  if redis.call('HEXISTS', members, phone) == 1 then return 0 end
  local number = code ~= '' and numberOf(code) or redis.call('INCR', joined)
  if code == '' then code = string.format('%07X', 268435456 - number) .. random end
  redis.call('ZADD', queue, number, code)

  -- Nobody was invited by somebody who came later, whatever a file says.
  local credited = inviter ~= '' and numberOf(inviter) < number and redis.call('ZSCORE', queue, inviter)
  if credited then redis.call('ZINCRBY', queue, -5, inviter) end

  local record = { code, '-', credited and inviter or '-', details }
  redis.call('HSET', members, phone, table.concat(record, ' '))
  redis.call('HINCRBY', days, credited and day .. ' invited' or day, 1)
  return 1
end

local replies = {}
for i = 1, #ARGV, 6 do replies[#replies + 1] = add(unpack(ARGV, i, i + 5)) end
return replies
`;
