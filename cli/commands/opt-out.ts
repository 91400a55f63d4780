import { timeOf } from '../../netlify/queue/record.ts';
import { type Change, compareAndSet } from '../compare-and-set.ts';
import { BadInput } from '../exit-codes.ts';
import { findMembers } from '../find-member.ts';
import { formatMembers, lineRanges } from '../format.ts';
import { type RankedRecord, readMembers } from '../members.ts';
import { confirm, type Session } from '../session.ts';

/** A record may change between reading and writing; one that isn't UTF-8 never reads as it is stored. */
const MAX_TRIES = 3;

export async function optOut(session: Session, input: string, { undo }: { undo?: boolean }) {
  const { found, unknown } = await findMembers(session, input, 'phone');
  // A texting service knows the phones of members who have left.
  if (unknown.length) console.log(`${lineRanges(unknown)}: not on the list.`);
  const open = found.filter(({ member }) => Boolean(member.optedOutAt) === Boolean(undo));
  const others = found.length - open.length;
  if (others) console.log(`${formatMembers(others)} ${undo ? "hadn't" : 'had already'} opted out.`);
  if (!open.length) return console.log('No members changed.');
  const whom = formatMembers(open.length);
  await confirm(session, undo ? `Undo the opt-out of ${whom}` : `Never text ${whom} again`);

  const now = timeOf(Date.now());
  const change = undo ? { optedOutAt: undefined, resubscribedAt: now } : { optedOutAt: now };
  let left: RankedRecord[] = open;
  for (let tries = 0; left.length && tries < MAX_TRIES; tries += 1) {
    const changes = left.map(({ code, record }): Change[] => {
      const due = JSON.stringify({ ...JSON.parse(record ?? '{}'), ...change });
      return [{ where: 'members', field: code, seen: record, due }];
    });
    const done = await compareAndSet(session, changes);
    const codes = left.filter((_, i) => !done[i]).map(({ code }) => code);
    left = (await readMembers(session, codes)).filter(({ member }) => member);
  }
  const changed = formatMembers(open.length - left.length);
  console.log(undo ? `Undid the opt-out of ${changed}.` : `${changed} opted out of texts.`);
  if (!left.length) return;
  const codes = left.map(({ code }) => code).join(', ');
  throw new BadInput(
    `Couldn't change ${codes} in ${MAX_TRIES} tries. Run verify: it may not be UTF-8.`,
  );
}
