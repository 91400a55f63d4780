import { readBackup } from '../backup.ts';
import { formatList, formatMembers, pluralize, sanitizeForTerminal } from '../format.ts';
import { linkMembers } from '../members.ts';
import { checkRebuild, rebuild } from '../rebuild.ts';
import { BadInput, confirm, type Session } from '../session.ts';

export async function restore(session: Session, file: string): Promise<void> {
  const backup = await readBackup(file);
  const [list, site, takenAt] = [backup.list, backup.site, backup.takenAt].map(sanitizeForTerminal);
  const { members, unreadable } = linkMembers(backup.members);
  const whom = formatMembers(members.length);
  console.log(`A backup of ${list} on ${site}, from ${takenAt}, with ${whom}.`);
  if (list !== session.list) {
    const change = session.list === 'waitlist' ? 'with' : 'without';
    throw new BadInput(`It's a backup of another list: restore it ${change} --preview.`);
  }
  if (unreadable.length) {
    const codes = sanitizeForTerminal(formatList(unreadable, 5));
    console.log(`${pluralize(unreadable.length, 'unreadable record')} left out: ${codes}.`);
  }
  if (!members.length) throw new BadInput('Nothing to restore.');
  await checkRebuild(session, 'restore');
  await confirm(session, `Restore ${whom}`);
  const seconds = await rebuild(session, backup);
  console.log(`Restored ${whom} in ${pluralize(seconds, 'second')}.
Opt-outs and removals since ${takenAt} are not in this backup. Run opt-out FILE with the list of STOPs from your texting service, and remove members who asked for it.`);
}
