import type { Member } from '../netlify/queue/record.ts';
import { joinNumber } from '../netlify/queue/referral-code.ts';
import {
  dueScore,
  type Friends,
  friendsByInviter,
  holdersOf,
  isEarlier,
  isImpossible,
  type Records,
  readMembers,
} from './due-scores.ts';
import { counterBehind, daysBehind, wrongKeys } from './inspect-counters.ts';
import { PROBLEMS, type Problem, type ProblemKind, type Stored } from './problems.ts';

/** A list as it was read. */
export interface ListReading {
  /** Phone -> record, as stored. */
  records: Records;
  /** Code -> score. */
  scores: ReadonlyMap<string, number>;
  /** How many ever joined; 0 where there is no counter. */
  joined: number;
  /** "2026-11-21" -> who came alone that day, "2026-11-21 invited" -> through a friend. */
  days: ReadonlyMap<string, number>;
  /** Every key -> the seconds until it expires, -1 for never. */
  keys: ReadonlyMap<string, number>;
}

export interface Inspection {
  /** Phone -> member, of the records that can be read. */
  members: Map<string, Member>;
  problems: Problem[];
}

/**
 * Checks everything that must always hold, from the records alone: each has the place that its join
 * number and the records of its friends make, nobody else has one, and the counters are not behind.
 */
export function inspect(reading: ListReading): Inspection {
  const { members, unreadable } = readMembers(reading.records);
  const holders = holdersOf(members.values());
  const impossible = [...members.values()].filter((member) => isImpossible(member, holders));
  const friends = friendsByInviter(members.values(), holders);
  const storedOf = ({ phone }: Member): Stored => [phone, reading.records.get(phone) ?? ''];

  const problems: Problem[] = [
    ...counterBehind(reading.joined, holders.keys()),
    ...unreadable.map((stored): Problem => ({ kind: 'unreadable', stored })),
    ...takenNumbers(members.values(), friends, storedOf),
    ...impossible.map((member): Problem => {
      const { code, inviter = '' } = member;
      return { kind: 'impossible_inviter', code, inviter, stored: storedOf(member) };
    }),
    ...wrongPlaces(reading.scores, holders, friends, storedOf),
    ...daysBehind(reading.days, members.values()),
    ...wrongKeys(reading.keys),
  ];
  const order = Object.keys(PROBLEMS) as ProblemKind[];
  problems.sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  return { members, problems };
}

function takenNumbers(
  members: Iterable<Member>,
  friends: Friends,
  storedOf: (member: Member) => Stored,
): Problem[] {
  const byNumber = new Map<number, Member[]>();
  for (const member of members) {
    const number = joinNumber(member.code);
    const others = byNumber.get(number);
    if (others) others.push(member);
    else byNumber.set(number, [member]);
  }
  return [...byNumber].flatMap(([number, sharers]) => {
    const [first, ...later] = sharers.toSorted((a, b) => (isEarlier(a, b) ? -1 : 1));
    return later.map((member): Problem => {
      const { code } = member;
      const isHers = !sharers.some((other) => other !== member && other.code === code);
      return {
        kind: 'taken_number',
        number,
        code,
        first: first?.code ?? '',
        stored: storedOf(member),
        isHers,
        friends: isHers ? (friends.get(code) ?? []).map(storedOf) : [],
      };
    });
  });
}

function wrongPlaces(
  scores: ListReading['scores'],
  holders: Map<string, Member>,
  friends: Friends,
  storedOf: (member: Member) => Stored,
): Problem[] {
  const problems: Problem[] = [];
  for (const [code, holder] of holders) {
    const due = dueScore(code, friends);
    const score = scores.get(code);
    if (score === undefined) {
      problems.push({ kind: 'no_place', code, due, stored: storedOf(holder) });
    } else if (score !== due) problems.push({ kind: 'wrong_score', code, score, due });
  }
  for (const [code, score] of scores) {
    if (!holders.has(code)) problems.push({ kind: 'ghost', code, score });
  }
  return problems;
}
