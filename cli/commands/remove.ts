import { eraseMember } from '../../netlify/queue/erase-member.ts';
import { POSITIONS_PER_REFERRAL } from '../../src/waitlist/shared/referral.ts';
import { findMembers, type RankedMember } from '../find-member.ts';
import { formatMembers, formatNumber, fullName, maskedPhone, pluralize } from '../format.ts';
import { pagesOf } from '../members.ts';
import { showProgress } from '../progress.ts';
import { confirm, type Session } from '../session.ts';

const CONCURRENCY = 20;

export async function remove(session: Session, input: string): Promise<void> {
  const { found, unknown } = await findMembers(session, input);
  // As after a Ctrl-C, which the same command completes.
  if (unknown.length) console.log(`${pluralize(unknown.length, 'code')} of nobody on the list.`);
  if (!found.length) return console.log('Nobody was erased.');
  if (found.length === 1) found.forEach(describe);
  await confirm(session, `Erase ${formatMembers(found.length)} for good from the database`);
  let erased = 0;
  for await (const page of showProgress('Erasing', pagesOf(found, CONCURRENCY), found.length)) {
    const results = await Promise.all(page.map(({ code }) => eraseMember(session, code)));
    erased += results.filter(({ outcome }) => outcome === 'erased').length;
  }
  console.log(`${formatMembers(erased)} erased. Their phones may join again.`);
}

function describe({ code, member, position, referralCount = 0 }: RankedMember): void {
  const where = position ? `position ${formatNumber(position)}` : 'not in the queue';
  console.log(`${fullName(member)}, ${maskedPhone(member.phone)}, code ${code}, ${where}.`);
  if (referralCount)
    console.log(`${pluralize(referralCount, 'referral')} will keep their positions.`);
  const back = `goes back about ${POSITIONS_PER_REFERRAL} positions`;
  if (member.referredBy) console.log(`The referrer ${member.referredBy} ${back}.`);
  console.log('The referral link will credit nobody any more.\n');
}
