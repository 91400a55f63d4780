import { type Member, parseRecord } from '../../netlify/queue/record.ts';
import { FIELDS } from '../../src/waitlist/shared/contract.ts';
import { parsePhone } from '../../src/waitlist/shared/phone.ts';
import { BadInput } from '../exit-codes.ts';
import { codeIn, findMember } from '../find-member.ts';
import {
  formatTime,
  fullName,
  maskedPhone,
  printTable,
  sanitizeForTerminal,
  splitCamelCase,
} from '../format.ts';
import { type FullWaitlist, type RankedRecord, readMembers, scanRecords } from '../members.ts';
import type { Session } from '../session.ts';

const MAX_SHOWN = 50;

/** Letters that NFKD does not split into a letter and a mark. */
const UNACCENTED: Record<string, string> = { ł: 'l', ø: 'o', đ: 'd', ß: 'ss', æ: 'ae', œ: 'oe' };

export async function find(session: Session, input: string, options: { friends?: boolean } = {}) {
  const [, digits] = /^[(•)\s-]*(\d{4})$/.exec(input.trim()) ?? [];
  const isExact = codeIn(input) || parsePhone(input);
  if (!isExact && (digits || /\p{L}/u.test(input))) return printAll(session, input, digits);
  const ranked = await findMember(session, input);
  const { code, member, friends } = ranked;
  printTable([
    ...FIELDS.map((field) => [splitCamelCase(field, ' '), sanitizeForTerminal(member[field])]),
    ['code', code],
    ['position', describePosition(ranked)],
    ['friends', `${friends ?? 'unknown'}`],
    ['joined', formatTime(member.joinedAt)],
    ['source', member.source ?? 'unknown'],
    ['referrer', await describeReferrer(session, member)],
    ['consent', await describeConsent(session, member)],
  ]);
  if (options.friends) await printFriends(session, code);
}

async function membersWith(waitlist: FullWaitlist, matches: (member: Member) => boolean) {
  const found = new Map<string, Member>();
  for await (const page of scanRecords(waitlist)) {
    for (const [code, record] of page) {
      const member = parseRecord(code, record);
      if (member && matches(member)) found.set(code, member);
    }
  }
  return [...found.values()];
}

async function printAll(waitlist: FullWaitlist, input: string, digits?: string): Promise<void> {
  const words = foldAccents(input).split(/\s+/).filter(Boolean);
  const found = await membersWith(waitlist, (member) => {
    const text = foldAccents(FIELDS.map((field) => member[field]).join(' '));
    return digits ? member.phone.endsWith(digits) : words.every((word) => text.includes(word));
  });
  if (!found.length) throw new BadInput('Nobody on the list has this name, phone, code or link.');
  const codes = found.map(({ code }) => code);
  const rank = ({ position = Number.POSITIVE_INFINITY }: RankedRecord) => position;
  const sorted = (await readMembers(waitlist, codes)).sort((a, b) => rank(a) - rank(b));
  const rows = sorted.map(({ position, friends, member }) => {
    const elsewhere = friends === undefined ? 'none' : 'admitted';
    return [position ?? elsewhere, ...describe(member)];
  });
  printTable(rows, MAX_SHOWN);
}

/** Zoë as zoe, O’Hara as ohara. */
const foldAccents = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}'’‘ʼ`´]/gu, '')
    .toLowerCase()
    .replace(/[łøđßæœ]/g, (letter) => UNACCENTED[letter] ?? letter);

async function printFriends(waitlist: FullWaitlist, code: string): Promise<void> {
  const friends = await membersWith(waitlist, ({ referredBy }) => referredBy === code);
  console.log(friends.length ? '\nFriends on the list:' : '\nNo friend is on the list.');
  friends.sort((a, b) => a.joinedAt - b.joinedAt);
  printTable(friends.map((friend) => [formatTime(friend.joinedAt), ...describe(friend)]));
}

const describe = (member?: Member) =>
  member ? [member.code, maskedPhone(member.phone), fullName(member)] : [];

function describePosition({ position, friends, member }: RankedRecord): string {
  if (position) return `${position}`;
  // A score without a position is that of an admitted member.
  if (friends === undefined) return 'none: npm run waitlist -- verify says more';
  const time = member?.admittedAt ? ` on ${formatTime(member.admittedAt)}` : '';
  return `none, admitted in wave ${member?.wave}${time}`;
}

async function describeReferrer(waitlist: FullWaitlist, { referredBy }: Member): Promise<string> {
  if (!referredBy) return 'nobody';
  const [{ member } = {}] = await readMembers(waitlist, [referredBy]);
  return member ? describe(member).join(', ') : `${referredBy}, who is not on the list any more`;
}

async function describeConsent(waitlist: FullWaitlist, member: Member): Promise<string> {
  const { consent, consentAt = 0, optedOutAt } = member;
  const end = optedOutAt ? `opted out on ${formatTime(optedOutAt)}` : '';
  if (!consent) return end || 'no';
  const text = await waitlist.redis.hget<string>(waitlist.keys.consents, consent);
  const agreed = `${formatTime(consentAt)}, ${consent}: ${text ? `“${sanitizeForTerminal(text)}”` : 'the list has no such text'}`;
  return end ? `${end}; agreed on ${agreed}` : agreed;
}
