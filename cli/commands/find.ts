import { type Member, parseRecord } from '../../netlify/queue/record.ts';
import { BadInput } from '../exit-codes.ts';
import { findMember, type RankedMember } from '../find-member.ts';
import {
  formatTime,
  fullName,
  maskedPhone,
  pluralize,
  printTable,
  sanitizeForTerminal,
  splitCamelCase,
} from '../format.ts';
import { type FullWaitlist, scanRecords } from '../members.ts';
import type { Session } from '../session.ts';

const MAX_SHOWN = 50;

export async function find(session: Session, input: string, options: { referrals?: boolean }) {
  const found = await findMember(session, input);
  // A ten-letter name looks like a code.
  if (!found) return printMatches(session, input.trim().toLowerCase());
  await printMember(session, found);
  if (options.referrals) await printReferrals(session, found.code);
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
  console.log(`\n${pluralize(referrals.length, 'referral')} on the list:`);
  printTable(
    referrals.map((member) => {
      return [formatTime(member.joinedAt), member.source ?? 'unknown', ...describe(member)];
    }),
  );
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
