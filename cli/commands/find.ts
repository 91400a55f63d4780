import type { Redis } from '@upstash/redis';
import { type Member, parseRecord } from '../../netlify/queue/record.ts';
import type { Waitlist } from '../../netlify/queue/waitlist-script.ts';
import { FIELDS } from '../../src/waitlist/shared/contract.ts';
import { parsePhone } from '../../src/waitlist/shared/phone.ts';
import { BadInput } from '../ending.ts';
import { codeIn, findMember } from '../find-member.ts';
import { dashed, formatTime, fullName, maskedPhone, printable, printTable } from '../format.ts';
import { readMembers, type Standing, scanRecords } from '../members.ts';
import type { Session } from '../session.ts';

const SHOWN = 50;

/** Letters that NFKD does not split into a letter and a mark. */
const PLAIN: Record<string, string> = { ł: 'l', ø: 'o', đ: 'd', ß: 'ss', æ: 'ae', œ: 'oe' };

export async function find(session: Session, typed: string, options: { friends?: boolean } = {}) {
  const [, digits] = /^[(•)\s-]*(\d{4})$/.exec(typed.trim()) ?? [];
  const isExact = codeIn(typed) || parsePhone(typed);
  if (!isExact && (digits || /\p{L}/u.test(typed))) return printAll(session, typed, digits);
  const standing = await findMember(session, typed);
  const { code, member, friends } = standing;
  printTable([
    ...FIELDS.map((field) => [dashed(field, ' '), printable(member[field])]),
    ['code', code],
    ['position', describePosition(standing)],
    ['friends', `${friends ?? 'unknown'}`],
    ['joined', formatTime(member.joinedAt)],
    ['source', member.source ?? 'unknown'],
    ['inviter', await describeInviter(session, member)],
    ['consent', await describeConsent(session, member)],
  ]);
  if (options.friends) await printFriends(session, code);
}

async function membersWith(
  waitlist: Waitlist<Redis>,
  isMeant: (member: Member) => boolean,
): Promise<Member[]> {
  const found = new Map<string, Member>();
  for await (const page of scanRecords(waitlist)) {
    for (const [code, record] of page) {
      const member = parseRecord(code, record);
      if (member && isMeant(member)) found.set(code, member);
    }
  }
  return [...found.values()];
}

async function printAll(
  waitlist: Waitlist<Redis>,
  typed: string,
  digits: string | undefined,
): Promise<void> {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  const meant = await membersWith(waitlist, (member) => {
    const text = plain(FIELDS.map((field) => member[field]).join(' '));
    return digits ? member.phone.endsWith(digits) : words.every((word) => text.includes(word));
  });
  if (!meant.length) throw new BadInput('Nobody on the list has this name, phone, code or link.');
  const codes = meant.map(({ code }) => code);
  const rank = ({ position = Number.POSITIVE_INFINITY }: Standing) => position;
  const sorted = (await readMembers(waitlist, codes)).sort((a, b) => rank(a) - rank(b));
  const rows = sorted.map(({ position, member }) => [position ?? 'admitted', ...describe(member)]);
  printTable(rows, SHOWN);
}

/** Zoë as zoe, O’Hara as ohara. */
const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}'’‘ʼ`´]/gu, '')
    .toLowerCase()
    .replace(/[łøđßæœ]/g, (letter) => PLAIN[letter] ?? letter);

async function printFriends(waitlist: Waitlist<Redis>, code: string): Promise<void> {
  const friends = await membersWith(waitlist, ({ inviter }) => inviter === code);
  console.log(friends.length ? '\nFriends on the list:' : '\nNo friend is on the list.');
  friends.sort((a, b) => a.joinedAt - b.joinedAt);
  printTable(friends.map((friend) => [formatTime(friend.joinedAt), ...describe(friend)]));
}

const describe = (member?: Member) =>
  member ? [member.code, maskedPhone(member.phone), fullName(member)] : [];

function describePosition({ position, friends, member }: Standing): string {
  if (position) return `${position}`;
  // A score without a position is that of an admitted member.
  if (friends === undefined) return 'none: npm run waitlist -- verify says more';
  const time = member?.admittedAt ? ` on ${formatTime(member.admittedAt)}` : '';
  return `none, admitted in wave ${member?.wave}${time}`;
}

async function describeInviter(waitlist: Waitlist<Redis>, { inviter }: Member): Promise<string> {
  if (!inviter) return 'nobody';
  const [{ member } = {}] = await readMembers(waitlist, [inviter]);
  return member ? describe(member).join(', ') : `${inviter}, who is not on the list any more`;
}

async function describeConsent(waitlist: Waitlist<Redis>, member: Member): Promise<string> {
  const { consent, consentAt = 0, optedOut } = member;
  if (optedOut) return `taken back on ${optedOut}`;
  if (!consent) return 'no';
  const text = await waitlist.redis.hget<string>(waitlist.keys.consents, consent);
  return `${formatTime(consentAt)}, ${consent}: ${text ? `“${printable(text)}”` : 'the list has no such text'}`;
}
