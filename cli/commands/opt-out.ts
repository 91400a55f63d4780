import { timeOf } from '../../netlify/queue/record.ts';
import { CHANGED_MEANWHILE, type Change, compareAndSet } from '../compare-and-set.ts';
import { BadInput } from '../exit-codes.ts';
import { findMembers } from '../find-member.ts';
import { formatLines, formatMembers } from '../format.ts';
import { confirm, type Session } from '../session.ts';

export async function optOut(session: Session, input: string, { undo }: { undo?: boolean }) {
  const { found, unknown } = await findMembers(session, input, 'phone');
  // A texting service also knows the phones of members who have left.
  if (unknown.length) console.log(`${formatLines(unknown)}: not on the list.`);
  const due = found.filter(({ member }) => Boolean(member.optedOutAt) === Boolean(undo));
  const others = found.length - due.length;
  if (others) console.log(`${formatMembers(others)} ${undo ? "hadn't" : 'had already'} opted out.`);
  if (!due.length) return console.log('No members changed.');
  const whom = formatMembers(due.length);
  await confirm(session, undo ? `Undo the opt-out of ${whom}` : `Never text ${whom} again`);

  const now = timeOf(Date.now());
  const fields = undo ? { optedOutAt: undefined, resubscribedAt: now } : { optedOutAt: now };
  const changes = due.map(({ code, record }): Change[] => {
    const changed = JSON.stringify({ ...JSON.parse(record ?? '{}'), ...fields });
    return [{ where: 'members', field: code, seen: record, due: changed }];
  });
  const done = await compareAndSet(session, changes);
  const changed = formatMembers(done.filter(Boolean).length);
  console.log(undo ? `Undid the opt-out of ${changed}.` : `${changed} opted out of texts.`);
  const codes = due.filter((_, i) => !done[i]).map(({ code }) => code);
  if (!codes.length) return;
  throw new BadInput(`${CHANGED_MEANWHILE} ${codes.join(', ')}.`);
}
