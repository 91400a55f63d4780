import { eraseMember } from '../../netlify/queue/erase-member.ts';
import { findMembers } from '../find-member.ts';
import { formatMembers, formatNumber, fullName, maskedPhone } from '../format.ts';
import { sumPages } from '../pages.ts';
import { confirm, type Session } from '../session.ts';

const CONCURRENCY = 20;

export async function remove(session: Session, input: string): Promise<void> {
  const { members, from } = await findMembers(session, input);
  const [only, ...others] = members;
  if (only && !others.length) {
    const { code, member, position } = only;
    const where = position ? `position ${formatNumber(position)}` : 'not in the queue';
    console.log(`${fullName(member)}, ${maskedPhone(member.phone)}, code ${code}, ${where}.
Their referrals keep their positions; their referrer, if any, moves back.\n`);
  }
  await confirm(session, `Remove ${formatMembers(members.length)}${from} for good`);
  const removed = await sumPages(members, CONCURRENCY, async (page) => {
    const results = await Promise.all(
      page.map(({ code }) => eraseMember(session, ['operator', code])),
    );
    return results.filter(({ ok }) => ok).length;
  });
  console.log(`Removed ${formatMembers(removed)}, who can join again.`);
}
