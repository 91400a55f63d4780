/** The keys that a restore stages, in the order in which its scripts get them. */
export const STAGED = ['members', 'consents', 'queue', 'admitted', 'phones', 'waves'] as const;

/** The value of last_join_number during a restore. Signups can't increment it, so they fail. */
export const RESTORING = 'restoring';

const PRELUDE = `
local live = {members, consents, queue, admitted, phones, waves}

local function isSortedSet(place) return live[place] == queue or live[place] == admitted end
`;

/**
 * Writes values into a staged key, and renews the expiry of all of them and of the marker.
 *
 * ARGV  seconds until they expire, the staged keys, one's place in STAGED (from 1), its [field, value] pairs;
 *       lists as JSON
 *
 * Replies: {'staged'}
 *          {'occupied', count}   the database has a waitlist already, with this many members
 */
export const STAGE = `${PRELUDE}
local seconds, stagedKeys, stagedPlace, entries = unpack(ARGV, FIRST_ARG)
local staged, place = cjson.decode(stagedKeys), tonumber(stagedPlace)
local counter = redis.call('GET', lastJoinNumber) or '${RESTORING}'
if counter ~= '${RESTORING}' or redis.call('EXISTS', unpack(live)) > 0 then
  return {'occupied', redis.call('HLEN', members)}
end
redis.call('SET', lastJoinNumber, '${RESTORING}', 'EX', seconds)
for _, entry in ipairs(cjson.decode(entries)) do
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
 * ARGV  the last join number, the staged keys, the number of values in each; lists as JSON
 *
 * Replies: {'live'}         published now, or before if the client sent the request twice
 *          {'incomplete'}   staged values are missing, or somebody joined; nothing was changed
 */
export const PUBLISH = `${PRELUDE}
local lastNumber, stagedKeys, valueCounts = unpack(ARGV, FIRST_ARG)
local staged, counts = cjson.decode(stagedKeys), cjson.decode(valueCounts)
local counter = redis.call('GET', lastJoinNumber)
if counter == lastNumber and redis.call('HLEN', members) == counts[1] then return {'live'} end
if counter ~= '${RESTORING}' or redis.call('EXISTS', unpack(live)) > 0 then return {'incomplete'} end
for place, key in ipairs(staged) do
  local count = redis.call(isSortedSet(place) and 'ZCARD' or 'HLEN', key)
  if count ~= counts[place] then return {'incomplete'} end
end
redis.call('SET', lastJoinNumber, lastNumber)
for place, key in ipairs(staged) do
  if counts[place] > 0 then
    redis.call('PERSIST', key)
    redis.call('RENAME', key, live[place])
  end
end
return {'live'}
`;
