import { type Member, parseRecord } from '../netlify/queue/record.ts';
import { type FullWaitlist, readFields } from './members.ts';

export interface LinkedMember extends Member {
  /** In the order in which they joined. */
  referrals: LinkedMember[];
  /** The member's source, otherwise the referrer's, and so on. */
  firstSource: string;
}

/** Reads every record, links referrers and referrals, and orders members by when they joined. */
export async function readAllMembers(waitlist: FullWaitlist) {
  const records = await readFields(waitlist, 'members');
  for (const [code, record] of records) {
    if (!(await isUtf8(waitlist, code, record))) records.set(code, '');
  }
  return linkMembers(records);
}

/** Bytes that aren't UTF-8 arrive as U+FFFD, so a compare-and-set would never match the stored record. */
async function isUtf8({ redis, keys }: FullWaitlist, code: string, record: string) {
  if (!record.includes('\ufffd')) return true;
  return (await redis.hstrlen(keys.members, code)) === Buffer.byteLength(record);
}

/** The members with these records; `unreadable` has the codes of the others. */
export function linkMembers(records: Iterable<[code: string, record: string]>) {
  const byCode = new Map<string | undefined, LinkedMember>();
  const unreadable = new Set<string>();
  for (const [code, record] of records) {
    const member = parseRecord(code, record);
    if (member) byCode.set(code, { ...member, referrals: [], firstSource: 'none' });
    else unreadable.add(code);
  }
  // Newer members have lower codes.
  const members = [...byCode.values()].sort((a, b) => (a.code < b.code ? 1 : -1));
  for (const member of members) {
    const referrer = byCode.get(member.referredBy);
    member.firstSource = member.source ?? referrer?.firstSource ?? 'none';
    referrer?.referrals.push(member);
  }
  return { members, unreadable };
}
