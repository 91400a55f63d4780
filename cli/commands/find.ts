import { type Member, parseRecord } from '../../netlify/queue/record.ts';
import { FIELDS } from '../../src/waitlist/shared/contract.ts';
import { parsePhone } from '../../src/waitlist/shared/phone.ts';
import { BadInput } from '../exit-codes.ts';
import { findRecord, type RankedMember, requireMember } from '../find-member.ts';
import {
  formatTime,
  fullName,
  maskedPhone,
  printTable,
  sanitizeForTerminal,
  splitCamelCase,
} from '../format.ts';
import { type FullWaitlist, readMembers, scanRecords } from '../members.ts';
import type { Session } from '../session.ts';

const MAX_SHOWN = 50;

export async function find(session: Session, input: string, options: { referrals?: boolean }) {
  const found = await findRecord(session, input);
  if (found) {
    await printMember(session, requireMember(found));
    if (options.referrals) await printReferrals(session, found.code);
    return;
  }
  if (parsePhone(input)) throw new BadInput('Nobody on the list has this phone number.');
  // What looks like a code may still be a name of ten letters.
  await printMatches(session, input.trim());
}

async function printMember(waitlist: FullWaitlist, ranked: RankedMember): Promise<void> {
  const { code, member, referralCount } = ranked;
  printTable([
    ...FIELDS.map((field) => [splitCamelCase(field, ' '), sanitizeForTerminal(member[field])]),
    ['code', code],
    ['position', describePosition(ranked)],
    ['referrals', `${referralCount ?? 'unknown'}`],
    ['joined', formatTime(member.joinedAt)],
    ['source', member.source ?? 'unknown'],
    ['referrer', await describeReferrer(waitlist, member)],
    ['consent', await describeConsent(waitlist, member)],
  ]);
}

/** In the order in which they joined. */
async function membersWith(waitlist: FullWaitlist, matches: (member: Member) => boolean) {
  const found = new Map<string, Member>();
  for await (const page of scanRecords(waitlist)) {
    for (const [code, record] of page) {
      const member = parseRecord(code, record);
      if (member && matches(member)) found.set(code, member);
    }
  }
  return [...found.values()].sort((a, b) => a.joinedAt - b.joinedAt);
}

/** Prints the members whose phone ends with four digits, or whose name contains a text. */
async function printMatches(waitlist: FullWaitlist, input: string): Promise<void> {
  // As `list` shows a phone: (•••) •••-0102.
  const lastDigits = /^\d{4}$/.exec(input.replace(/[(•) -]/g, ''))?.[0];
  const text = input.toLowerCase();
  const found = await membersWith(waitlist, (member) =>
    lastDigits ? member.phone.endsWith(lastDigits) : fullName(member).toLowerCase().includes(text),
  );
  if (!found.length) throw new BadInput('Nobody on the list has this name, phone, code or link.');
  printTable(found.map(describe), MAX_SHOWN);
}

async function printReferrals(waitlist: FullWaitlist, code: string): Promise<void> {
  const referrals = await membersWith(waitlist, ({ referredBy }) => referredBy === code);
  console.log(referrals.length ? '\nReferrals on the list:' : '\nNo referrals on the list.');
  const rows = referrals.map((member) => {
    return [formatTime(member.joinedAt), member.source ?? 'unknown', ...describe(member)];
  });
  printTable(rows);
}

const describe = (member: Member) => [member.code, maskedPhone(member.phone), fullName(member)];

function describePosition({ position, referralCount, member }: RankedMember): string {
  if (position) return `${position}`;
  // A score without a position is that of an admitted member.
  if (referralCount === undefined) return 'none: npm run waitlist -- verify says more';
  const time = member.admittedAt ? ` on ${formatTime(member.admittedAt)}` : '';
  return `none, admitted in wave ${member.wave}${time}`;
}

async function describeReferrer(waitlist: FullWaitlist, { referredBy }: Member): Promise<string> {
  if (!referredBy) return 'nobody';
  const [{ member } = {}] = await readMembers(waitlist, [referredBy]);
  return member ? describe(member).join(', ') : `${referredBy}, who has left the list`;
}

async function describeConsent(waitlist: FullWaitlist, member: Member): Promise<string> {
  const { consent, consentAt = 0, optedOutAt, resubscribedAt } = member;
  const parts: string[] = [];
  if (optedOutAt) parts.push(`opted out on ${formatTime(optedOutAt)}`);
  if (resubscribedAt) parts.push(`sent START by ${formatTime(resubscribedAt)}`);
  if (consent) {
    const text = await waitlist.redis.hget<string>(waitlist.keys.consents, consent);
    const quoted = text ? `“${sanitizeForTerminal(text)}”` : 'the list has no such text';
    parts.push(`agreed on ${formatTime(consentAt)}, ${consent}: ${quoted}`);
  }
  return parts.join('; ') || 'no';
}
