import { type Member, parseRecord } from '../../netlify/queue/record.ts';
import { FIELDS } from '../../src/waitlist/shared/contract.ts';
import { parsePhone } from '../../src/waitlist/shared/phone.ts';
import { BadInput } from '../exit-codes.ts';
import { findMember, getMember, type RankedMember } from '../find-member.ts';
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
  // What looks like a code may be a name of ten letters.
  const found = parsePhone(input)
    ? await getMember(session, input)
    : await findMember(session, input);
  if (!found) return printMatches(session, input.trim().toLowerCase());
  await printMember(session, found);
  if (options.referrals) await printReferrals(session, found.code);
}

async function printMember(waitlist: FullWaitlist, ranked: RankedMember): Promise<void> {
  const { code, member, referralCount } = ranked;
  const fields = FIELDS.map((field) => [splitCamelCase(field, ' '), member[field]]);
  const rows = [
    ...fields,
    ['code', code],
    ['position', describePosition(ranked)],
    ['referrals', `${referralCount ?? 'unknown'}`],
    ['joined', formatTime(member.joinedAt)],
    ['source', member.source ?? 'unknown'],
    ['referrer', await describeReferrer(waitlist, member)],
    ['consent', await describeConsent(waitlist, member)],
  ];
  printTable(rows.map((row) => row.map(sanitizeForTerminal)));
}

/** Prints the members whose name or masked phone contains a text: "•••-0102", or just "0102". */
async function printMatches(waitlist: FullWaitlist, text: string): Promise<void> {
  const found = await readMatching(waitlist, (member) =>
    `${fullName(member)}\n${maskedPhone(member.phone)}`.toLowerCase().includes(text),
  );
  if (!found.length) throw new BadInput('Nobody on the list has this name, phone, code or link.');
  printTable(found.map(describe), MAX_SHOWN);
}

async function printReferrals(waitlist: FullWaitlist, code: string): Promise<void> {
  const referrals = await readMatching(waitlist, ({ referredBy }) => referredBy === code);
  console.log(referrals.length ? '\nReferrals on the list:' : '\nNo referrals on the list.');
  const rows = referrals.map((member) => {
    return [formatTime(member.joinedAt), member.source ?? 'unknown', ...describe(member)];
  });
  printTable(rows);
}

/** In the order in which they joined. */
async function readMatching(waitlist: FullWaitlist, matches: (member: Member) => boolean) {
  const found = new Map<string, Member>();
  for await (const page of scanRecords(waitlist)) {
    for (const [code, record] of page) {
      const member = parseRecord(code, record);
      if (member && matches(member)) found.set(code, member);
    }
  }
  return [...found.values()].sort((a, b) => a.joinedAt - b.joinedAt);
}

const describe = (member: Member) => [member.code, maskedPhone(member.phone), fullName(member)];

function describePosition({ position, member }: RankedMember): string {
  if (position) return `${position}`;
  if (!member.wave) return 'none: see verify';
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
    const quoted = text ? `“${text}”` : 'the list has no such text';
    parts.push(`agreed on ${formatTime(consentAt)}, ${consent}: ${quoted}`);
  }
  return parts.join('; ') || 'no';
}
