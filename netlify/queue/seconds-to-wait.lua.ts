/**
 * A Lua function for our scripts: secondsToWait(attempts, limit, window) counts one attempt under
 * the key `attempts` and returns nil within the limit, else the seconds until the window ends, at
 * least 1. With a limit of 0 it counts nothing.
 */
export const SECONDS_TO_WAIT = `
local function secondsToWait(attempts, limit, window)
  if limit == 0 then return nil end
  local count = redis.call('INCR', attempts)
  if count == 1 then redis.call('EXPIRE', attempts, window) end
  if count <= limit then return nil end
  local seconds = redis.call('TTL', attempts)
  -- Somebody took its end away by hand: nobody may have to wait for ever.
  if seconds < 0 then redis.call('EXPIRE', attempts, window) end
  -- TTL rounds the last half second down to 0, and that would say: at once.
  return seconds < 0 and window or math.max(1, seconds)
end
`;
