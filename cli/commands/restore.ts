import { nanoid } from 'nanoid';
import { waitlistScript } from '../../netlify/queue/script.ts';
import { POSITIONS_PER_REFERRAL } from '../../src/waitlist/shared/referral.ts';
import { type Backup, readBackup } from '../backup.ts';
import { compareAndSet, STOPPED, STORES } from '../compare-and-set.ts';
import { formatMembers } from '../format.ts';
import { expectedIndexes } from '../indexes.ts';
import { linkMembers } from '../members.ts';
import { BadInput, confirm, RESTORING, type Session } from '../session.ts';

const ALL = STORES.join(', ');

const OCCUPIED =
  'Restore into a new database, then point the site to it: see "When Redis is lost" in docs/operations.md. Members who joined after the backup sign up again.';

/**
 * Marks a list and empties it, if it's empty already, or marked because its restore was cut off; otherwise refuses.
 *
 * ARGV  the marker: RESTORING and the restore's id
 *       'begin', or 'check' to change nothing
 *
 * Replies: {'begun'}
 */
const BEGIN = `
local marker, mode = unpack(ARGV, FIRST_ARG)
local counter = redis.call('GET', lastJoinNumber)
-- A duplicate of this request must not delete what has been written since.
if counter == marker then return {'begun'} end
local isMarked = counter and string.find(counter, '^${RESTORING}')
if not isMarked and (counter or redis.call('EXISTS', ${ALL}) > 0) then
  local count = redis.call('HLEN', members)
  return {'unavailable', 'This database already has a list (members: ' .. count .. '). ${OCCUPIED}'}
end
if mode == 'begin' then
  redis.call('SET', lastJoinNumber, marker)
  redis.call('DEL', ${ALL})
end
return {'begun'}
`;

/**
 * Opens the list, if it's complete.
 *
 * ARGV  the marker, the last join number, the number of values in each of STORES as JSON
 *
 * Replies: {'restored'}, also if the client sent the request twice
 */
const FINISH = `
local marker, number, countsJson = unpack(ARGV, FIRST_ARG)
local counter, counts = redis.call('GET', lastJoinNumber), cjson.decode(countsJson)
if counter ~= marker and counter ~= number then return {'unavailable', '${STOPPED}'} end
for i, key in ipairs({${ALL}}) do
  local isSortedSet = key == queue or key == admitted
  local count = redis.call(isSortedSet and 'ZCARD' or 'HLEN', key)
  if count ~= counts[i] then return {'unavailable', '${STOPPED}'} end
end
redis.call('SET', positionsPerReferral, ${POSITIONS_PER_REFERRAL})
redis.call('SET', lastJoinNumber, number)
return {'restored'}
`;

const beginScript = waitlistScript<['begun']>(BEGIN, true);
const finishScript = waitlistScript<['restored']>(FINISH, true);

export async function restore(session: Session, file: string): Promise<void> {
  const backup = await readBackup(file);
  const { takenAt, list, site, positionsPerReferral, members } = backup;
  const whom = formatMembers(members.length);
  console.log(`A backup of ${list} on ${site}, from ${takenAt}.
It has ${whom}, with POSITIONS_PER_REFERRAL = ${positionsPerReferral}.`);
  if (positionsPerReferral !== POSITIONS_PER_REFERRAL) {
    throw new BadInput(
      `Set POSITIONS_PER_REFERRAL to ${positionsPerReferral} in src/waitlist/shared/referral.ts.`,
    );
  }
  if (!members.length) throw new BadInput('Nothing to restore.');
  const marker = RESTORING + nanoid();
  await beginScript(session, [marker, 'check']);
  await confirm(session, `Restore ${whom}`);
  await beginScript(session, [marker, 'begin']);
  await writeList(session, marker, backup);
  console.log(`Restored ${whom}.
Opt-outs and removals since ${takenAt} are not in this backup. Run opt-out FILE with the list of STOPs from your texting service, and remove members who asked for it.`);
}

async function writeList(session: Session, marker: string, backup: Backup): Promise<void> {
  const { lastJoinNumber, members, consents } = backup;
  const indexes = expectedIndexes(linkMembers(members).members);
  const values = { members: new Map(members), consents: new Map(consents), ...indexes };
  const changes = STORES.flatMap((where) =>
    Array.from(values[where], ([field, expected]) => [{ where, field, seen: null, expected }]),
  );
  // Webhooks have told what's in a backup already.
  await compareAndSet({ ...session, webhooks: false }, changes, marker);
  const counts = JSON.stringify(STORES.map((name) => values[name].size));
  await finishScript(session, [marker, lastJoinNumber, counts]);
}
