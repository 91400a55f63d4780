import { nanoid } from 'nanoid';
import { INDEXES, isSortedSet } from '../netlify/queue/keys.ts';
import { type Waitlist, waitlistScript } from '../netlify/queue/script.ts';
import { jsonPages } from './pages.ts';

/** What a restore writes; `verify --fix` writes the indexes. */
const RESTORED = ['members', 'consents', ...INDEXES] as const;

/** What a list has once it's open again, by key and field. */
interface Contents {
  lastJoinNumber: number;
  fields: Partial<Record<(typeof RESTORED)[number], Map<string, string>>>;
}

type RebuildCommand = 'restore' | 'verify --fix';

const OCCUPIED_MESSAGE =
  'Restore into a new database, then point the site to it: see "When Redis is lost" in docs/operations.md. Members who joined after the backup sign up again.';

const STOPPED =
  "{'unavailable', 'Stopped: another rebuild has begun, or values are missing. Run it again.'}";

/**
 * Closes the list and deletes what the command writes, also if the same command was cut off. A restore refuses a list
 * that isn't empty, and deletes webhook events that wait, since they are about other members.
 *
 * ARGV  the command, the rebuild's id; without an id nothing changes
 *
 * Replies: {'closed', 1 if the same command was cut off}
 */
const CLOSE = `
local command, id = unpack(ARGV, FIRST_ARG)
local isRestore, isCutOff = command == 'restore', closedBy == command
if closed and not isCutOff then return closed end
if isRestore and not isCutOff and redis.call('EXISTS', lastJoinNumber, ${RESTORED.join(', ')}) > 0 then
  local count = redis.call('HLEN', members)
  return {'unavailable', 'This database already has a list (members: ' .. count .. '). ${OCCUPIED_MESSAGE}'}
end
-- The client may send this twice, and the second must not delete what has been written since.
if id == '' or rebuildId == id then return {'closed', isCutOff} end
redis.call('SET', rebuild, id)
redis.call('DEL', ${INDEXES.join(', ')})
if isRestore then redis.call('DEL', members, consents, outbox, outboxTimes) end
return {'closed', isCutOff}
`;

/**
 * Writes a page, unless another rebuild has begun since.
 *
 * ARGV  the rebuild's id, Redis commands as JSON
 *
 * Replies: {'written'}
 */
const WRITE = `
local id, commands = unpack(ARGV, FIRST_ARG)
if rebuildId ~= id then return ${STOPPED} end
for _, command in ipairs(cjson.decode(commands)) do redis.call(unpack(command)) end
return {'written'}
`;

/**
 * Opens the list, if it's complete.
 *
 * ARGV  the rebuild's id, the last join number
 *       counts as JSON, because somebody may have deleted a key since: [command, key, expected]
 *
 * Replies: {'opened'}, also if the client sent the request twice
 */
const OPEN = `
local id, number, counts = unpack(ARGV, FIRST_ARG)
-- The first request has opened the list, and members may have joined since.
if not closed and (tonumber(lastNumber) or -1) >= tonumber(number) then return {'opened'} end
if rebuildId ~= id then return ${STOPPED} end
for _, count in ipairs(cjson.decode(counts)) do
  if redis.call(count[1], count[2]) ~= count[3] then return ${STOPPED} end
end
redis.call('SET', lastJoinNumber, number)
redis.call('DEL', rebuild)
return {'opened'}
`;

const closeScript = waitlistScript<['closed', isCutOff: 1 | null]>(
  CLOSE,
  { closed: 1 },
  { duringRebuild: true },
);
const writeScript = waitlistScript<['written']>(WRITE, { written: 0 }, { duringRebuild: true });
const openScript = waitlistScript<['opened']>(OPEN, { opened: 0 }, { duringRebuild: true });

/** Resolves with whether the command was cut off. Throws ListUnavailable if it may not rebuild this list. */
export async function checkRebuild(waitlist: Waitlist, command: RebuildCommand): Promise<boolean> {
  const [, isCutOff] = await closeScript(waitlist, [command, '']);
  return Boolean(isCutOff);
}

/**
 * Closes the list, writes what `read` then resolves with, and opens it; resolves with the seconds in between. If it's
 * cut off, the list stays closed until the same command has run again. Throws ListUnavailable if another rebuild began.
 */
export async function rebuild(
  waitlist: Waitlist,
  command: RebuildCommand,
  read: () => Promise<Contents>,
): Promise<number> {
  const start = performance.now();
  const id = `${command}:${nanoid()}`;
  await closeScript(waitlist, [command, id]);
  const { lastJoinNumber, fields } = await read();
  const writes: string[][] = [];
  const counts: [command: string, key: string, expected: number][] = [];
  for (const name of RESTORED) {
    const [key, values] = [waitlist.keys[name], fields[name]];
    if (!values) continue;
    const isRanked = isSortedSet(name);
    for (const [field, value] of values) {
      writes.push(isRanked ? ['ZADD', key, value, field] : ['HSET', key, field, value]);
    }
    counts.push([isRanked ? 'ZCARD' : 'HLEN', key, values.size]);
  }
  for (const page of jsonPages(writes)) await writeScript(waitlist, [id, page]);
  await openScript(waitlist, [id, lastJoinNumber, JSON.stringify(counts)]);
  return Math.ceil((performance.now() - start) / 1000);
}
