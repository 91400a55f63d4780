/**
 * Reserves a database for one whole copy. It is a script, since a visitor may join at this moment.
 *
 * ARGV  the copy's id, how many ever joined
 *
 * Replies: {'begun'}      now, or before with the same copy
 *          {'occupied'}   the database holds anything but a part of this copy
 */
export const BEGIN_IMPORT = `
local id = redis.call('GET', importing)
if id == ARGV[1] then return {'begun'} end
if redis.call('EXISTS', unpack(KEYS)) > 0 then return {'occupied'} end
redis.call('SET', importing, ARGV[1])
redis.call('SET', joined, ARGV[2])
return {'begun'}
`;
