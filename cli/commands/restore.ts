import { nanoid } from 'nanoid';
import { waitlistScript } from '../../netlify/queue/waitlist-script.ts';
import { readBackup } from '../backup.ts';
import { BadInput } from '../errors.ts';
import { formatMembers } from '../format.ts';
import { dueIndexes } from '../indexes.ts';
import { pagesByBytes } from '../pages-by-bytes.ts';
import { linkMembers } from '../read-all-members.ts';
import { PUBLISH, STAGE, STAGED } from '../restore.lua.ts';
import { confirm, type Session } from '../session.ts';

/** Longer than a slow request, its retry, and the work between two requests. */
const EXPIRY_SECONDS = 120;

const stage = waitlistScript<['staged'] | ['occupied', members: number]>(STAGE);
const publish = waitlistScript<['live' | 'incomplete']>(PUBLISH);

/**
 * Writes a backup into an empty database: first under keys that expire unless the next request renews
 * them, then live, all at once.
 */
export async function restore(session: Session, file: string): Promise<void> {
  const { takenAt, lastJoinNumber, members, consents } = await readBackup(file);
  if (!members.length) throw new BadInput(`${file} is a backup of an empty list.`);
  const whom = formatMembers(members.length);
  console.log(`A backup of ${takenAt}, with ${whom}.`);
  await confirm(session, `Restore ${whom} into the database`);

  const indexes = dueIndexes(linkMembers(members).members);
  const values = { members: new Map(members), consents: new Map(consents), ...indexes };
  const id = nanoid();
  const stagedKeys = JSON.stringify(STAGED.map((name) => session.keys.restoring(id, name)));
  for (const [i, name] of STAGED.entries()) {
    for (const page of pagesByBytes(values[name])) {
      const args = [EXPIRY_SECONDS, stagedKeys, i + 1, JSON.stringify(page)];
      const reply = await stage(session, args);
      if (reply[0] === 'occupied') throw new BadInput(occupied(reply[1]));
    }
  }
  const counts = STAGED.map((name) => values[name].size);
  const [outcome] = await publish(session, [lastJoinNumber, stagedKeys, JSON.stringify(counts)]);
  if (outcome === 'incomplete') {
    throw new BadInput('The restore was interrupted. Nothing was restored: run it again.');
  }
  console.log(`Restored ${whom}.
Opt-outs and removals since ${takenAt} are not in this backup. Run opt-out FILE with the list of STOPs from your texting service, and remove members who asked for it.`);
}

const occupied = (members: number) =>
  `This database already has a waitlist, with ${formatMembers(members)}. Create a new database, restore there, and import a CSV of the newcomers: export newcomers.csv here, import newcomers.csv there.`;
