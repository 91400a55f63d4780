import type { Person } from './census.ts';
import { WEEK_MS } from './figures.ts';
import { figure } from './show.ts';

/** Fewer friends move nobody far, and are a family that sits at one table. */
const MIN_FRIENDS = 8;

/** Who types her name and phone takes half a minute; of fifty in a dormitory one in four is as close as that. */
const RUSH_SECONDS = 10;
const MIN_RUSH = 10;

/** A carrier gives a family three or four numbers in a row; of sixty in one exchange hardly two are so near. */
const NEAR_NUMBERS = 10;

/** Carriers buy numbers by the thousand. A dormitory shares the exchange, of which each thousand is a tenth. */
const BLOCK_DIGITS = 7;
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

/** How many of her friends show that they are bought, and what it is, in figures. */
type Reason = { friends: number; says: string };

type Rule = (person: Person) => Reason | undefined;

/** Somebody whose friends look bought. */
export interface Suspect {
  person: Person;
  reasons: Reason[];
}

/** Everybody whose friends look bought, the most striking first. */
export function findSuspects(people: Person[]): Suspect[] {
  const chain = chainsOf(people);
  const rules = [rush, numbersInARow, oneBlock, regularPauses, barren(people), chain];
  const most = (reasons: Reason[]) => Math.max(...reasons.map(({ friends }) => friends));
  return people
    .map((person) => {
      const some = person.friends.length < MIN_FRIENDS ? [chain] : rules;
      return { person, reasons: some.flatMap((rule) => rule(person) ?? []) };
    })
    .filter(({ reasons }) => reasons.length)
    .sort((a, b) => b.reasons.length - a.reasons.length || most(b.reasons) - most(a.reasons));
}

const rush: Rule = ({ friends }) => {
  const close = pausesOf(friends).filter((pause) => pause <= RUSH_SECONDS).length;
  if (close < MIN_RUSH || close * 2 < friends.length || bringMore(friends)) return;
  const says = `${figure(close)} joined within ${RUSH_SECONDS} seconds of the one before`;
  return { friends: close, says };
};

const numbersInARow: Rule = ({ friends }) => {
  const sorted = friends.map(({ phone }) => Number(phone)).sort((a, b) => a - b);
  let [run, longest] = [1, 1];
  for (const [i, phone] of sorted.entries()) {
    run = phone - (sorted[i - 1] ?? 0) <= NEAR_NUMBERS ? run + 1 : 1;
    longest = Math.max(longest, run);
  }
  if (longest < MIN_FRIENDS) return;
  return { friends: longest, says: `${figure(longest)} have phone numbers in a row` };
};

const oneBlock: Rule = ({ friends }) => {
  const blocks = Map.groupBy(friends, ({ phone }) => phone.slice(0, BLOCK_DIGITS));
  const most = Math.max(...Array.from(blocks.values(), ({ length }) => length));
  if (most < MIN_BLOCK || most * 2 < friends.length) return;
  return { friends: most, says: `${figure(most)} have phone numbers of one thousand` };
};

const regularPauses: Rule = ({ friends }) => {
  const pauses = pausesOf(friends).sort((a, b) => a - b);
  const usual = pauses[Math.floor(pauses.length / 2)] ?? 0;
  const regular = pauses.filter((pause) => Math.abs(pause - usual) <= usual * REGULAR_PAUSE).length;
  if (regular < MIN_REGULAR || regular < pauses.length * REGULAR_SHARE) return;
  if (bringMore(friends)) return;
  const says = `${figure(regular)} joined at even pauses, of about ${figure(usual)} seconds`;
  return { friends: regular, says };
};

/** Counts friends who have had a week, and compares them with all who came through somebody. */
function barren(people: Person[]): Rule {
  const hadAWeek = ({ joinedAt }: Person) => joinedAt < Date.now() - WEEK_MS;
  const invited = people.filter((person) => person.host && hadAWeek(person));
  const bringing = invited.filter(({ friends }) => friends.length).length / invited.length;
  return (person) => {
    const friends = person.friends.filter(hadAWeek);
    if (friends.some((friend) => friend.friends.length)) return;
    const source = friends[0]?.source;
    const isOne = source && friends.every((friend) => friend.source === source);
    const chance = (1 - bringing) ** friends.length;
    if (chance > (isOne ? IMPROBABLE_OF_ONE_SOURCE : IMPROBABLE)) return;
    const expected = (friends.length * bringing).toFixed(0);
    const from = isOne ? 'all of one source, ' : '';
    const says = `none of ${figure(friends.length)}, ${from}brought a friend in a week or more; of others ${expected} would have`;
    return { friends: friends.length, says };
  };
}

/** Whether she began a chain of people each of whom came through the one before within the hour. */
function chainsOf(people: Person[]): Rule {
  const isQuick = ({ joinedAt, host }: Person) => host && joinedAt - host.joinedAt <= CHAIN_MS;
  const lengths = new Map<Person | undefined, number>();
  const lengthOf = (person: Person) => lengths.get(person) ?? 1;
  // From the last who joined, as each adds one to the longest that goes on from her.
  for (const person of people.toReversed()) {
    if (!person.host || !isQuick(person)) continue;
    lengths.set(person.host, Math.max(lengthOf(person.host), lengthOf(person) + 1));
  }
  return (person) => {
    const links = lengthOf(person);
    if (links < MIN_CHAIN || isQuick(person)) return;
    const says = `a chain of ${figure(links)} began with her, each within an hour of the one before`;
    return { friends: links, says };
  };
}

/** Seconds between each two friends. */
function pausesOf(friends: Person[]): number[] {
  return friends
    .slice(1)
    .map(({ joinedAt }, i) => (joinedAt - (friends[i]?.joinedAt ?? joinedAt)) / 1000);
}

function bringMore(friends: Person[]): boolean {
  const bringing = friends.filter((friend) => friend.friends.length).length;
  return bringing > friends.length * MAX_BRINGING;
}
