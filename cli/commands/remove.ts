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
  // Rerunning the command after Ctrl-C finishes the job.
  const verb = unknown.length === 1 ? "isn't" : "aren't";
  if (unknown.length) console.log(`${pluralize(unknown.length, 'code')} ${verb} on the list.`);
  if (!found.length) return console.log('No members removed.');
  if (found.length === 1) found.forEach(describe);
  await confirm(session, `Remove ${formatMembers(found.length)} for good`);
  let removed = 0;
  for await (const page of showProgress('Removing', pagesOf(found, CONCURRENCY), found.length)) {
    const results = await Promise.all(page.map(({ code }) => eraseMember(session, code)));
    removed += results.filter(({ ok }) => ok).length;
  }
  const phones = removed === 1 ? 'their phone number' : 'their phone numbers';
  console.log(`Removed ${formatMembers(removed)}; ${phones} can join again.`);
}

function describe({ code, member, position, referralCount = 0 }: RankedMember): void {
  const where = position ? `position ${formatNumber(position)}` : 'not in the queue';
  console.log(`${fullName(member)}, ${maskedPhone(member.phone)}, code ${code}, ${where}.`);
  if (referralCount)
    console.log(`${pluralize(referralCount, 'referral')} will keep their positions.`);
  const back = `goes back about ${POSITIONS_PER_REFERRAL} positions`;
  if (member.referredBy) console.log(`Their referrer ${member.referredBy} ${back}.`);
  console.log('Their referral link will stop working.\n');
}
