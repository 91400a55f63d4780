/**
 * Reserves an empty database for one whole copy. It is a script, since a visitor may join at this
 * moment. Until the import has ended, `last_join_number` is no number, so that no visitor joins half a list.
 *
 * ARGV  the copy's SHA-256, how many lines are before its last one, how many members ever joined
 *
 * Replies: {'begun', lines}   how many lines are done: 0, or more by an import that was cut off
 *          {'occupied'}       the database holds anything but a part of this copy
 */
export const BEGIN_IMPORT = `
local sha256, lines, everJoined = unpack(ARGV)
if redis.call('EXISTS', unpack(KEYS)) == 0 then
  redis.call('SET', lastJoinNumber, 'importing')
  redis.call('HSET', importing, 'sha256', sha256, 'lines', lines, 'joined', everJoined, 'done', 0)
end
if redis.call('HGET', importing, 'sha256') ~= sha256 then return {'occupied'} end
return {'begun', tonumber(redis.call('HGET', importing, 'done'))}
`;

/**
 * Writes lines of a copy and how many are done, together: a later import begins behind them, and never
 * brings back a member who has left since.
 *
 * ARGV  the copy's SHA-256, how many lines have to be done before these, these as JSON: [code, record]
 *       or {consent: version, text}
 *
 * Replies: {'done', lines}   how many lines are done now; these are not where others were done before
 *          {'ended'}         no import of this copy is under way
 */
export const WRITE_LINES = `
local sha256, before, lines = ARGV[1], ARGV[2], cjson.decode(ARGV[3])
if redis.call('HGET', importing, 'sha256') ~= sha256 then return {'ended'} end
if redis.call('HGET', importing, 'done') == before then
  for _, line in ipairs(lines) do
    if line.consent then
      redis.call('HSET', consents, line.consent, line.text)
    else
      redis.call('HSET', members, line[1], line[2])
    end
  end
  redis.call('HINCRBY', importing, 'done', #lines)
end
return {'done', tonumber(redis.call('HGET', importing, 'done'))}
`;
