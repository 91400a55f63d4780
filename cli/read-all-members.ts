import { type Member, parseRecord } from '../netlify/queue/record.ts';
import { type FullWaitlist, scanRecords } from './members.ts';

type Counted = 'code' | 'phone' | 'joinedAt' | 'source' | 'inviter' | 'wave' | 'admittedAt';

export interface LinkedMember extends Pick<Member, Counted> {
  invitedBy: LinkedMember | undefined;
  /** In the order in which they joined. */
  friends: LinkedMember[];
  /** The member's source, else that of the inviter, and so on. */
  firstSource: string;
}

/** Without the names, which would take half a gigabyte for a million members. */
export function toLinkedMember(member: Member): LinkedMember {
  const { code, phone, joinedAt, source, inviter, wave, admittedAt } = member;
  const counted = { code, phone, joinedAt, source, inviter, wave, admittedAt };
  return { ...counted, invitedBy: undefined, friends: [], firstSource: 'none' };
}

/** Links inviters and friends; returns them in the order in which they joined. */
export function linkMembers(withCode: Map<string | undefined, LinkedMember>): LinkedMember[] {
  // Codes descend with the join number.
  const members = [...withCode.values()].sort((a, b) => (a.code < b.code ? 1 : -1));
  for (const member of members) {
    const inviter = withCode.get(member.inviter);
    member.firstSource = member.source ?? inviter?.firstSource ?? 'none';
    member.invitedBy = inviter;
    inviter?.friends.push(member);
  }
  return members;
}

export async function readAllMembers(waitlist: FullWaitlist) {
  const withCode = new Map<string, LinkedMember>();
  const unreadable = new Set<string>();
  for await (const page of scanRecords(waitlist)) {
    for (const [code, record] of page) {
      const member = parseRecord(code, record);
      if (member) withCode.set(code, toLinkedMember(member));
      else unreadable.add(code);
    }
  }
  return { members: linkMembers(withCode), unreadable };
}
