import { type Member, parseRecord } from '../netlify/queue/record.ts';
import { type FullWaitlist, scanRecords } from './members.ts';

type Counted = 'code' | 'phone' | 'joinedAt' | 'source' | 'referredBy' | 'wave';

/** Only what is counted, because the names and tokens of a long list may not fit in memory. */
export interface LinkedMember extends Pick<Member, Counted> {
  /** In the order in which they joined. */
  referrals: LinkedMember[];
  /** The member's source, otherwise the referrer's, and so on. */
  firstSource: string;
}

export function toLinkedMember(member: Member): LinkedMember {
  const { code, phone, joinedAt, source, referredBy, wave } = member;
  return { code, phone, joinedAt, source, referredBy, wave, referrals: [], firstSource: 'none' };
}

/** Links referrers and referrals; returns them in the order in which they joined. */
export function linkMembers(byCode: Map<string | undefined, LinkedMember>): LinkedMember[] {
  // Newer members have lower codes.
  const members = [...byCode.values()].sort((a, b) => (a.code < b.code ? 1 : -1));
  for (const member of members) {
    const referrer = byCode.get(member.referredBy);
    member.firstSource = member.source ?? referrer?.firstSource ?? 'none';
    referrer?.referrals.push(member);
  }
  return members;
}

export async function readAllMembers(waitlist: FullWaitlist) {
  const byCode = new Map<string, LinkedMember>();
  const unreadable = new Set<string>();
  for await (const page of scanRecords(waitlist)) {
    for (const [code, record] of page) {
      const member = (await isUtf8(waitlist, code, record)) ? parseRecord(code, record) : undefined;
      if (member) byCode.set(code, toLinkedMember(member));
      else unreadable.add(code);
    }
  }
  return { members: linkMembers(byCode), unreadable };
}

/** Bytes that aren't UTF-8 arrive as U+FFFD, which no compare-and-set would ever find in the record. */
async function isUtf8({ redis, keys }: FullWaitlist, code: string, record: string) {
  if (!record.includes('\ufffd')) return true;
  return (await redis.hstrlen(keys.members, code)) === Buffer.byteLength(record);
}
