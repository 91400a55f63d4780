import { type Waitlist, waitlistScript } from '../netlify/queue/waitlist-script.ts';
import { pagesOf } from './members.ts';
import { showProgress } from './progress.ts';

/** Groups in one request: some 200 KB, and 10 ms in which nobody else is served. */
const BATCH_SIZE = 2_000;

/** A field as it was seen and as it is due; null is nothing. `lastJoinNumber` has the field ''. */
export interface Change {
  where: 'queue' | 'admitted' | 'members' | 'phones' | 'waves' | 'lastJoinNumber';
  field: string;
  seen: string | null;
  due: string | null;
}

/**
 * Sets groups of values, each group only where all of its values are as they were seen, and where no
 * index would lead to a member who has left since. A group that is as due already is done, too: the
 * client may send a request twice.
 *
 * ARGV  the groups as JSON: lists of Change
 *
 * Replies: {'compared', a digit for each group: 1 where it is done, 0 where it changed nothing}
 */
const COMPARE_AND_SET = `
local sorted = {queue = queue, admitted = admitted}
local hashes = {members = members, phones = phones, waves = waves}

local function read(where, field)
  if where == 'lastJoinNumber' then return redis.call('GET', lastJoinNumber) end
  if sorted[where] then return redis.call('ZSCORE', sorted[where], field) end
  return redis.call('HGET', hashes[where], field)
end

local function write(where, field, due)
  if where == 'lastJoinNumber' then return redis.call('SET', lastJoinNumber, due) end
  if sorted[where] and due == cjson.null then return redis.call('ZREM', sorted[where], field) end
  if sorted[where] then return redis.call('ZADD', sorted[where], due, field) end
  if due == cjson.null then return redis.call('HDEL', hashes[where], field) end
  redis.call('HSET', hashes[where], field, due)
end

local function areAll(changes, name)
  for _, change in ipairs(changes) do
    if (read(change.where, change.field) or cjson.null) ~= change[name] then return false end
  end
  return true
end

local function leadToMembers(changes)
  for _, change in ipairs(changes) do
    local code = sorted[change.where] and change.field or change.where == 'phones' and change.due
    local isLink = code and change.due ~= cjson.null
    if isLink and redis.call('HEXISTS', members, code) == 0 then return false end
  end
  return true
end

local digits = {}
for i, changes in ipairs(cjson.decode(ARGV[1])) do
  local isDue = areAll(changes, 'seen') and leadToMembers(changes)
  for _, change in ipairs(isDue and changes or {}) do
    write(change.where, change.field, change.due)
  end
  digits[i] = (isDue or areAll(changes, 'due')) and '1' or '0'
end
return {'compared', table.concat(digits)}
`;

const script = waitlistScript(COMPARE_AND_SET, { compared: { digits: 'string' } });

/** Resolves with whether each group is done. Throws when Redis fails. */
export async function compareAndSet(waitlist: Waitlist, groups: Change[][]): Promise<boolean[]> {
  const done: boolean[] = [];
  for await (const step of showProgress('Writing', pagesOf(groups, BATCH_SIZE), groups.length)) {
    const { digits } = await script(waitlist, [JSON.stringify(step)]);
    for (const digit of digits) done.push(digit === '1');
  }
  return done;
}
