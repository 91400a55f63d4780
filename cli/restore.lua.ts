/** The keys that a restore stages, in the order in which its scripts get them. */
export const STAGED = ['members', 'consents', 'queue', 'admitted', 'phones', 'waves'] as const;

/** The value of last_join_number during a restore. Signups can't increment it, so they fail. */
export const RESTORING = 'restoring';

const PRELUDE = `
local live = {members, consents, queue, admitted, phones, waves}
local staged = {unpack(KEYS, #KEYS - #live + 1)}

local function isSortedSet(place) return live[place] == queue or live[place] == admitted end
`;

/**
 * Writes values into a staged key, and renews the expiry of all of them and of the marker.
 *
 * ARGV  seconds until they expire, the key's place in STAGED (from 1), [field, value] pairs as JSON
 *
 * Replies: {'staged'}
 *          {'occupied', count}   the database has a waitlist already, with this many members
 */
export const STAGE = `${PRELUDE}
local seconds, place = ARGV[1], tonumber(ARGV[2])
local counter = redis.call('GET', lastJoinNumber) or '${RESTORING}'
if counter ~= '${RESTORING}' or redis.call('EXISTS', unpack(live)) > 0 then
  return {'occupied', redis.call('HLEN', members)}
end
redis.call('SET', lastJoinNumber, '${RESTORING}', 'EX', seconds)
for _, entry in ipairs(cjson.decode(ARGV[3])) do
  local field, value = unpack(entry)
  if isSortedSet(place) then
    redis.call('ZADD', staged[place], value, field)
  else
    redis.call('HSET', staged[place], field, value)
  end
end
for _, key in ipairs(staged) do redis.call('EXPIRE', key, seconds) end
return {'staged'}
`;

/**
 * Makes the staged keys live. Redis rolls nothing back, so everything is checked before the first write,
 * and the only write that a full Redis refuses comes first. RENAME keeps an expiry.
 *
 * ARGV  the last join number, the number of values in each key of STAGED
 *
 * Replies: {'live'}         published now, or before if the client sent the request twice
 *          {'incomplete'}   staged values are missing, or somebody joined; nothing was changed
 */
export const PUBLISH = `${PRELUDE}
local counter = redis.call('GET', lastJoinNumber)
if counter == ARGV[1] and redis.call('HLEN', members) == tonumber(ARGV[2]) then return {'live'} end
if counter ~= '${RESTORING}' or redis.call('EXISTS', unpack(live)) > 0 then return {'incomplete'} end
for place, key in ipairs(staged) do
  local count = redis.call(isSortedSet(place) and 'ZCARD' or 'HLEN', key)
  if count ~= tonumber(ARGV[1 + place]) then return {'incomplete'} end
end
redis.call('SET', lastJoinNumber, ARGV[1])
for place, key in ipairs(staged) do
  if tonumber(ARGV[1 + place]) > 0 then
    redis.call('PERSIST', key)
    redis.call('RENAME', key, live[place])
  end
end
return {'live'}
`;
