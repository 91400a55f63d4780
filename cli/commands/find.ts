import { readFile } from 'node:fs/promises';
import { consentFile } from '../../netlify/queue/consent-file.ts';
import { KEYS } from '../../netlify/queue/keys.ts';
import { type Member, parseRecord } from '../../netlify/queue/record.ts';
import { friendsOf } from '../../netlify/queue/referral-code.ts';
import { formatPhone } from '../../src/waitlist/shared/phone.ts';
import { findMember, positionOf } from '../find-member.ts';
import type { Options, Session } from '../main.ts';
import { beginReading } from '../read-queue.ts';
import { fullName, maskedPhone, moment } from '../show.ts';

/**
 * Prints all that is known of the member with this phone, code or link: her position, where she came
 * from, which texts she agreed to; with `friends`, for which everybody is read, who came through her. Throws
 * BadInput where there is none.
 */
export async function find(session: Session, phoneOrCode: string, { friends }: Options) {
  const { redis } = session;
  const member = await findMember(redis, phoneOrCode);
  const { code, phone, joinedAt, inviter } = member;
  const spot = await positionOf(redis, code);
  const lines = [
    ['Name', fullName(member)],
    ['Phone', formatPhone(phone)],
    ['Code', code],
    ['Position', describePosition(member, spot)],
    ['Friends', spot ? `${friendsOf(code, spot.score)}` : 'unknown'],
    ['Joined', moment(joinedAt)],
    ['Source', member.source ?? 'unknown'],
    ['Through', inviter ? await describeInviter(session, inviter) : 'nobody, she came alone'],
    ['Consent', await describeConsent(member)],
  ];
  for (const [label = '', text] of lines) console.log(`${label.padEnd(11)}${text}`);
  if (friends) await printFriends(session, code);
}

async function printFriends({ redis }: Session, code: string): Promise<void> {
  const friends: Member[] = [];
  const { pages } = await beginReading(redis);
  for await (const page of pages('Looking for her friends')) {
    for (const { code: other, record } of page) {
      // Looked for as text first, which is quick.
      const member = record?.includes(code) ? parseRecord(other, record) : undefined;
      if (member?.inviter === code) friends.push(member);
    }
  }
  if (!friends.length) return console.log('\nNobody on the list came through her.');
  console.log('\nWho came through her and is still on the list:');
  for (const friend of friends.sort((a, b) => a.joinedAt - b.joinedAt)) {
    const who = `${friend.code}  ${maskedPhone(friend.phone)}  ${fullName(friend)}`;
    console.log(`  ${moment(friend.joinedAt)}  ${who}`);
  }
}

function describePosition(
  { wave, admittedAt }: Member,
  spot: Awaited<ReturnType<typeof positionOf>>,
): string {
  if (!spot) return 'none, her code is not in the queue';
  if (spot.position) return `${spot.position}`;
  return `none, she was let in with ${wave}${admittedAt ? `, ${moment(admittedAt)}` : ''}`;
}

async function describeInviter({ redis }: Session, code: string): Promise<string> {
  const record = await redis.hget<string>(KEYS.members, code);
  const inviter = parseRecord(code, record ?? '');
  if (!inviter) return `${code}, who is not on the list any more`;
  return `${fullName(inviter)}, ${maskedPhone(inviter.phone)}, ${code}`;
}

/** When she agreed to texts, and to which version of the text beside the box. */
async function describeConsent({ consent, consentAt = 0, optedOut }: Member): Promise<string> {
  if (optedOut) return `taken back on ${optedOut}`;
  if (!consent) return 'no';
  const file = await consentFile(consent);
  const text = file
    ? `“${(await readFile(file, 'utf8')).trim()}”`
    : 'src/content/consent has no such text';
  return `${moment(consentAt)}, ${consent}: ${text}`;
}
