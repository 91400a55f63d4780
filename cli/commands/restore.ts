import { readBackup } from '../backup.ts';
import { formatList, formatMembers, pluralize, sanitizeForTerminal } from '../format.ts';
import { expectedIndexes } from '../indexes.ts';
import { linkMembers } from '../members.ts';
import { checkRebuild, rebuild } from '../rebuild.ts';
import { BadInput, confirm, type Session } from '../session.ts';

export async function restore(session: Session, file: string): Promise<void> {
  const backup = await readBackup(file);
  const { lastJoinNumber } = backup;
  const [list, site, takenAt] = [backup.list, backup.site, backup.takenAt].map(sanitizeForTerminal);
  const { members, unreadable } = linkMembers(backup.members);
  const whom = formatMembers(members.length);
  console.log(`A backup of ${list} on ${site}, from ${takenAt}, with ${whom}.`);
  if (list !== session.list) {
    const change = session.list === 'waitlist' ? 'with' : 'without';
    throw new BadInput(`It's a backup of another list: restore it ${change} --preview.`);
  }
  if (unreadable.size) {
    const codes = sanitizeForTerminal(formatList([...unreadable], 5));
    console.log(`${pluralize(unreadable.size, 'unreadable record')} left out: ${codes}.`);
  }
  if (!members.length) throw new BadInput('Nothing to restore.');
  const records = new Map(backup.members.filter(([code]) => !unreadable.has(code)));
  const consents = new Map(backup.consents);
  const fields = { members: records, consents, ...expectedIndexes(members) };
  await checkRebuild(session, 'restore');
  await confirm(session, `Restore ${whom}`);
  const seconds = await rebuild(session, 'restore', async () => ({ lastJoinNumber, fields }));
  console.log(`Restored ${whom} in ${pluralize(seconds, 'second')}.
Opt-outs and removals since ${takenAt} are not in this backup. Run opt-out FILE with the list of STOPs from your texting service, and remove members who asked for it.`);
}
