import { KEYS } from '../../netlify/queue/queue.ts';
import { type Member, parseRecord } from '../../netlify/queue/record.ts';
import { friendsOf } from '../../netlify/queue/referral-code.ts';
import { formatPhone } from '../../src/waitlist/shared/phone.ts';
import type { CompactMap } from '../compact-map.ts';
import { consentText } from '../consent-text.ts';
import { memberIn } from '../find-member.ts';
import { readRecords } from '../read-list.ts';
import type { Session } from '../run.ts';
import { fullName, maskedPhone } from '../show-member.ts';

/**
 * Prints all that is known of the member with this phone, code or link: her place, where she came
 * from, what she agreed to, who came through her. Throws BadInput where there is none.
 */
export async function find({ redis, signal }: Session, phoneOrCode: string): Promise<void> {
  const records = await readRecords(redis, { signal });
  const member = memberIn(records, phoneOrCode);
  const { code, inviter } = member;
  const [rank, score] = await Promise.all([
    redis.zrank(KEYS.queue, code),
    redis.zscore<string>(KEYS.queue, code),
  ]);
  const friends = membersWhere(records, ` ${code} `, (other) => other.inviter === code);
  const [from] = inviter ? membersWhere(records, inviter, (other) => other.code === inviter) : [];

  const lines = [
    ['Name', fullName(member)],
    ['Phone', formatPhone(member.phone)],
    ['Code', code],
    ['Place', rank === null ? 'none, her code is not in the queue' : `${rank + 1}`],
    ['Friends', score === null ? 'unknown' : `${friendsOf(code, Number(score))}`],
    ['Joined', moment(member.joinedAt)],
    ['Through', inviter ? describeInviter(inviter, from) : 'nobody, she came alone'],
    ['Agreed to', await describeConsent(member.consent)],
  ];
  for (const [label = '', text] of lines) console.log(`${label.padEnd(11)}${text}`);

  if (friends.length) console.log('\nWho came through her and is still on the list:');
  for (const friend of friends.toSorted((a, b) => a.joinedAt - b.joinedAt)) {
    const { phone, joinedAt } = friend;
    console.log(
      `  ${moment(joinedAt)}  ${friend.code}  ${maskedPhone(phone)}  ${fullName(friend)}`,
    );
  }
}

/** The members that pass, of those whose record holds `text`: looked for first, being quick. */
function membersWhere(records: CompactMap, text: string, passes: (member: Member) => boolean) {
  const members: Member[] = [];
  for (const [phone, record] of records) {
    const member = record.includes(text) ? parseRecord(phone, record) : undefined;
    if (member && passes(member)) members.push(member);
  }
  return members;
}

function describeInviter(code: string, inviter: Member | undefined): string {
  if (!inviter) return `${code}, who is not on the list any more`;
  return `${fullName(inviter)}, ${maskedPhone(inviter.phone)}, ${code}`;
}

async function describeConsent(version: string | undefined): Promise<string> {
  if (!version) return 'not recorded';
  const text = await consentText(version);
  return `${version}: ${text ? `“${text}”` : 'src/content/consent has no such text'}`;
}

/** 2026-11-21 14:03 UTC. */
function moment(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
