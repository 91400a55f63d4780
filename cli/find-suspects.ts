import type { Person } from './census.ts';
import { figure } from './format.ts';
import { hadAWeek } from './tables.ts';

/** Fewer friends move nobody far, and are a family that sits at one table. */
const MIN_FRIENDS = 8;

/** Typing a name and a phone takes half a minute; of fifty in a dormitory one in four is as close as that. */
const RUSH_SECONDS = 10;
const MIN_RUSH = 10;

/** Of a program's friends hardly any bring a friend, and in a real crowd one in five does. */
const MAX_BRINGING = 0.05;

/** A carrier gives a family three or four numbers in a row; of sixty in one exchange hardly two are so near. */
const NEAR_NUMBERS = 10;

/** Carriers sell numbers by the thousand. A dormitory shares the exchange, of which each thousand is a tenth. */
const BLOCK_DIGITS = 7;
const MIN_BLOCK = 12;

/**
 * How improbable it must be that none of a member's friends brought a friend, if they were like all
 * others: so that a list of a million has nobody by chance.
 */
const IMPROBABLE = 1e-6;
const IMPROBABLE_OF_ONE_SOURCE = 1e-3;

/** How many friends show it, and a sentence with the figures. */
type Reason = { friends: number; says: string };

type Rule = (person: Person) => Reason | undefined;

/** Every inviter whose friends look bought, the most striking first. */
export function findSuspects(people: Person[]): { person: Person; reasons: Reason[] }[] {
  const rules = [rush, nearNumbers, unproductiveFriends(people)];
  const most = (reasons: Reason[]) => Math.max(...reasons.map(({ friends }) => friends));
  return people
    .filter(({ friends }) => friends.length >= MIN_FRIENDS)
    .map((person) => ({ person, reasons: rules.flatMap((rule) => rule(person) ?? []) }))
    .filter(({ reasons }) => reasons.length)
    .sort((a, b) => b.reasons.length - a.reasons.length || most(b.reasons) - most(a.reasons));
}

const rush: Rule = ({ friends }) => {
  const isClose = ({ joinedAt }: Person, i: number) =>
    joinedAt - (friends[i - 1]?.joinedAt ?? Number.NEGATIVE_INFINITY) <= RUSH_SECONDS * 1000;
  const close = friends.filter(isClose).length;
  const bringing = friends.filter((friend) => friend.friends.length).length;
  if (close < MIN_RUSH || close * 2 < friends.length) return;
  if (bringing > friends.length * MAX_BRINGING) return;
  const says = `${figure(close)} joined within ${RUSH_SECONDS} seconds of the one before`;
  return { friends: close, says };
};

/** Phone numbers in a row, or of one thousand. */
const nearNumbers: Rule = ({ friends }) => {
  const sorted = friends.map(({ phone }) => Number(phone)).sort((a, b) => a - b);
  let [run, longest] = [1, 1];
  for (const [i, phone] of sorted.entries()) {
    run = phone - (sorted[i - 1] ?? 0) <= NEAR_NUMBERS ? run + 1 : 1;
    longest = Math.max(longest, run);
  }
  if (longest >= MIN_FRIENDS) {
    return { friends: longest, says: `${figure(longest)} have phone numbers in a row` };
  }
  const blocks = Map.groupBy(friends, ({ phone }) => phone.slice(0, BLOCK_DIGITS));
  const most = Math.max(...Array.from(blocks.values(), ({ length }) => length));
  if (most < MIN_BLOCK || most * 2 < friends.length) return;
  return { friends: most, says: `${figure(most)} have phone numbers of one thousand` };
};

/** Looks at friends who have had a week, and compares them with all friends who have. */
function unproductiveFriends(people: Person[]): Rule {
  const invited = people.filter((person) => person.invitedBy && hadAWeek(person));
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
