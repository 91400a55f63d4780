/**
 * A Lua function for our scripts: secondsToWait(counter, limit, window) counts one request under the
 * key `counter` and returns nil within the limit, else the seconds until the window ends, at least 1.
 * With a limit of 0 it counts nothing.
 */
export const SECONDS_TO_WAIT = `
local function secondsToWait(counter, limit, window)
  if limit == 0 then return nil end
  -- One command for the first request of a window: most visitors send only one.
  if redis.call('SET', counter, 1, 'NX', 'EX', window) then return nil end
  if redis.call('INCR', counter) <= limit then return nil end
  local seconds = redis.call('TTL', counter)
  -- An operator removed the expiry: nobody may have to wait for ever.
  if seconds < 0 then redis.call('EXPIRE', counter, window) end
  -- TTL rounds the last half second down to 0, which would say: at once.
  return seconds < 0 and window or math.max(1, seconds)
end
`;
