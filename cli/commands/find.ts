import { KEYS } from '../../netlify/queue/keys.ts';
import type { Member } from '../../netlify/queue/record.ts';
import { friendsOf } from '../../netlify/queue/referral-code.ts';
import { formatPhone, parsePhone } from '../../src/waitlist/shared/phone.ts';
import { BadInput } from '../ending.ts';
import { codeIn, findMember } from '../find-member.ts';
import { look, type Seen } from '../look.ts';
import type { Session } from '../main.ts';
import { beginReading } from '../read-queue.ts';
import { figure, fullName, maskedPhone, moment } from '../show.ts';

/** More would be no help: with a last name there are fewer. */
const SHOWN = 50;

/** Letters that are no other letter with a mark on it. */
const PLAIN: Record<string, string> = { ł: 'l', ø: 'o', đ: 'd', ß: 'ss', æ: 'ae', œ: 'oe' };

/**
 * Prints all that is known of the member with this phone, code or link: her position, where she came
 * from, which texts she agreed to; with `friends`, for which everybody is read, who came through her. Of
 * a name, for which everybody is read too, whoever has it. Throws BadInput where there is none.
 */
export async function find(
  session: Session,
  typed: string,
  { friends }: { friends?: boolean } = {},
) {
  const { redis } = session;
  if (/\p{L}/u.test(typed) && !codeIn(typed) && !parsePhone(typed)) {
    return printNamed(session, typed);
  }
  const seen = await findMember(redis, typed);
  const { code, member, queue, admitted } = seen;
  const score = queue ?? admitted;
  const { inviter } = member;
  const lines = [
    ['Name', fullName(member)],
    ['Phone', formatPhone(member.phone)],
    ['Code', code],
    ['Position', describePosition(seen)],
    ['Friends', score === null ? 'unknown' : `${friendsOf(code, Number(score))}`],
    ['Joined', moment(member.joinedAt)],
    ['Source', member.source ?? 'unknown'],
    ['Through', inviter ? await describeInviter(session, inviter) : 'nobody, she came alone'],
    ['Consent', await describeConsent(session, member)],
  ];
  for (const [label = '', text] of lines) console.log(`${label.padEnd(11)}${text}`);
  if (friends) await printFriends(session, code);
}

/** Prints those in whose names each word of a name occurs, in queue order. */
async function printNamed({ redis }: Session, name: string): Promise<void> {
  const words = plain(name).split(/\s+/).filter(Boolean);
  const { pages } = await beginReading(redis);
  let count = 0;
  for await (const page of pages('Looking for her')) {
    for (const { position, code, member } of page) {
      const has = member && plain(`${member.firstName} ${member.lastName}`);
      if (!has || !words.every((word) => has.includes(word))) continue;
      count += 1;
      if (count > SHOWN) continue;
      const where = String(position ?? 'admitted').padStart(9);
      console.log(`${where}  ${code}  ${maskedPhone(member.phone)}  ${fullName(member)}`);
    }
  }
  if (!count) throw new BadInput('Nobody on the list has this name, phone number, code or link.');
  if (count > SHOWN) console.log(`… and ${figure(count - SHOWN)} more.`);
}

/** In small letters without marks: Zoë as zoe, Łoś as los. */
const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[łøđßæœ]/g, (letter) => PLAIN[letter] ?? letter);

async function printFriends({ redis }: Session, code: string): Promise<void> {
  const friends: Member[] = [];
  const { pages } = await beginReading(redis);
  for await (const page of pages('Looking for her friends')) {
    for (const { member } of page) if (member?.inviter === code) friends.push(member);
  }
  if (!friends.length) return console.log('\nNobody on the list came through her.');
  console.log('\nWho came through her and is still on the list:');
  for (const friend of friends.sort((a, b) => a.joinedAt - b.joinedAt)) {
    const who = `${friend.code}  ${maskedPhone(friend.phone)}  ${fullName(friend)}`;
    console.log(`  ${moment(friend.joinedAt)}  ${who}`);
  }
}

function describePosition({ position, admitted, member }: Seen): string {
  if (position) return `${position}`;
  if (admitted === null) return 'none, her code is not in the queue';
  const time = member?.admittedAt ? `, ${moment(member.admittedAt)}` : '';
  return `none, she was let in with ${member?.wave}${time}`;
}

async function describeInviter({ redis }: Session, code: string): Promise<string> {
  const [{ member } = {}] = await look(redis, [code]);
  if (!member) return `${code}, who is not on the list any more`;
  return `${fullName(member)}, ${maskedPhone(member.phone)}, ${code}`;
}

/** When she agreed to texts, and to which version of the text beside the box. */
async function describeConsent(
  { redis }: Session,
  { consent, consentAt = 0, optedOut }: Member,
): Promise<string> {
  if (optedOut) return `taken back on ${optedOut}`;
  if (!consent) return 'no';
  const text = await redis.hget<string>(KEYS.consents, consent);
  const says = text ? `“${text}”` : 'of a text that is not in the list';
  return `${moment(consentAt)}, ${consent}: ${says}`;
}
