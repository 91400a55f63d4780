import { nanoid } from 'nanoid';
import { INDEXES, isSortedSet } from '../netlify/queue/keys.ts';
import { waitlistScript } from '../netlify/queue/script.ts';
import type { Backup } from './backup.ts';
import { scriptBatches } from './batches.ts';
import { expectedIndexes, expectedJoinNumber } from './indexes.ts';
import { linkMembers, readFields } from './members.ts';
import type { Session } from './session.ts';

const OCCUPIED_MESSAGE =
  'Restore into a new database, then point the site to it: see "When Redis is lost" in docs/operations.md. Members who joined after the backup sign up again.';

const STOPPED =
  "{'unavailable', 'Stopped: another rebuild has begun, or values are missing. Run it again.'}";

/**
 * Closes the list and deletes the indexes (keys.ts), also if the same command was cut off. A restore refuses a list that
 * isn't empty, and also deletes members, consents, webhook events that wait, and the last backup's time.
 * Without an id nothing changes.
 */
const CLOSE = `
local id, isRestore, isCutOff = args.id, args.command == 'restore', closedBy == args.command
if closed and not isCutOff then return closed end
if isRestore and not isCutOff and redis.call('EXISTS', lastJoinNumber, members, consents, ${INDEXES.join(', ')}) > 0 then
  local count = redis.call('HLEN', members)
  return {'unavailable', 'This database already has a list (members: ' .. count .. '). ${OCCUPIED_MESSAGE}'}
end
-- The client may send this twice, and a proxy late: neither may delete what has been written since.
local openedAt = tonumber(string.match(redis.call('GET', lastRebuild) or '', '%d+$')) or 0
local isLate = id and tonumber(string.match(id, ':(%d+)')) <= openedAt
if not id or rebuildId == id or isLate then return {'closed', isCutOff} end
redis.call('SET', rebuild, id)
redis.call('DEL', ${INDEXES.join(', ')})
if isRestore then redis.call('DEL', members, consents, outbox, outboxTimes, lastBackup) end
return {'closed', isCutOff}
`;

/** Runs commands of four texts each, unless another rebuild has begun since. */
const WRITE = `
if rebuildId ~= args.id then return ${STOPPED} end
for i = 1, #args.commands, 4 do redis.call(unpack(args.commands, i, i + 3)) end
return {'written'}
`;

/**
 * Opens the list, if it's complete: somebody may have deleted a key since. Each count is a command, a key and the
 * expected reply. The client may send this twice.
 */
const OPEN = `
if redis.call('GET', lastRebuild) == args.opened then return {'opened'} end
if rebuildId ~= args.id then return ${STOPPED} end
for i = 1, #args.counts, 3 do
  local command, key, expected = unpack(args.counts, i, i + 2)
  if redis.call(command, key) ~= tonumber(expected) then return ${STOPPED} end
end
redis.call('SET', lastJoinNumber, args.lastJoinNumber)
redis.call('SET', lastRebuild, args.opened, 'EX', 60)
redis.call('DEL', rebuild)
return {'opened'}
`;

type Command = 'restore' | 'verify --fix';
type CloseArgs = { command: Command; id?: string };
type Closed = ['closed', isCutOff: 1 | null];
type WriteArgs = { id: string; commands: string[] };
type OpenArgs = { id: string; opened: string; lastJoinNumber: string; counts: string[] };

const DURING_REBUILD = { duringRebuild: true };
const closeScript = waitlistScript<CloseArgs, Closed>(CLOSE, { closed: 1 }, DURING_REBUILD);
const writeScript = waitlistScript<WriteArgs, ['written']>(WRITE, { written: 0 }, DURING_REBUILD);
const openScript = waitlistScript<OpenArgs, ['opened']>(OPEN, { opened: 0 }, DURING_REBUILD);

export async function checkRebuild(session: Session, command: Command) {
  const [, isCutOff] = await closeScript(session, { command });
  return Boolean(isCutOff);
}

/**
 * Closes the list, writes the backup's records and consents if there's a backup, then the indexes and the last join
 * number, and opens it; resolves with the seconds in between. If it's cut off, the list stays closed until the same
 * command has run again. Throws Unavailable if another rebuild began.
 */
export async function rebuild(session: Session, backup?: Backup): Promise<number> {
  const { redis, keys } = session;
  const start = performance.now();
  const command = backup ? 'restore' : 'verify --fix';
  const id = `${command}:${Date.now()}:${nanoid()}`;
  await closeScript(session, { command, id });
  const records = backup ? new Map(backup.members) : await readFields(session, 'members');
  const stored = backup ? backup.lastJoinNumber : await redis.get(keys.lastJoinNumber);
  const lastJoinNumber = `${expectedJoinNumber(`${stored}`, records)}`;
  const { members, unreadable } = linkMembers(records);
  for (const code of unreadable) records.delete(code);
  const contents = {
    ...(backup && { members: records, consents: new Map(backup.consents) }),
    ...expectedIndexes(members),
  };
  const writes: string[][] = [];
  const counts: string[] = [];
  for (const [name, values] of Object.entries<Map<string, string>>(contents)) {
    const [key, isRanked] = [keys[name as keyof typeof contents], isSortedSet(name)];
    for (const [field, value] of values) {
      writes.push(isRanked ? ['ZADD', key, value, field] : ['HSET', key, field, value]);
    }
    counts.push(isRanked ? 'ZCARD' : 'HLEN', key, `${values.size}`);
  }
  for (const batch of scriptBatches(writes))
    await writeScript(session, { id, commands: batch.flat() });
  const opened = `${id} ${Date.now()}`;
  await openScript(session, { id, opened, lastJoinNumber, counts });
  return Math.ceil((performance.now() - start) / 1000);
}
