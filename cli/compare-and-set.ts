import { type Waitlist, waitlistScript } from '../netlify/queue/waitlist-script.ts';
import { pagesByBytes } from './pages-by-bytes.ts';

/** A value as read (`seen`) and as it should be (`expected`); null means none. `lastJoinNumber` has the field ''. */
export interface Change {
  where: 'queue' | 'admitted' | 'members' | 'phones' | 'waves' | 'lastJoinNumber';
  field: string;
  seen: string | null;
  expected: string | null;
  /** The code of a member who must still be on the list. */
  member?: string | undefined;
}

/**
 * Applies each group of changes only if none of its values has changed since it was read, except that a join
 * counter that is too low may have risen. A group that was already applied counts as done, since the client
 * may send a request twice.
 *
 * ARGV  the groups as JSON: lists of Change
 *
 * Replies: {'compared', one digit per group: 1 if it's done, 0 if a value has changed since}
 */
const COMPARE_AND_SET = `
local hashes = {members = members, phones = phones, waves = waves}
local sortedSets = {queue = queue, admitted = admitted}

local function read(change)
  local hash, sortedSet = hashes[change.where], sortedSets[change.where]
  if hash then return redis.call('HGET', hash, change.field) or cjson.null end
  if sortedSet then return redis.call('ZSCORE', sortedSet, change.field) or cjson.null end
  local counter = redis.call('GET', lastJoinNumber) or cjson.null
  local number = tonumber(counter)
  -- Signups go on incrementing a counter that is too low.
  if number and number < tonumber(change.expected) then return change.seen end
  return counter
end

local function write(change)
  local field, expected = change.field, change.expected
  local hash, sortedSet = hashes[change.where], sortedSets[change.where]
  if not hash and not sortedSet then return redis.call('SET', lastJoinNumber, expected) end
  if hash and expected == cjson.null then return redis.call('HDEL', hash, field) end
  if hash then redis.call('HSET', hash, field, expected) end
  if hash == members and addEvent then addEvent('member.updated', field) end
  if hash then return end
  if expected == cjson.null then return redis.call('ZREM', sortedSet, field) end
  redis.call('ZADD', sortedSet, expected, field)
end

local function allEqual(changes, name)
  for _, change in ipairs(changes) do
    if read(change) ~= change[name] then return false end
  end
  return true
end

local function doMembersExist(changes)
  for _, change in ipairs(changes) do
    if change.member and redis.call('HEXISTS', members, change.member) == 0 then return false end
  end
  return true
end

local digits = {}
for i, changes in ipairs(cjson.decode(ARGV[FIRST_ARG])) do
  local isUnchanged = allEqual(changes, 'seen') and doMembersExist(changes)
  if isUnchanged then
    for _, change in ipairs(changes) do write(change) end
  end
  digits[i] = allEqual(changes, 'expected') and '1' or '0'
end
return {'compared', table.concat(digits)}
`;

const script = waitlistScript<['compared', digits: string]>(COMPARE_AND_SET);

/** Resolves with whether each group is done. Throws if Redis fails. */
export async function compareAndSet(waitlist: Waitlist, groups: Change[][]): Promise<boolean[]> {
  const done: boolean[] = [];
  for (const page of pagesByBytes(groups)) {
    const [, digits] = await script(waitlist, [JSON.stringify(page)]);
    for (const digit of digits) done.push(digit === '1');
  }
  return done;
}
