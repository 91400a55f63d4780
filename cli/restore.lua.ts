import { SCRIPT_KEYS } from '../netlify/queue/keys.ts';

/** The keys that a restore stages, in the order in which its scripts get them. */
export const STAGED = ['members', 'consents', 'queue', 'admitted', 'phones', 'waves'] as const;

/**
 * The marker is a value of last_join_number with an expiry. While it is there, no visitor can join, and
 * the restore that wrote it is the only one.
 */
const PRELUDE = `
local live = {members, consents, queue, admitted, phones, waves}
local staged = {unpack(KEYS, ${SCRIPT_KEYS.length + 1})}
local marker = ARGV[1]

local function isMine() return redis.call('GET', lastJoinNumber) == marker end
local function isSortedSet(i) return live[i] == queue or live[i] == admitted end
`;

/**
 * Begins a restore into an empty database. One that was cut off is dropped.
 *
 * ARGV  marker, seconds until it expires, what each marker begins with
 *
 * Replies: {'begun'}
 *          {'occupied', how many members the database has}
 */
export const BEGIN = `${PRELUDE}
local counter = redis.call('GET', lastJoinNumber) or ARGV[3]
local isFree = string.find(counter, ARGV[3], 1, true) == 1
if not isFree or redis.call('EXISTS', unpack(live)) > 0 then
  return {'occupied', redis.call('HLEN', members)}
end
redis.call('UNLINK', unpack(staged))
redis.call('SET', lastJoinNumber, marker, 'EX', ARGV[2])
return {'begun'}
`;

/**
 * Writes values into a staged key, and renews the expiry of everything.
 *
 * ARGV  marker, seconds until all of it expires, place of the key in STAGED from 1, JSON: [field, value]s
 *
 * Replies: {'staged'}
 *          {'ended'}   another restore began, or this one took too long for its expiry
 */
export const STAGE = `${PRELUDE}
if not isMine() then return {'ended'} end
local seconds, place = ARGV[2], tonumber(ARGV[3])
for _, entry in ipairs(cjson.decode(ARGV[4])) do
  if isSortedSet(place) then
    redis.call('ZADD', staged[place], entry[2], entry[1])
  else
    redis.call('HSET', staged[place], entry[1], entry[2])
  end
end
for _, key in ipairs(staged) do redis.call('EXPIRE', key, seconds) end
redis.call('EXPIRE', lastJoinNumber, seconds)
return {'staged'}
`;

/**
 * Puts what was staged live. Redis rolls nothing back, so everything is checked before the first write,
 * and the only write that a full Redis refuses comes first. RENAME keeps an expiry.
 *
 * ARGV  marker, the last join number, how many values each of STAGED has
 *
 * Replies: {'live'}    now, or before, since the client may send a request twice
 *          {'ended'}   as above, or something is missing; nothing was changed
 */
export const PUBLISH = `${PRELUDE}
local lastNumber = ARGV[2]
if not isMine() then
  local isLive = redis.call('GET', lastJoinNumber) == lastNumber
    and redis.call('HLEN', members) == tonumber(ARGV[3])
  return {isLive and 'live' or 'ended'}
end
if redis.call('EXISTS', unpack(live)) > 0 then return {'ended'} end
for i, key in ipairs(staged) do
  local count = redis.call(isSortedSet(i) and 'ZCARD' or 'HLEN', key)
  if count ~= tonumber(ARGV[2 + i]) then return {'ended'} end
end
redis.call('SET', lastJoinNumber, lastNumber)
for i, key in ipairs(staged) do
  if tonumber(ARGV[2 + i]) > 0 then
    redis.call('PERSIST', key)
    redis.call('RENAME', key, live[i])
  end
end
return {'live'}
`;
