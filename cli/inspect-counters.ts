import { dayOf, KEYS } from '../netlify/queue/queue.ts';
import type { Member } from '../netlify/queue/record.ts';
import { joinNumber } from '../netlify/queue/referral-code.ts';
import { LIST_KEYS, RESTORING } from './keys.ts';
import type { Problem } from './problems.ts';

/** Whether the next to join would get a number that somebody has. */
export function counterBehind(joined: number, codes: Iterable<string>): Problem[] {
  let greatest = 0;
  for (const code of codes) greatest = Math.max(greatest, joinNumber(code));
  return joined >= greatest ? [] : [{ kind: 'counter_behind', joined, greatest }];
}

/**
 * Days that count fewer than came on them. They may count more, since whoever was removed stays
 * counted; and days from before the first counted one are those of a list older than the counters.
 * Alone and invited count together: who loses her inviter came through a friend all the same.
 */
export function daysBehind(
  days: ReadonlyMap<string, number>,
  members: Iterable<Member>,
): Problem[] {
  const came = new Map<string, { alone: number; invited: number }>();
  for (const { joinedAt, inviter } of members) {
    const day = dayOf(joinedAt);
    const counts = came.get(day) ?? { alone: 0, invited: 0 };
    counts[inviter ? 'invited' : 'alone'] += 1;
    came.set(day, counts);
  }
  const since = [...days.keys()].sort()[0]?.slice(0, 10);
  return [...came].flatMap(([day, { alone, invited }]): Problem[] => {
    const counted = { alone: days.get(day) ?? 0, invited: days.get(`${day} invited`) ?? 0 };
    const missing = alone + invited - counted.alone - counted.invited;
    if (since === undefined || day < since || missing <= 0) return [];
    const aloneMissing = Math.min(missing, Math.max(0, alone - counted.alone));
    return [
      {
        kind: 'day_behind',
        day,
        counted: counted.alone + counted.invited,
        people: alone + invited,
        alone: aloneMissing,
        invited: missing - aloneMissing,
      },
    ];
  });
}

const COUNTERS = [KEYS.attempts(''), KEYS.looks('')];

/** Keys that are not ours, counters that would stay for ever, and what a restore left behind. */
export function wrongKeys(keys: ReadonlyMap<string, number>): Problem[] {
  const isUnderWay = (keys.get(RESTORING.lock) ?? -1) !== -1;
  return [...keys].flatMap(([key, seconds]): Problem[] => {
    if (LIST_KEYS.includes(key)) return [];
    if (Object.values<string>(RESTORING).includes(key)) {
      return isUnderWay ? [] : [{ kind: 'leftover', key }];
    }
    if (!COUNTERS.some((counter) => key.startsWith(counter))) return [{ kind: 'strange_key', key }];
    return seconds === -1 ? [{ kind: 'endless_counter', key }] : [];
  });
}
