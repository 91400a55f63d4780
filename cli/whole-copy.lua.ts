/**
 * Reserves an empty database for one whole copy. It is a script, since a visitor may join at this
 * moment. Until the import has ended, `joined` is no number, so that no visitor joins half a list.
 *
 * ARGV  the copy's SHA-256, how many lines it has, how many members ever joined
 *
 * Replies: {'begun', lines}   how many lines are written: 0, or more by an import that was cut off
 *          {'occupied'}       the database holds anything but a part of this copy
 */
export const BEGIN_IMPORT = `
local sha256, lines, everJoined = unpack(ARGV)
if redis.call('EXISTS', unpack(KEYS)) == 0 then
  redis.call('SET', joined, 'importing')
  redis.call('HSET', importing, 'sha256', sha256, 'lines', lines, 'joined', everJoined, 'written', 0)
end
if redis.call('HGET', importing, 'sha256') ~= sha256 then return {'occupied'} end
return {'begun', tonumber(redis.call('HGET', importing, 'written'))}
`;

/**
 * Writes lines of a copy and how many are written, together: a later import begins behind them, and
 * never brings back a member who has left since.
 *
 * ARGV  the copy's SHA-256, how many lines have to be written before these, 'members' or 'consents',
 *       then the field and the value of each line
 *
 * Replies: {'written', lines}   how many lines are written now; these are not where others were before
 *          {'ended'}            no import of this copy is under way
 */
export const WRITE_LINES = `
local sha256, before, hash = ARGV[1], ARGV[2], ARGV[3]
local fields = { unpack(ARGV, 4) }
if redis.call('HGET', importing, 'sha256') ~= sha256 then return {'ended'} end
if redis.call('HGET', importing, 'written') == before then
  redis.call('HSET', hash == 'members' and members or consents, unpack(fields))
  redis.call('HINCRBY', importing, 'written', #fields / 2)
end
return {'written', tonumber(redis.call('HGET', importing, 'written'))}
`;

/**
 * Lets visitors join the imported list, once all lines are written and the indexes are built.
 *
 * Replies: {'ended'}
 *          {'under_way'}   lines are missing; nothing was changed
 */
export const END_IMPORT = `
local lines, written, everJoined = unpack(redis.call('HMGET', importing, 'lines', 'written', 'joined'))
if written ~= lines then return {'under_way'} end
if lines and redis.call('GET', joined) == 'importing' then redis.call('SET', joined, everJoined) end
redis.call('DEL', importing)
return {'ended'}
`;
