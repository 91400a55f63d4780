/**
 * The steps of a restore. It loads under names of its own and takes the list's place at the end, so
 * that nobody ever joins a list that is half there. Whose turn it is says a lock, which ends by
 * itself a minute after the last sign of life.
 *
 * KEYS[1] {waitlist}:restoring              the lock
 * KEYS[2] {waitlist}:restoring:queue
 * KEYS[3] {waitlist}:restoring:members
 * KEYS[4] {waitlist}:restoring:unreadable
 *
 * ARGV[1] a name for this restore
 * ARGV[2] seconds after which it counts as dead
 *
 * Every script may be sent twice, as happens when an answer is lost, and replies the same again.
 */

/**
 * Takes the lock, and clears away what a restore that was cut short has left.
 *
 * Replies: 1, or 0 while another restore is under way.
 */
export const BEGIN_RESTORE = `
local holder = redis.call('GET', KEYS[1])
if holder == ARGV[1] then return 1 end
local isDone = holder and string.sub(holder, -5) == ' done'
if holder and not isDone and redis.call('TTL', KEYS[1]) >= 0 then return 0 end
redis.call('UNLINK', KEYS[2], KEYS[3], KEYS[4])
redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2])
return 1
`;

/**
 * ARGV[3] HSET or ZADD
 * ARGV[4] the number of the key that takes it: 2, 3 or 4
 * ARGV[5] and on: what it takes, at most 7,000 of them, which is what Lua can unpack
 *
 * Replies: 1, or 0 when the lock is lost.
 */
export const LOAD_BATCH = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('EXPIRE', KEYS[1], ARGV[2])
redis.call(ARGV[3], KEYS[tonumber(ARGV[4])], unpack(ARGV, 5))
return 1
`;

/**
 * KEYS[5] {waitlist}:queue
 * KEYS[6] {waitlist}:members
 * KEYS[7] {waitlist}:unreadable
 * KEYS[8] {waitlist}:joined
 * KEYS[9] {waitlist}:days
 *
 * ARGV[3] how many ever joined
 * ARGV[4] and on: each day's field and its count
 *
 * Replies: 'restored'
 *          'taken'      somebody joined meanwhile; nothing was changed
 *          'lost'       the lock is lost
 */
export const FINISH_RESTORE = `
local done = ARGV[1] .. ' done'
local holder = redis.call('GET', KEYS[1])
if holder == done then return 'restored' end
if holder ~= ARGV[1] then return 'lost' end
if redis.call('EXISTS', KEYS[5], KEYS[6], KEYS[7], KEYS[8], KEYS[9]) > 0 then return 'taken' end

for i = 2, 4 do
  if redis.call('EXISTS', KEYS[i]) == 1 then redis.call('RENAME', KEYS[i], KEYS[i + 3]) end
end
redis.call('SET', KEYS[8], ARGV[3])
for i = 4, #ARGV, 2 do redis.call('HSET', KEYS[9], ARGV[i], ARGV[i + 1]) end
redis.call('SET', KEYS[1], done, 'EX', 10)
return 'restored'
`;

/** Clears away what this restore has loaded. Replies: nothing. */
export const ABANDON_RESTORE = `
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('UNLINK', unpack(KEYS)) end
`;
