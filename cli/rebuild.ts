import { nanoid } from 'nanoid';
import { INDEXES, isSortedSet } from '../netlify/queue/keys.ts';
import { waitlistScript } from '../netlify/queue/script.ts';
import type { Backup } from './backup.ts';
import { jsonBatches } from './batches.ts';
import { expectedIndexes, expectedJoinNumber } from './indexes.ts';
import { linkMembers, readFields } from './members.ts';
import type { Session } from './session.ts';

const OCCUPIED_MESSAGE =
  'Restore into a new database, then point the site to it: see "When Redis is lost" in docs/operations.md. Members who joined after the backup sign up again.';

const STOPPED =
  "{'unavailable', 'Stopped: another rebuild has begun, or values are missing. Run it again.'}";

/**
 * Closes the list and deletes what the command writes, also if the same command was cut off. A restore refuses a list
 * that isn't empty, and deletes what belongs to the former one: webhook events that wait, and the last backup's time.
 *
 * ARGV  the command, the rebuild's id; without an id nothing changes
 */
const CLOSE = `
local command, id = unpack(ARGV, FIRST_ARG)
local isRestore, isCutOff = command == 'restore', closedBy == command
if closed and not isCutOff then return closed end
if isRestore and not isCutOff and redis.call('EXISTS', lastJoinNumber, members, consents, ${INDEXES.join(', ')}) > 0 then
  local count = redis.call('HLEN', members)
  return {'unavailable', 'This database already has a list (members: ' .. count .. '). ${OCCUPIED_MESSAGE}'}
end
-- The client may send this twice, and a proxy late: neither may delete what has been written since.
local openedAt = tonumber(string.match(redis.call('GET', lastRebuild) or '', '%d+$')) or 0
local isLate = id ~= '' and tonumber(string.match(id, ':(%d+)')) <= openedAt
if id == '' or rebuildId == id or isLate then return {'closed', isCutOff} end
redis.call('SET', rebuild, id)
redis.call('DEL', ${INDEXES.join(', ')})
if isRestore then redis.call('DEL', members, consents, outbox, outboxTimes, lastBackup) end
return {'closed', isCutOff}
`;

/**
 * Writes a batch, unless another rebuild has begun since.
 *
 * ARGV  the rebuild's id, Redis commands as JSON
 */
const WRITE = `
local id, commands = unpack(ARGV, FIRST_ARG)
if rebuildId ~= id then return ${STOPPED} end
for _, command in ipairs(cjson.decode(commands)) do redis.call(unpack(command)) end
return {'written'}
`;

/**
 * Opens the list, if it's complete. The client may send this twice.
 *
 * ARGV  the rebuild's id, now in milliseconds since 1970, the last join number
 *       counts as JSON, because somebody may have deleted a key since: [command, key, expected]
 */
const OPEN = `
local id, now, number, counts = unpack(ARGV, FIRST_ARG)
local last = id .. ' ' .. now
if redis.call('GET', lastRebuild) == last then return {'opened'} end
if rebuildId ~= id then return ${STOPPED} end
for _, count in ipairs(cjson.decode(counts)) do
  if redis.call(count[1], count[2]) ~= count[3] then return ${STOPPED} end
end
redis.call('SET', lastJoinNumber, number)
redis.call('SET', lastRebuild, last, 'EX', 60)
redis.call('DEL', rebuild)
return {'opened'}
`;

const WHEN = { duringRebuild: true };
const closeScript = waitlistScript<['closed', isCutOff: 1 | null]>(CLOSE, { closed: 1 }, WHEN);
const writeScript = waitlistScript<['written']>(WRITE, { written: 0 }, WHEN);
const openScript = waitlistScript<['opened']>(OPEN, { opened: 0 }, WHEN);

/** Resolves with whether the command was cut off. Throws ListUnavailable if it may not rebuild this list. */
export async function checkRebuild(session: Session, command: 'restore' | 'verify --fix') {
  const [, isCutOff] = await closeScript(session, [command, '']);
  return Boolean(isCutOff);
}

/**
 * Closes the list, writes the backup's records and consents if there's a backup, then the indexes, and opens it;
 * resolves with the seconds in between. If it's cut off, the list stays closed until the same command has run again.
 * Throws ListUnavailable if another rebuild began.
 */
export async function rebuild(session: Session, backup?: Backup): Promise<number> {
  const { redis, keys } = session;
  const start = performance.now();
  const command = backup ? 'restore' : 'verify --fix';
  const id = `${command}:${Date.now()}:${nanoid()}`;
  await closeScript(session, [command, id]);
  const records = backup ? new Map(backup.members) : await readFields(session, 'members');
  const stored = backup ? backup.lastJoinNumber : await redis.get(keys.lastJoinNumber);
  const lastJoinNumber = expectedJoinNumber(`${stored}`, records);
  const { members, unreadable } = linkMembers(records);
  for (const code of unreadable) records.delete(code);
  const contents = {
    ...(backup && { members: records, consents: new Map(backup.consents) }),
    ...expectedIndexes(members),
  };
  const writes: string[][] = [];
  const counts: [command: string, key: string, expected: number][] = [];
  for (const [name, values] of Object.entries<Map<string, string>>(contents)) {
    const [key, isRanked] = [keys[name as keyof typeof contents], isSortedSet(name)];
    for (const [field, value] of values) {
      writes.push(isRanked ? ['ZADD', key, value, field] : ['HSET', key, field, value]);
    }
    counts.push([isRanked ? 'ZCARD' : 'HLEN', key, values.size]);
  }
  for (const batch of jsonBatches(writes)) await writeScript(session, [id, batch]);
  await openScript(session, [id, Date.now(), lastJoinNumber, JSON.stringify(counts)]);
  return Math.ceil((performance.now() - start) / 1000);
}
