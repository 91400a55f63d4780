import { INDEXES } from '../netlify/queue/keys.ts';
import { type Waitlist, waitlistScript } from '../netlify/queue/script.ts';
import type { RankedMember } from './members.ts';
import { pagesWithProgress } from './pages.ts';
import { BadInput, RESTORING_MESSAGE } from './session.ts';

/** Upstash takes requests of up to 1 MB, and the script needs room too. */
const MAX_BYTES = 500_000;

export const STOPPED_MESSAGE =
  'Stopped: values are missing, or another restore has begun. Run it again.';

/** What a restore writes value by value. */
export const RESTORED_KEYS = ['members', 'consents', ...INDEXES] as const;

/** A value as read (`seen`) and as it should be (`expected`); null means none. `lastJoinNumber` has the field ''. */
export interface Change {
  where: (typeof RESTORED_KEYS)[number] | 'lastJoinNumber';
  field: string;
  seen: string | null;
  expected: string | null;
  /** The code of a member who must still be on the list. */
  member?: string | undefined;
}

/**
 * Makes changes in groups: the changes of a group belong together, such as a record and the index of its phone, so
 * all of them are made or none. A group is made only if each of its values is unchanged since it was read. Writes
 * nothing during another restore, so that a restore and other commands never write into each other's list.
 *
 * ARGV  the groups as JSON: lists of Change
 *       the id of the restore that writes; empty for other commands
 *
 * Replies: {'compared', for each group 1 if its values are as expected, also if a request sent before wrote them}
 */
const COMPARE_AND_SET = `
local groups, id = unpack(ARGV, FIRST_ARG)
if (restoreId or '') ~= id then return {'unavailable', id == '' and '${RESTORING_MESSAGE}' or '${STOPPED_MESSAGE}'} end

local hashes = {members = members, consents = consents, phones = phones, waves = waves}
local sortedSets = {queue = queue, admitted = admitted}

local function read(change)
  local hash, sortedSet = hashes[change.where], sortedSets[change.where]
  if hash then return redis.call('HGET', hash, change.field) or cjson.null end
  if sortedSet then return redis.call('ZSCORE', sortedSet, change.field) or cjson.null end
  return redis.call('GET', lastJoinNumber) or cjson.null
end

local function isUnchanged(change)
  if change.member and redis.call('HEXISTS', members, change.member) == 0 then return false end
  local value = read(change)
  -- A last join number that is too low counts as unchanged, since signups go on incrementing it.
  local number = change.where == 'lastJoinNumber' and tonumber(value)
  return value == change.seen or number and number < tonumber(change.expected)
end

local function isDone(change) return read(change) == change.expected end

local function write(change)
  local field, expected = change.field, change.expected
  local hash, sortedSet = hashes[change.where], sortedSets[change.where]
  if expected == cjson.null then
    redis.call(hash and 'HDEL' or 'ZREM', hash or sortedSet, field)
  elseif hash then
    redis.call('HSET', hash, field, expected)
  elseif sortedSet then
    redis.call('ZADD', sortedSet, expected, field)
  else
    redis.call('SET', lastJoinNumber, expected)
  end
  if hash == members then addEvent('updated', field) end
end

local function all(group, test)
  for _, change in ipairs(group) do
    if not test(change) then return false end
  end
  return true
end

local done = {}
for i, group in ipairs(cjson.decode(groups)) do
  if all(group, isUnchanged) then
    for _, change in ipairs(group) do write(change) end
  end
  done[i] = all(group, isDone) and 1 or 0
end
return {'compared', done}
`;

const script = waitlistScript<['compared', done: number[]]>(
  COMPARE_AND_SET,
  { compared: 1 },
  { duringRestore: true },
);

/** Resolves with whether each group is done. Throws ListUnavailable during another restore. */
export async function compareAndSet(waitlist: Waitlist, groups: Change[][], restoreId = '') {
  const done: boolean[] = [];
  for (const page of pagesWithProgress(groups, MAX_BYTES, bytesOf)) {
    const [, results] = await script(waitlist, [JSON.stringify(page), restoreId]);
    done.push(...results.map(Boolean));
  }
  return done;
}

/** A request's JSON escapes the argument's JSON once more. */
const bytesOf = (group: Change[]) => Buffer.byteLength(JSON.stringify(JSON.stringify(group)));

/**
 * Sets fields in each member's record (undefined removes one), along with the other changes, unless the record
 * has changed since it was read. Throws BadInput with the codes of those that have.
 */
export async function editRecords(
  waitlist: Waitlist,
  members: RankedMember[],
  fields: object,
  others: Change[] = [],
): Promise<void> {
  const groups = members.map(({ code, record }): Change[] => {
    const expected = JSON.stringify({ ...JSON.parse(record ?? '{}'), ...fields });
    return [{ where: 'members', field: code, seen: record, expected }, ...others];
  });
  const done = await compareAndSet(waitlist, groups);
  const codes = members.filter((_, i) => !done[i]).map(({ code }) => code);
  if (!codes.length) return;
  // A record that isn't UTF-8 never matches what was read.
  const next = 'Run it again; if that fails too, run verify.';
  const rest = members.length > codes.length ? ' All others are done.' : '';
  throw new BadInput(
    `These records have changed in the meantime: ${codes.join(', ')}.${rest} ${next}`,
  );
}
