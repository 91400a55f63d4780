import { type Hash, isSortedSet, type SortedSet } from '../netlify/queue/keys.ts';
import { type Member, parseRecord } from '../netlify/queue/record.ts';
import { countReferrals, scoreOf } from '../netlify/queue/referral-code.ts';
import { batchesOf, MAX_MEMBERS } from './batches.ts';
import { formatList, sanitizeForTerminal } from './format.ts';
import { BadInput, requireList, type Session } from './session.ts';

type List = (string | null)[];

export interface RankedRecord {
  code: string;
  record: string | null;
  member: Member | undefined;
  position: number | undefined;
  /** From the score; undefined if neither queue nor admitted has the code. */
  referralCount: number | undefined;
}

export type RankedMember = RankedRecord & { member: Member };

/** Whether nobody has joined, or everybody has left. If only the records are lost, `verify` says so. */
export const isEmpty = async ({ redis, keys }: Session) =>
  (await redis.exists(keys.members, keys.queue, keys.admitted)) === 0;

export async function readFields({ redis, keys }: Session, name: Hash | SortedSet) {
  const scan = isSortedSet(name) ? 'zscan' : 'hscan';
  // Redis may return some twice while members join.
  const fields = new Map<string, string>();
  let cursor = '0';
  do {
    const reply = await redis[scan](keys[name], cursor, { count: MAX_MEMBERS });
    requireList(reply, 2);
    requireList(reply[1]);
    cursor = String(reply[0]);
    for (const [field, value] of batchesOf<string | number>(reply[1], 2)) {
      fields.set(String(field), String(value));
    }
  } while (cursor !== '0');
  return fields;
}

export async function readValues({ redis, keys }: Session, hash: Hash, fields: string[]) {
  const values: List = [];
  for (const batch of batchesOf(fields)) {
    // The type says object, but our client leaves the reply as a list.
    const reply = (await redis.hmget(keys[hash], ...batch)) as unknown as List;
    values.push(...requireList(reply, batch.length));
  }
  return values;
}

export async function readMembers({ redis, keys }: Session, codes: string[]) {
  const members: RankedRecord[] = [];
  for (const batch of batchesOf(codes)) {
    // Not a transaction, in which a full Redis refuses even to read.
    const request = redis.pipeline().hmget(keys.members, ...batch);
    request.zmscore(keys.queue, batch).zmscore(keys.admitted, batch);
    for (const code of batch) request.zrank(keys.queue, code);
    const replies = await request.exec<[List, List, List, ...(number | null)[]]>();
    const [records, queue, admitted, ...ranks] = replies;
    for (const list of [records, queue, admitted, ranks]) requireList(list, batch.length);
    for (const [i, code] of batch.entries()) {
      const record = records[i] ?? null;
      const score = queue[i] ?? admitted[i];
      const rank = ranks[i] ?? null;
      members.push({
        code,
        record,
        member: parseRecord(code, record ?? ''),
        position: rank === null ? undefined : Number(rank) + 1,
        referralCount: score ? countReferrals(code, Number(score)) : undefined,
      });
    }
  }
  return members;
}

export async function readPositions(session: Session, from: number, count: number) {
  if (count <= 0) return [];
  const { redis, keys } = session;
  const codes = await redis.zrange<string[]>(keys.queue, from - 1, from + count - 2);
  return readMembers(session, requireList(codes));
}

export type Records = Iterable<[code: string, record: string]>;

export interface LinkedMember extends Member {
  referralCount: number;
  firstSource: string;
  position?: number;
}

export async function readAllMembers(session: Session): Promise<LinkedMember[]> {
  const { members, unreadable } = linkMembers(await readFields(session, 'members'));
  refuseUnreadable(unreadable);
  return members;
}

export function requireReadable(records: RankedRecord[]): RankedMember[] {
  refuseUnreadable(records.filter(({ member }) => !member).map(({ code }) => code));
  return records as RankedMember[];
}

function refuseUnreadable(codes: string[]): void {
  if (!codes.length) return;
  const shown = sanitizeForTerminal(formatList(codes, 5));
  throw new BadInput(`Unreadable records: ${shown}. Run verify, which says how to go on.`);
}

export function linkMembers(records: Records) {
  const byCode = new Map<string | undefined, LinkedMember>();
  const unreadable: string[] = [];
  for (const [code, record] of records) {
    const member = parseRecord(code, record);
    if (member) byCode.set(code, { ...member, referralCount: 0, firstSource: 'none' });
    else unreadable.push(code);
  }
  // Newer members have lower codes.
  const members = [...byCode.values()].sort((a, b) => (a.code < b.code ? 1 : -1));
  for (const member of members) {
    const referrer = byCode.get(member.referredBy);
    member.firstSource = member.source ?? referrer?.firstSource ?? 'none';
    if (referrer) referrer.referralCount += 1;
  }
  return { members, unreadable };
}

export async function readInOrder(session: Session, wave?: string) {
  const members = await readAllMembers(session);
  // Equal scores are in the order of the code's bytes.
  const score = ({ code, referralCount }: LinkedMember) => scoreOf(code, referralCount);
  members.sort((a, b) => score(a) - score(b) || (a.code < b.code ? -1 : 1));
  const waiting = members.filter((member) => !member.wave);
  for (const [i, member] of waiting.entries()) member.position = i + 1;
  const admitted = members.filter((member) => member.wave);
  if (!wave) return [...waiting, ...admitted];
  const waves = Map.groupBy(admitted, (member) => member.wave);
  const names = [...waves.keys()].sort().join(', ') || 'none';
  const inWave = waves.get(wave);
  if (inWave) return inWave;
  throw new BadInput(sanitizeForTerminal(`No wave ${wave}; there are: ${names}.`));
}

export const readWave = async (session: Session, wave: string) =>
  (await readInOrder(session, wave)).map(({ code }) => code);
