import { POSITIONS_PER_REFERRAL } from '../src/waitlist/shared/referral.ts';

/** `last_join_number` during a restore; the restore's id follows. Functions respond with `unavailable`. */
export const RESTORING = 'restoring:';

/** What a restore writes. */
export const RESTORED = ['members', 'consents', 'queue', 'admitted', 'phones', 'waves'] as const;

const ALL = RESTORED.join(', ');

/**
 * Marks a list and empties it, if it's empty already, or marked because its restore was cut off.
 *
 * ARGV  the marker: RESTORING and the restore's id
 *       'begin', or 'check' to change nothing
 *
 * Replies: {'begun'}
 *          {'occupied', members}
 */
export const BEGIN = `
local marker, mode = unpack(ARGV, FIRST_ARG)
local counter = redis.call('GET', lastJoinNumber)
-- A duplicate of this request must not delete what has been written since.
if counter == marker then return {'begun'} end
local isMarked = counter and string.find(counter, '^${RESTORING}')
if not isMarked and (counter or redis.call('EXISTS', ${ALL}) > 0) then
  return {'occupied', redis.call('HLEN', members)}
end
if mode == 'begin' then
  redis.call('SET', lastJoinNumber, marker)
  redis.call('DEL', ${ALL})
end
return {'begun'}
`;

/**
 * Opens the list, if it's complete.
 *
 * ARGV  the marker, the last join number, the number of values in each of RESTORED as JSON
 *
 * Replies: {'restored'}   now, or before if the client sent the request twice
 *          {'stopped'}    the list has another marker, or is in use, or values are missing
 */
export const FINISH = `
local marker, number, countsJson = unpack(ARGV, FIRST_ARG)
local counter, counts = redis.call('GET', lastJoinNumber), cjson.decode(countsJson)
if counter ~= marker and counter ~= number then return {'stopped'} end
for i, key in ipairs({${ALL}}) do
  local isSortedSet = key == queue or key == admitted
  local count = redis.call(isSortedSet and 'ZCARD' or 'HLEN', key)
  if count ~= counts[i] then return {'stopped'} end
end
redis.call('SET', positionsPerReferral, ${POSITIONS_PER_REFERRAL})
redis.call('SET', lastJoinNumber, number)
return {'restored'}
`;
