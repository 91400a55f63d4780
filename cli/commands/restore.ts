import { nanoid } from 'nanoid';
import { parseRecord } from '../../netlify/queue/record.ts';
import { waitlistScript } from '../../netlify/queue/waitlist-script.ts';
import { readBackup } from '../backup.ts';
import { BadInput } from '../exit-codes.ts';
import { findFile } from '../files.ts';
import { formatMembers, formatTime } from '../format.ts';
import { dueIndexes, INDEXES } from '../indexes.ts';
import { pagesByBytes } from '../pages-by-bytes.ts';
import { type LinkedMember, linkMembers, toLinkedMember } from '../read-all-members.ts';
import { PUBLISH, STAGE, STAGED } from '../restore.lua.ts';
import { confirm, type Session } from '../session.ts';

/** Longer than a slow request, its retry, and the work between two requests. */
const EXPIRY_SECONDS = 120;

const stage = waitlistScript<['staged'] | ['occupied', members: number]>(STAGE);
const publish = waitlistScript<['live' | 'incomplete']>(PUBLISH);

/**
 * Writes a backup into an empty database: first under keys that expire unless the next request renews
 * them, then live, all at once. Checks the whole file before it touches the database.
 */
export async function restore(session: Session, path: string): Promise<void> {
  const file = findFile(path);
  const { takenAt, members, lastJoinNumber } = await readBackup(file);
  if (!members) throw new BadInput(`${file} is a backup of an empty list.`);
  const time = formatTime(Date.parse(takenAt));
  const whom = formatMembers(members);
  console.log(`A backup of ${time}, with ${whom}.`);
  await confirm(session, `Restore ${whom} into the database`);

  const id = nanoid();
  const stagedKeys = STAGED.map((name) => session.keys.restoring(id, name));
  const counts = STAGED.map(() => 0);
  async function write(name: (typeof STAGED)[number], values: Iterable<[string, string]>) {
    const index = STAGED.indexOf(name);
    for (const page of pagesByBytes(values)) {
      const args = [EXPIRY_SECONDS, index + 1, JSON.stringify(page)];
      const reply = await stage(session, args, ...stagedKeys);
      if (reply[0] === 'occupied') throw new BadInput(occupied(reply[1]));
      counts[index] = (counts[index] ?? 0) + page.length;
    }
  }
  const byCode = new Map<string, LinkedMember>();
  await readBackup(file, async (page) => {
    await write('members', page.members);
    await write('consents', page.consents);
    for (const [code, record] of page.members) {
      const member = parseRecord(code, record);
      if (member) byCode.set(code, toLinkedMember(member));
    }
  });
  const due = dueIndexes(linkMembers(byCode));
  for (const name of INDEXES) await write(name, due[name]);
  const [outcome] = await publish(session, [lastJoinNumber, ...counts], ...stagedKeys);
  if (outcome === 'incomplete') {
    throw new BadInput('The restore was interrupted. Nothing was restored: run it again.');
  }
  console.log(`Restored ${whom}.
Opt-outs and removals since ${time} are not in this backup. Run opt-out FILE with the list of STOPs from your texting service, and remove members who asked for it.`);
}

const occupied = (members: number) =>
  `This database already has a waitlist, with ${formatMembers(members)}. Create a new database, restore there, and import a CSV of the newcomers: export newcomers.csv here, import newcomers.csv there.`;
