import { nanoid } from 'nanoid';
import { waitlistScript } from '../../netlify/queue/script.ts';
import { readBackup } from '../backup.ts';
import { compareAndSet, RESTORED_KEYS, STOPPED_MESSAGE } from '../compare-and-set.ts';
import { formatMembers } from '../format.ts';
import { expectedIndexes } from '../indexes.ts';
import { linkMembers } from '../members.ts';
import { BadInput, confirm, type Session } from '../session.ts';

/** In place of a restore's id. */
const DRY_RUN = '';

const LUA_KEYS = RESTORED_KEYS.join(', ');

const OCCUPIED_MESSAGE =
  'Restore into a new database, then point the site to it: see "When Redis is lost" in docs/operations.md. Members who joined after the backup sign up again.';

/**
 * Closes an empty list, or takes over one whose restore was cut off and empties it; refuses any other. Deletes
 * webhook events that wait, since they are about other members.
 *
 * ARGV  the restore's id, or DRY_RUN to change nothing
 *
 * Replies: {'begun'}
 */
const BEGIN = `
local id = ARGV[FIRST_ARG]
local isEmpty = not lastNumber and redis.call('EXISTS', ${LUA_KEYS}) == 0
-- What a cut-off restore has written isn't a list.
if not isEmpty and not restoreId then
  local count = redis.call('HLEN', members)
  return {'unavailable', 'This database already has a list (members: ' .. count .. '). ${OCCUPIED_MESSAGE}'}
end
if id == '${DRY_RUN}' then return {'begun'} end
-- The client may send this twice, and the second must not delete what has been written since.
if restoreId == id then return {'begun'} end
redis.call('SET', restore, id)
redis.call('DEL', outbox, outboxTimes, ${LUA_KEYS})
return {'begun'}
`;

/**
 * Opens the list, if it's complete.
 *
 * ARGV  the restore's id, the last join number
 *       the number of values in each of RESTORED_KEYS as JSON
 *
 * Replies: {'restored'}, also if the client sent the request twice
 */
const FINISH = `
local id, number, countsJson = unpack(ARGV, FIRST_ARG)
local stopped = {'unavailable', '${STOPPED_MESSAGE}'}
-- The client may send this twice: the first has opened the list, and members may have joined since.
local isOpen = not restoreId and tonumber(lastNumber or 0) >= tonumber(number)
if isOpen then return {'restored'} end
-- Another restore has begun, or an operator gave this one up.
if restoreId ~= id then return stopped end
-- Someone may have deleted a key since.
local counts = cjson.decode(countsJson)
for i, key in ipairs({${LUA_KEYS}}) do
  local isSortedSet = key == queue or key == admitted
  local count = redis.call(isSortedSet and 'ZCARD' or 'HLEN', key)
  if count ~= counts[i] then return stopped end
end
redis.call('SET', lastJoinNumber, number)
redis.call('DEL', restore)
return {'restored'}
`;

const beginScript = waitlistScript<['begun']>(BEGIN, { begun: 0 }, { duringRestore: true });
const finishScript = waitlistScript<['restored']>(FINISH, { restored: 0 }, { duringRestore: true });

export async function restore(session: Session, file: string): Promise<void> {
  const backup = await readBackup(file);
  const { takenAt, list, site, members } = backup;
  const whom = formatMembers(members.length);
  console.log(`A backup of ${list} on ${site}, from ${takenAt}.
It has ${whom}.`);
  if (!members.length) throw new BadInput('Nothing to restore.');
  const indexes = expectedIndexes(linkMembers(members).members);
  const values = { members: new Map(members), consents: new Map(backup.consents), ...indexes };
  const changes = RESTORED_KEYS.flatMap((where) =>
    Array.from(values[where], ([field, expected]) => [{ where, field, seen: null, expected }]),
  );
  const counts = JSON.stringify(RESTORED_KEYS.map((name) => values[name].size));
  await beginScript(session, [DRY_RUN]);
  await confirm(session, `Restore ${whom}`);
  const id = nanoid();
  await beginScript(session, [id]);
  // Webhooks have told what's in a backup already.
  await compareAndSet({ ...session, webhooks: false }, changes, id);
  await finishScript(session, [id, backup.lastJoinNumber, counts]);
  console.log(`Restored ${whom}.
Opt-outs and removals since ${takenAt} are not in this backup. Run opt-out FILE with the list of STOPs from your texting service, and remove members who asked for it.`);
}
