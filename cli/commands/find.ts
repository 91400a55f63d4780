import { type Member, timeOf } from '../../netlify/queue/record.ts';
import { BadInput } from '../errors.ts';
import { findMember, type RankedMember } from '../find-member.ts';
import {
  fullName,
  maskedPhone,
  printTable,
  sanitizeForTerminal,
  splitCamelCase,
} from '../format.ts';
import type { FullWaitlist } from '../members.ts';
import { readAllMembers } from '../read-all-members.ts';
import type { Session } from '../session.ts';

/** Prints a member and their referrals, or everyone with this text in their name or masked phone. */
export async function find(session: Session, input: string): Promise<void> {
  const found = await findMember(session, input);
  // A ten-letter name looks like a code.
  if (!found) return printMatches(session, input.trim().toLowerCase());
  await printMember(session, found);
  if (!found.referralCount) return;
  const { members } = await readAllMembers(session);
  console.log('\nReferrals on the list:');
  printTable(members.filter(({ referredBy }) => referredBy === found.code).map(toRow));
}

/** Prints everything known about a member, except what only their browser should know. */
async function printMember({ redis, keys }: FullWaitlist, ranked: RankedMember): Promise<void> {
  const { code, position, referralCount, record, member } = ranked;
  const { token: _, key: __, ...fields }: Record<string, unknown> = JSON.parse(record ?? '{}');
  const rows = Object.entries(fields).map(([name, value]) => [splitCamelCase(name, ' '), value]);
  rows.push(
    ['code', code],
    ['position', position ?? 'none'],
    ['referrals', referralCount ?? 'unknown'],
  );
  if (member.consent) {
    const text = await redis.hget<string>(keys.consents, member.consent);
    rows.push(['consent text', text ?? 'missing']);
  }
  printTable(rows.map((row) => row.map((cell) => sanitizeForTerminal(`${cell}`))));
}

async function printMatches(waitlist: FullWaitlist, text: string): Promise<void> {
  const { members } = await readAllMembers(waitlist);
  const matches = members.filter((member) =>
    `${fullName(member)}\n${maskedPhone(member.phone)}`.toLowerCase().includes(text),
  );
  if (!matches.length) throw new BadInput('Nobody on the list has this name, phone, code or link.');
  printTable(matches.map(toRow));
}

/** The name comes last because its width in a terminal is unknown. */
const toRow = (member: Member) => [
  timeOf(member.joinedAt),
  member.source ?? 'no source',
  member.code,
  maskedPhone(member.phone),
  fullName(member),
];
