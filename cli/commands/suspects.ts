import { formatNumber, maskedPhone, pluralize, printLines } from '../format.ts';
import { type LinkedMember, readAllMembers } from '../read-all-members.ts';
import type { Session } from '../session.ts';
import { hadAWeek } from '../tables.ts';

const MAX_SHOWN = 50;

/** Fewer friends are a family, and move an inviter little. */
const MIN_FRIENDS = 8;

/** Typing a name and a phone takes longer. In a dormitory of fifty, one join in four is as close. */
const RUSH_SECONDS = 10;
const MIN_RUSH = 10;

/** In a real crowd one friend in five brings a friend. */
const MAX_BRINGING = 0.05;

/** A carrier gives a family three or four numbers in a row. */
const NEAR_NUMBERS = 10;

/** Carriers sell numbers by the thousand. A dormitory shares ten thousand. */
const BLOCK_DIGITS = 7;
const MIN_BLOCK = 12;

/** The chance that none of an honest member's friends has brought a friend; a list may have a million members. */
const IMPROBABLE = 1e-6;
const IMPROBABLE_OF_ONE_SOURCE = 1e-3;

type Rule = (member: LinkedMember) => string | undefined;

export async function suspects(session: Session): Promise<void> {
  const all = findSuspects((await readAllMembers(session)).members);
  if (!all.length) return console.log('Nobody stands out.');
  const texts = all.map(({ member: { code, phone, friends }, reasons }) => {
    const head = `${code}  ${maskedPhone(phone)}  ${pluralize(friends.length, 'friend')}`;
    return [head, ...reasons.map((reason) => `  ${reason}`)].join('\n');
  });
  printLines(texts, MAX_SHOWN);
  console.log('\nLook at each with find CODE --friends; remove takes a member off the list.');
}

/** Inviters whose friends look bought, those with most reasons and friends first. */
export function findSuspects(members: LinkedMember[]) {
  const rules = [rush, nearNumbers, unproductiveFriends(members)];
  return members
    .filter(({ friends }) => friends.length >= MIN_FRIENDS)
    .sort((a, b) => b.friends.length - a.friends.length)
    .map((member) => ({ member, reasons: rules.flatMap((rule) => rule(member) ?? []) }))
    .filter(({ reasons }) => reasons.length)
    .sort((a, b) => b.reasons.length - a.reasons.length);
}

const rush: Rule = ({ friends }) => {
  const isClose = ({ joinedAt }: LinkedMember, i: number) =>
    joinedAt - (friends[i - 1]?.joinedAt ?? Number.NEGATIVE_INFINITY) <= RUSH_SECONDS * 1000;
  const close = friends.filter(isClose).length;
  const bringing = friends.filter((friend) => friend.friends.length).length;
  if (close < MIN_RUSH || close * 2 < friends.length) return;
  if (bringing > friends.length * MAX_BRINGING) return;
  return `${formatNumber(close)} joined within ${RUSH_SECONDS} seconds of the one before`;
};

const nearNumbers: Rule = ({ friends }) => {
  const sorted = friends.map(({ phone }) => Number(phone)).sort((a, b) => a - b);
  let [run, longest] = [1, 1];
  for (const [i, phone] of sorted.entries()) {
    run = phone - (sorted[i - 1] ?? 0) <= NEAR_NUMBERS ? run + 1 : 1;
    longest = Math.max(longest, run);
  }
  if (longest >= MIN_FRIENDS) return `${formatNumber(longest)} have phone numbers in a row`;
  const blocks = Map.groupBy(friends, ({ phone }) => phone.slice(0, BLOCK_DIGITS));
  const most = Math.max(...Array.from(blocks.values(), ({ length }) => length));
  if (most < MIN_BLOCK || most * 2 < friends.length) return;
  return `${formatNumber(most)} have phone numbers of one thousand`;
};

function unproductiveFriends(members: LinkedMember[]): Rule {
  const invited = members.filter((member) => member.invitedBy && hadAWeek(member));
  const bringing = invited.filter(({ friends }) => friends.length).length / invited.length;
  return (member) => {
    const friends = member.friends.filter(hadAWeek);
    if (friends.some((friend) => friend.friends.length)) return;
    const source = friends[0]?.source;
    const isOne = source && friends.every((friend) => friend.source === source);
    const chance = (1 - bringing) ** friends.length;
    if (chance > (isOne ? IMPROBABLE_OF_ONE_SOURCE : IMPROBABLE)) return;
    const expected = (friends.length * bringing).toFixed(0);
    const from = isOne ? 'all of one source, ' : '';
    return `none of ${formatNumber(friends.length)}, ${from}brought a friend in a week or more; of others ${expected} would have`;
  };
}
