import { type Member, parseRecord } from '../netlify/queue/record.ts';
import { type FullWaitlist, scanRecords } from './members.ts';

type Counted = 'code' | 'phone' | 'joinedAt' | 'source' | 'referredBy' | 'wave';

export interface LinkedMember extends Pick<Member, Counted> {
  /** In the order in which they joined. */
  referrals: LinkedMember[];
  /** The member's source, otherwise that of the referrer, and so on. */
  firstSource: string;
}

/** Without the names, which would take half a gigabyte for a million members. */
export function toLinkedMember(member: Member): LinkedMember {
  const { code, phone, joinedAt, source, referredBy, wave } = member;
  return { code, phone, joinedAt, source, referredBy, wave, referrals: [], firstSource: 'none' };
}

/** Links referrers and referrals; returns them in the order in which they joined. */
export function linkMembers(withCode: Map<string | undefined, LinkedMember>): LinkedMember[] {
  // Codes descend with the join number.
  const members = [...withCode.values()].sort((a, b) => (a.code < b.code ? 1 : -1));
  for (const member of members) {
    const referrer = withCode.get(member.referredBy);
    member.firstSource = member.source ?? referrer?.firstSource ?? 'none';
    referrer?.referrals.push(member);
  }
  return members;
}

export async function readAllMembers(waitlist: FullWaitlist) {
  const withCode = new Map<string, LinkedMember>();
  const unreadable = new Set<string>();
  /** Their texts have a �, which the client also reads for bytes that aren't UTF-8. */
  const suspicious = new Set<string>();
  for await (const page of scanRecords(waitlist)) {
    for (const [code, record] of page) {
      const member = parseRecord(code, record);
      if (member) withCode.set(code, toLinkedMember(member));
      else unreadable.add(code);
      if (record.includes('\ufffd')) suspicious.add(code);
    }
  }
  return { members: linkMembers(withCode), unreadable, suspicious };
}
