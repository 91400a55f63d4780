import { timeOf } from '../../netlify/queue/record.ts';
import { changeRecords } from '../change-records.ts';
import { findRecords } from '../find-member.ts';
import { formatMembers } from '../format.ts';
import { requireReadable } from '../members.ts';
import { confirm, type Session } from '../session.ts';

export async function optOut(session: Session, input: string, { undo }: { undo?: boolean }) {
  const { records, fileNote } = await findRecords(session, input, { lenient: true });
  const members = requireReadable(records);
  const affected = members.filter(({ member }) => Boolean(member.optedOutAt) === Boolean(undo));
  const others = members.length - affected.length;
  if (others) console.log(`${formatMembers(others)} ${undo ? "hadn't" : 'had already'} opted out.`);
  if (!affected.length) return console.log('Nothing to change.');
  const whom = formatMembers(affected.length);
  const act = `${undo ? 'Undo the opt-out of' : 'Stop texting'} ${whom}${fileNote}`;
  await confirm(session, act, affected.length);
  await changeRecords(session, affected, { optedOutAt: undo ? undefined : timeOf(Date.now()) });
  console.log(undo ? `Undid the opt-out of ${whom}.` : `${whom} opted out of texts.`);
}
