import { nanoid } from 'nanoid';
import { waitlistScript } from '../../netlify/queue/waitlist-script.ts';
import { POSITIONS_PER_REFERRAL } from '../../src/waitlist/shared/referral.ts';
import { type Backup, readBackup } from '../backup.ts';
import { BadInput } from '../errors.ts';
import { formatMembers, printProgress } from '../format.ts';
import { expectedIndexes } from '../indexes.ts';
import { pagesByBytes } from '../pages-by-bytes.ts';
import { linkMembers } from '../read-all-members.ts';
import { BEGIN, FINISH, RESTORED, RESTORING, WRITE } from '../restore.lua.ts';
import { confirm, type Session } from '../session.ts';

const STOPPED = 'Stopped: another restore has begun.';

const options = { duringRestore: true } as const;
const beginScript = waitlistScript<['begun'] | ['occupied', members: number]>(BEGIN, options);
const writeScript = waitlistScript<['written' | 'stopped']>(WRITE, options);
const finishScript = waitlistScript<['restored' | 'incomplete' | 'stopped']>(FINISH, options);

/** Writes a backup into an empty list. */
export async function restore(session: Session, file: string): Promise<void> {
  const backup = await readBackup(file);
  const { takenAt, list, site, positionsPerReferral, members } = backup;
  const whom = formatMembers(members.length);
  console.log(`A backup of ${list} on ${site}, from ${takenAt}.
It has ${whom}, with POSITIONS_PER_REFERRAL = ${positionsPerReferral}.`);
  if (positionsPerReferral !== POSITIONS_PER_REFERRAL) {
    throw new BadInput(
      `Set POSITIONS_PER_REFERRAL in src/waitlist/shared/referral.ts to the same.`,
    );
  }
  if (!members.length) throw new BadInput('Nothing to restore.');
  const marker = RESTORING + nanoid();
  await begin(session, marker, 'check');
  await confirm(session, `Restore ${whom}`);
  await begin(session, marker, 'begin');
  await writeList(session, marker, backup);
  console.log(`Restored ${whom}.
Opt-outs and removals since ${takenAt} are not in this backup. Run opt-out FILE with the list of STOPs from your texting service, and remove members who asked for it.`);
}

async function begin(session: Session, marker: string, mode: 'check' | 'begin'): Promise<void> {
  const [outcome, count] = await beginScript(session, [marker, mode]);
  if (outcome === 'begun') return;
  throw new BadInput(
    `This database already has a list, with ${formatMembers(count)}. Restore into a new database, then point the site to it: see "When Redis is lost" in docs/operations.md. Members who joined after the backup sign up again.`,
  );
}

async function writeList(session: Session, marker: string, backup: Backup): Promise<void> {
  const indexes = expectedIndexes(linkMembers(backup.members).members);
  const values = {
    members: new Map(backup.members),
    consents: new Map(backup.consents),
    ...indexes,
  };
  const counts = RESTORED.map((name) => values[name].size);
  const total = counts.reduce((sum, count) => sum + count);
  let done = 0;
  for (const name of RESTORED) {
    for (const page of pagesByBytes(values[name])) {
      const [outcome] = await writeScript(session, [marker, name, JSON.stringify(page)]);
      if (outcome === 'stopped') throw new BadInput(STOPPED);
      done += page.length;
      printProgress(done, total);
    }
  }
  const args = [marker, backup.lastJoinNumber, JSON.stringify(counts)];
  const [outcome] = await finishScript(session, args);
  if (outcome === 'stopped') throw new BadInput(STOPPED);
  if (outcome === 'incomplete') throw new BadInput('Values are missing: run it again.');
}
