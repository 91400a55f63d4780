import { timeOf } from '../../netlify/queue/record.ts';
import { editRecords } from '../edit-records.ts';
import { findMembers } from '../find-member.ts';
import { formatMembers } from '../format.ts';
import { confirm, type Session } from '../session.ts';

export async function optOut(session: Session, input: string, { undo }: { undo?: boolean }) {
  const all = await findMembers(session, input);
  const due = all.filter(({ member }) => Boolean(member.optedOutAt) === Boolean(undo));
  const others = all.length - due.length;
  if (others) console.log(`${formatMembers(others)} ${undo ? "hadn't" : 'had already'} opted out.`);
  if (!due.length) return console.log('No members changed.');
  const whom = formatMembers(due.length);
  await confirm(session, undo ? `Undo the opt-out of ${whom}` : `Never text ${whom} again`);
  const now = timeOf(Date.now());
  const fields = undo ? { optedOutAt: undefined, resubscribedAt: now } : { optedOutAt: now };
  await editRecords(
    session,
    due.map((found) => ({ found, fields })),
  );
  console.log(undo ? `Undid the opt-out of ${whom}.` : `${whom} opted out of texts.`);
}
