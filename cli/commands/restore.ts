import { nanoid } from 'nanoid';
import { parseRecord } from '../../netlify/queue/record.ts';
import { waitlistScript } from '../../netlify/queue/waitlist-script.ts';
import { readBackup } from '../backup.ts';
import { BadInput } from '../exit-codes.ts';
import { fileToRead } from '../files.ts';
import { formatMembers, formatTime } from '../format.ts';
import { dueIndexes, INDEXES, RESTORING } from '../indexes.ts';
import { pagesByBytes } from '../pages-by-bytes.ts';
import { showProgress } from '../progress.ts';
import { type LinkedMember, linkMembers, toLinkedMember } from '../read-all-members.ts';
import { BEGIN, PUBLISH, STAGE, STAGED } from '../restore.lua.ts';
import { confirm, type Session } from '../session.ts';

/** Each page renews it: longer than one request with its second try, and what is computed in between. */
const EXPIRY_SECONDS = 120;

const begin = waitlistScript(BEGIN, { begun: {}, occupied: { members: 'integer' } });
const stage = waitlistScript(STAGE, { staged: {}, ended: {} });
const publish = waitlistScript(PUBLISH, { live: {}, ended: {} });

/**
 * Writes a backup into an empty database, under keys that expire, and puts all of it live at once. Checks
 * all of the file before it touches the database.
 */
export async function restore(session: Session, path: string): Promise<void> {
  const file = fileToRead(path);
  const { takenAt, members, lastJoinNumber } = await readBackup(file, 'Checking');
  const time = formatTime(Date.parse(takenAt));
  console.log(`A backup of ${time}, with ${formatMembers(members)}.`);
  await confirm(session, `Restore ${formatMembers(members)} into the database`);

  const marker = `${RESTORING} ${nanoid()}`;
  const stagingKeys = STAGED.map((name) => session.keys.restoring[name]);
  const begun = await begin(session, [marker, EXPIRY_SECONDS, RESTORING], ...stagingKeys);
  if (begun.outcome === 'occupied') throw new BadInput(occupied(begun.members));

  const counts = { members: 0, consents: 0, queue: 0, admitted: 0, phones: 0, waves: 0 };
  async function write(name: (typeof STAGED)[number], page: [string, string][]) {
    const place = STAGED.indexOf(name) + 1;
    const args = [marker, EXPIRY_SECONDS, place, JSON.stringify(page)];
    const { outcome } = await stage(session, args, ...stagingKeys);
    if (outcome === 'ended') throw new BadInput(ENDED);
    counts[name] += page.length;
  }
  const withCode = new Map<string, LinkedMember>();
  await readBackup(file, 'Restoring', async (page) => {
    for (const records of pagesByBytes(page.members)) await write('members', records);
    for (const texts of pagesByBytes(page.consents)) await write('consents', texts);
    for (const [code, record] of page.members) {
      const member = parseRecord(code, record);
      if (member) withCode.set(code, toLinkedMember(member));
    }
  });
  const due = dueIndexes(linkMembers(withCode));
  for (const name of INDEXES) {
    const pages = showProgress(`Restoring the ${name}`, pagesByBytes(due[name]), due[name].size);
    for await (const page of pages) await write(name, page);
  }
  const sizes = STAGED.map((name) => counts[name]);
  const { outcome } = await publish(session, [marker, lastJoinNumber, ...sizes], ...stagingKeys);
  if (outcome === 'ended') throw new BadInput(ENDED);
  console.log(`Restored ${formatMembers(members)}.
Opt-outs and removals since ${time} are not in this backup. Run opt-out FILE with the list of STOPs from your texting service, and remove who asked for it.`);
}

const ENDED =
  'Another restore began, or this one was interrupted for two minutes. Nothing was restored: run it again.';

const occupied = (members: number) =>
  `This database already has a waitlist, with ${formatMembers(members)}. Create a new database, restore there, and import a CSV of the newcomers: export newcomers.csv here, import newcomers.csv there.`;
