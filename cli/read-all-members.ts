import { type Member, parseRecord } from '../netlify/queue/record.ts';
import { joinNumber } from '../netlify/queue/referral-code.ts';
import { POSITIONS_PER_REFERRAL } from '../src/waitlist/shared/referral.ts';
import { BadInput } from './errors.ts';
import { sanitizeForTerminal } from './format.ts';
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

export const scoreOf = ({ code, referrals }: LinkedMember) =>
  joinNumber(code) - POSITIONS_PER_REFERRAL * referrals.length;

export interface OrderedMember extends LinkedMember {
  /** From 1; undefined if the member is admitted. */
  position: number | undefined;
}

/** The whole queue, and then the admitted members. */
export async function readInOrder(waitlist: FullWaitlist): Promise<OrderedMember[]> {
  const { members } = await readAllMembers(waitlist);
  // Equal scores are in the order of the code's bytes.
  members.sort((a, b) => scoreOf(a) - scoreOf(b) || (a.code < b.code ? -1 : 1));
  const waiting = members.filter(({ wave }) => !wave);
  const admitted = members.filter(({ wave }) => wave);
  return [...waiting, ...admitted].map((member, i) => {
    return { ...member, position: member.wave ? undefined : i + 1 };
  });
}

/** The members of a wave. Throws BadInput with the existing waves if there are none. */
export async function readWave(waitlist: FullWaitlist, wave: string) {
  const found = (await readInOrder(waitlist)).filter((member) => member.wave === wave);
  if (found.length) return found;
  const waves = (await waitlist.redis.hkeys(waitlist.keys.waves)).sort().join(', ');
  throw new BadInput(sanitizeForTerminal(`No wave ${wave}; there are: ${waves || 'none'}.`));
}
