import { SPOTS_PER_FRIEND } from '../../src/waitlist/shared/referral.ts';

/**
 * A Lua function for our scripts: credit(queue, admitted, code, friends) moves the member with this
 * code, waiting or admitted, up by SPOTS_PER_FRIEND for each friend, or down where `friends` is
 * negative. It returns nil or false where no member has the code. XX, since ZINCRBY would put a code
 * without a record at the top.
 */
export const CREDIT = `
local function credit(queue, admitted, code, friends)
  local change = -${SPOTS_PER_FRIEND} * friends
  return redis.call('ZADD', queue, 'XX', 'INCR', change, code)
    or redis.call('ZADD', admitted, 'XX', 'INCR', change, code)
end
`;

/** A Lua function for our scripts: leaveWave(waves, wave, people) takes `people` off a wave. */
export const LEAVE_WAVE = `
local function leaveWave(waves, wave, people)
  if redis.call('HINCRBY', waves, wave, -people) <= 0 then redis.call('HDEL', waves, wave) end
end
`;
