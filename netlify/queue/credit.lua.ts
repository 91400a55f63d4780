import { SPOTS_PER_FRIEND } from '../../src/waitlist/shared/referral.ts';

/**
 * A Lua function for our scripts: credit(queue, admitted, code, friends) moves the member with this
 * code, waiting or admitted, up by what so many friends are worth, or back for less than 0; nil or
 * false where no member has it. XX, since ZINCRBY would put a code without a record at the top.
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
