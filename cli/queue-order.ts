import { type Member, parseRecord } from '../netlify/queue/record.ts';
import { friendsOf, joinNumber } from '../netlify/queue/referral-code.ts';
import type { CompactMap } from './compact-map.ts';
import type { CompactScores } from './compact-scores.ts';

export interface Placed {
  member: Member;
  /** 1 for the first in line. */
  place: number;
  friends: number;
}

/** Everybody who has both a record and a score, first in line first. */
export function* inQueueOrder(records: CompactMap, scores: CompactScores): Generator<Placed> {
  // Plain numbers, since a million objects would be most of the memory.
  const [scoreOf, numberOf] = [new Float64Array(records.size), new Float64Array(records.size)];
  const order = new Uint32Array(records.size);
  let people = 0;
  let index = 0;
  for (const [, record] of records) {
    const code = record.slice(0, record.indexOf(' '));
    const score = scores.get(code);
    if (score !== undefined) {
      [scoreOf[index], numberOf[index]] = [score, joinNumber(code)];
      order[people] = index;
      people += 1;
    }
    index += 1;
  }
  const numberAt = (numbers: Float64Array, at: number) => numbers[at] ?? 0;
  // As Redis does it: equal scores in the order of their codes, which descend with the number.
  order
    .subarray(0, people)
    .sort(
      (a, b) =>
        numberAt(scoreOf, a) - numberAt(scoreOf, b) ||
        numberAt(numberOf, b) - numberAt(numberOf, a),
    );

  let place = 0;
  for (const at of order.subarray(0, people)) {
    const member = parseRecord(...records.at(at));
    if (!member) continue;
    place += 1;
    yield { member, place, friends: friendsOf(member.code, numberAt(scoreOf, at)) };
  }
}
