import { SPOTS_PER_FRIEND } from '../../src/waitlist/shared/referral.ts';

/**
 * So many sources are counted on one day, and the rest as "other": sources are typed by people, and a
 * key that strangers write must not grow with whatever they think of.
 */
export const SOURCES_A_DAY = 1_000;

/**
 * A Lua function for our scripts: countJoin(days, day, source, isInvited) counts one who joined on that
 * day, as netlify/queue/keys.ts says; `source` is '' for who came from nowhere in particular.
 */
export const COUNT_JOIN = `
local function countJoin(days, day, source, isInvited)
  redis.call('HINCRBY', days, isInvited and day .. ' invited' or day, 1)
  if source == '' then return end
  local field = day .. ' from ' .. source
  local isNew = redis.call('HEXISTS', days, field) == 0
  if isNew and redis.call('HINCRBY', days, day .. ' sources', 1) > ${SOURCES_A_DAY} then
    field = day .. ' from other'
  end
  -- Also for an invited one, so that one look tells whether it is counted.
  redis.call('HINCRBY', days, field, isInvited and 0 or 1)
  if isInvited then redis.call('HINCRBY', days, field .. ' invited', 1) end
end
`;

/**
 * A Lua function for our scripts: credit(queue, admitted, code, friends) moves whoever has the code,
 * in line or let in, up by what so many friends are worth, or back for less than 0; nil or false where
 * nobody has it. XX, as ZINCRBY would put a ghost at the top.
 */
export const CREDIT = `
local function credit(queue, admitted, code, friends)
  local change = -${SPOTS_PER_FRIEND} * friends
  return redis.call('ZADD', queue, 'XX', 'INCR', change, code)
    or redis.call('ZADD', admitted, 'XX', 'INCR', change, code)
end
`;

/** A Lua function for our scripts: leaveWave(waves, wave, people) counts so many less in a wave. */
export const LEAVE_WAVE = `
local function leaveWave(waves, wave, people)
  if redis.call('HINCRBY', waves, wave, -people) <= 0 then redis.call('HDEL', waves, wave) end
end
`;
