import type { Census } from './census.ts';
import { DAY_MS, WEEK_DAYS } from './figures.ts';
import { figure } from './show.ts';

/** Fewer friends move nobody far, and are a family that sits at one table. */
const MIN_FRIENDS = 8;

/** Who types her name and phone takes half a minute; of fifty in a dormitory one in four is as close as that. */
const RUSH_SECONDS = 10;
const MIN_RUSH = 10;

/** A carrier gives a family three or four numbers in a row; of sixty in one exchange hardly two are so near. */
const NEAR_NUMBERS = 10;

/** Carriers buy numbers by the thousand. A dormitory shares the exchange, of which each thousand is a tenth. */
const BLOCK = 1_000;
const MIN_BLOCK = 12;

/** People come as they please: of their pauses one in seven is so near to the usual one. */
const REGULAR_PAUSE = 0.2;
const MIN_REGULAR = 10;
const REGULAR_SHARE = 0.8;

/** Of friends who bring friends, nobody is bought; a program that makes some makes them by the way. */
const MAX_BRINGING = 0.05;

/**
 * How improbable it must be that none of somebody's friends brought a friend, if they were like all
 * others: so that a list of a million has nobody by chance. One source for all of them is a reason of
 * its own, and then less is needed.
 */
const IMPROBABLE = 1e-6;
const IMPROBABLE_OF_ONE_SOURCE = 1e-3;

/** In an honest list one in seven brings somebody so soon: eight in a row are one of ten million. */
const CHAIN_MS = 60 * 60 * 1000;
const MIN_CHAIN = 8;

/** Somebody whose friends look bought. */
export interface Suspect {
  /** Who of the census. */
  person: number;
  reasons: Reason[];
}

/** How many of her friends show it, and what it is, in figures. */
type Reason = { friends: number; says: string };

/** Her friends in the order in which they joined, as who of the census. */
type Rule = (friends: number[], census: Census) => Reason | undefined;

/** Everybody whose friends look bought, the most striking first. */
export function findSuspects(census: Census): Suspect[] {
  const byInviter = new Map<number, number[]>();
  for (const [i, inviter] of census.inviters.entries()) {
    if ((census.friends[inviter] ?? 0) < MIN_FRIENDS) continue;
    const friends = byInviter.get(inviter) ?? [];
    byInviter.set(inviter, friends);
    friends.push(i);
  }
  const rules = [rush, numbersInARow, oneBlock, regularPauses, barren(census)];
  const suspects = chains(census);
  for (const [person, friends] of byInviter) {
    const reasons = rules.flatMap((rule) => rule(friends, census) ?? []);
    const chain = suspects.get(person) ?? [];
    if (reasons.length) suspects.set(person, [...reasons, ...chain]);
  }
  const most = (reasons: Reason[]) => Math.max(...reasons.map(({ friends }) => friends));
  return Array.from(suspects, ([person, reasons]) => ({ person, reasons })).sort(
    (a, b) => b.reasons.length - a.reasons.length || most(b.reasons) - most(a.reasons),
  );
}

const rush: Rule = (friends, census) => {
  const close = pausesOf(friends, census).filter((pause) => pause <= RUSH_SECONDS).length;
  if (close < MIN_RUSH || close * 2 < friends.length || bringMore(friends, census)) return;
  const says = `${figure(close)} joined within ${RUSH_SECONDS} seconds of the one before`;
  return { friends: close, says };
};

const numbersInARow: Rule = (friends, { phones }) => {
  const sorted = friends.map((friend) => phones[friend] ?? 0).sort((a, b) => a - b);
  let [run, longest] = [1, 1];
  for (const [i, phone] of sorted.entries()) {
    run = phone - (sorted[i - 1] ?? 0) <= NEAR_NUMBERS ? run + 1 : 1;
    longest = Math.max(longest, run);
  }
  if (longest < MIN_FRIENDS) return;
  return { friends: longest, says: `${figure(longest)} have phone numbers in a row` };
};

const oneBlock: Rule = (friends, { phones }) => {
  const blocks = Map.groupBy(friends, (friend) => Math.floor((phones[friend] ?? 0) / BLOCK));
  const most = Math.max(...Array.from(blocks.values(), ({ length }) => length));
  if (most < MIN_BLOCK || most * 2 < friends.length) return;
  return { friends: most, says: `${figure(most)} have phone numbers of one thousand` };
};

const regularPauses: Rule = (friends, census) => {
  const pauses = pausesOf(friends, census).sort((a, b) => a - b);
  const usual = pauses[Math.floor(pauses.length / 2)] ?? 0;
  const regular = pauses.filter((pause) => Math.abs(pause - usual) <= usual * REGULAR_PAUSE).length;
  if (regular < MIN_REGULAR || regular < pauses.length * REGULAR_SHARE) return;
  if (bringMore(friends, census)) return;
  const says = `${figure(regular)} joined at even pauses, of about ${figure(usual)} seconds`;
  return { friends: regular, says };
};

/** Counts friends who have had a week, and compares them with all who came through somebody. */
function barren({ joinedAt, friends: counts, inviters }: Census): Rule {
  const hadAWeek = (person: number) => (joinedAt[person] ?? 0) < Date.now() - WEEK_DAYS * DAY_MS;
  let [invited, bringing] = [0, 0];
  for (const [i, inviter] of inviters.entries()) {
    if (inviter < 0 || !hadAWeek(i)) continue;
    invited += 1;
    if (counts[i]) bringing += 1;
  }
  return (all, { sources }) => {
    const friends = all.filter(hadAWeek);
    if (friends.some((friend) => counts[friend])) return;
    const [source] = new Set(friends.map((friend) => sources[friend]));
    const isOne = source && friends.every((friend) => sources[friend] === source);
    const chance = (1 - bringing / invited) ** friends.length;
    if (chance > (isOne ? IMPROBABLE_OF_ONE_SOURCE : IMPROBABLE)) return;
    const expected = ((friends.length * bringing) / invited).toFixed(0);
    const from = isOne ? 'all of one source, ' : '';
    const says = `none of ${figure(friends.length)}, ${from}brought a friend in a week or more; of others ${expected} would have`;
    return { friends: friends.length, says };
  };
}

/** Who began a chain of people each of whom came through the one before within the hour. */
function chains({ joinedAt, inviters }: Census): Map<number, Reason[]> {
  const first = inviters.map((_, i) => i);
  const length = inviters.map(() => 1);
  const found = new Map<number, Reason[]>();
  for (const [i, inviter] of inviters.entries()) {
    if (inviter < 0 || (joinedAt[i] ?? 0) - (joinedAt[inviter] ?? 0) > CHAIN_MS) continue;
    const links = (length[inviter] ?? 0) + 1;
    length[i] = links;
    first[i] = first[inviter] ?? i;
    const [{ friends: longest } = { friends: 0 }] = found.get(first[i]) ?? [];
    if (links < MIN_CHAIN || links <= longest) continue;
    const says = `a chain of ${figure(links)} began with her, each within an hour of the one before`;
    found.set(first[i], [{ friends: links, says }]);
  }
  return found;
}

/** Seconds between each two friends. */
function pausesOf(friends: number[], { joinedAt }: Census): number[] {
  const moments = friends.map((friend) => joinedAt[friend] ?? 0);
  return moments.slice(1).map((moment, i) => (moment - (moments[i] ?? 0)) / 1000);
}

function bringMore(friends: number[], census: Census): boolean {
  const bringing = friends.filter((friend) => census.friends[friend]).length;
  return bringing > friends.length * MAX_BRINGING;
}
