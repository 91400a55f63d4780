import { INDEXES } from '../netlify/queue/keys.ts';
import { joinNumber, scoreOf } from '../netlify/queue/referral-code.ts';
import { isReferralCode } from '../src/waitlist/shared/links.ts';
import { type LinkedMember, linkMembers, type Records, readFields } from './members.ts';
import { readLastNumber, type Session } from './session.ts';

export function expectedIndexes(members: LinkedMember[]) {
  const scoresOf = (some: LinkedMember[]) =>
    new Map(some.map(({ code, referralCount }) => [code, `${scoreOf(code, referralCount)}`]));
  const admitted = members.filter(({ wave }) => wave);
  const waves = Map.groupBy(admitted, ({ wave = '' }) => wave);
  return {
    queue: scoresOf(members.filter(({ wave }) => !wave)),
    admitted: scoresOf(admitted),
    // If several share a phone, the oldest member has it.
    phones: new Map(members.toReversed().map(({ phone, code }) => [phone, code])),
    waves: new Map(Array.from(waves, ([wave, all]) => [wave, `${all.length}`])),
  };
}

export function expectedJoinNumber(stored: string | null, records: Records): number {
  const codes = Array.from(records, ([code]) => code);
  const numbers = codes.filter(isReferralCode).map(joinNumber);
  const last = /^\d+$/.test(`${stored}`) ? Number(stored) : 0;
  return numbers.reduce((most, number) => Math.max(most, number), last);
}

export interface ListProblem {
  kind: 'unreadable' | 'lost' | 'phone' | 'index';
  sentence: string;
}

async function compareIndexes(session: Session) {
  const { keys } = session;
  const found = {} as ReturnType<typeof expectedIndexes>;
  for (const name of INDEXES) found[name] = await readFields(session, name);
  const records = await readFields(session, 'members');
  const { members, unreadable } = linkMembers(records);
  // Last, so that it can't be behind the records.
  const lastNumber = await readLastNumber(session);
  const indexed = [...found.queue.keys(), ...found.admitted.keys(), ...found.phones.values()];
  const expected = expectedIndexes(members);

  const problems: ListProblem[] = [];
  const report = (kind: ListProblem['kind'], sentence: string) => problems.push({ kind, sentence });
  for (const code of unreadable) report('unreadable', `The record of ${code} can't be read.`);
  for (const code of new Set(indexed).difference(records)) report('lost', `${code} has no record.`);
  for (const { code, phone } of members) {
    const owner = expected.phones.get(phone);
    if (owner !== code) report('phone', `${owner} and ${code} have the same phone number.`);
  }
  for (const name of INDEXES) {
    for (const field of new Set(expected[name].keys()).union(found[name])) {
      const [is, due] = [found[name].get(field), expected[name].get(field)];
      const what = name === 'phones' ? 'a phone' : field;
      const sentence = `${keys[name]} has ${is ?? 'nothing'} for ${what}; expected ${due ?? 'nothing'}`;
      if (is !== due) report('index', sentence);
    }
  }
  const number = expectedJoinNumber(lastNumber, records);
  // Without the number found, which may rise between two readings. A list that nobody has joined has none.
  if (`${number}` !== (lastNumber ?? '0'))
    report('index', `${keys.lastJoinNumber} should be at least ${number}`);
  return { records: records.size, problems };
}

/**
 * The problems that two readings agree on, since members may join or leave during one. If records are unreadable,
 * or lost without `removeLost`, only those, because what the indexes should hold follows from the records.
 */
export async function inspectTwice(session: Session, removeLost = false) {
  const first = await compareIndexes(session);
  if (!first.problems.length) return first;
  const sentences = new Set(first.problems.map(({ sentence }) => sentence));
  const { records, problems } = await compareIndexes(session);
  const agreed = problems.filter(({ sentence }) => sentences.has(sentence));
  const blocking = agreed.filter(
    ({ kind }) => kind === 'unreadable' || (kind === 'lost' && !removeLost),
  );
  return { records, problems: blocking.length ? blocking : agreed };
}
