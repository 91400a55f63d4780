import { timeOf } from '../../netlify/queue/record.ts';
import { type Change, compareAndSet } from '../compare-and-set.ts';
import { findMembers } from '../find-member.ts';
import { formatMembers, lineRanges } from '../format.ts';
import { type RankedRecord, readMembers } from '../members.ts';
import { confirm, type Session } from '../session.ts';

export async function optOut(session: Session, input: string): Promise<void> {
  const { found, unknown } = await findMembers(session, input, 'phone');
  // A texting service knows the phones of members who have left.
  if (unknown.length) console.log(`${lineRanges(unknown)}: nobody on the list.`);
  const open = found.filter(({ member }) => !member.optedOutAt);
  const before = found.length - open.length;
  if (before) console.log(`${formatMembers(before)} had opted out before.`);
  if (!open.length) return console.log('Nobody opted out of texts.');
  await confirm(session, `Never text ${formatMembers(open.length)} again`);
  let left: RankedRecord[] = open;
  while (left.length) {
    const changes = left.map(({ code, record }): Change[] => {
      const fields = JSON.parse(record ?? '{}');
      const due = JSON.stringify({ ...fields, optedOutAt: timeOf(Date.now()) });
      return [{ where: 'members', field: code, seen: record, due }];
    });
    const done = await compareAndSet(session, changes);
    const codes = left.filter((_, i) => !done[i]).map(({ code }) => code);
    // These records have changed since they were read.
    left = (await readMembers(session, codes)).filter(({ member }) => member);
  }
  console.log(`${formatMembers(open.length)} opted out of texts.`);
}
