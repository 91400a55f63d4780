/**
 * Erases one member: her place, her record, and what she did for her inviter, whose score counts the
 * friends in line. One script, so that nobody is ever in line without a record, or credited for
 * somebody who left.
 *
 * KEYS[1] {waitlist}:queue
 * KEYS[2] {waitlist}:members
 * KEYS[3] {waitlist}:unreadable
 *
 * ARGV[1] her phone
 * ARGV[2] her code: a phone may have left and joined again since it was looked up
 *
 * Replies: {'erased'}
 *          {'erased', code}   of her inviter, who went back five
 *          {'gone'}           nobody has that phone with that code
 */
export const ERASE = `
local queue, members, unreadable = KEYS[1], KEYS[2], KEYS[3]
local phone, code = ARGV[1], ARGV[2]
local record = redis.call('HGET', members, phone)
local found, inviter = string.match(record or '', '^(%S+) %S+ (%S+) ')
if found ~= code then return {'gone'} end

redis.call('ZREM', queue, code)
redis.call('HDEL', members, phone)
redis.call('HDEL', unreadable, phone)
-- A plain ZINCRBY would bring back an inviter who left before.
if not redis.call('ZSCORE', queue, inviter) then return {'erased'} end
redis.call('ZINCRBY', queue, 5, inviter)
return {'erased', inviter}
`;
