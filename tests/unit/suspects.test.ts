import { expect, test } from 'vitest';
import { findSuspects } from '../../cli/commands/suspects.ts';
import { linkMembers, toLinkedMember } from '../../cli/read-all-members.ts';
import type { Member } from '../../netlify/queue/record.ts';
import { DAY, honestMembers, memberOf } from '../support/honest-list.ts';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

type Friend = { after: number; phone?: number; source?: string; brings?: boolean };

function suspectsAmong(members: Member[]) {
  const linked = linkMembers(new Map(members.map((each) => [each.code, toLinkedMember(each)])));
  return findSuspects(linked);
}

let phones = 2_000_000_000;
/** A phone in a thousand of its own. */
const anyPhone = () => (phones += 1_000);

/** An inviter of 60 days ago with `count` friends, each as `friend` makes the `n`th. */
function invite(count: number, friend: (n: number) => Friend): Member[] {
  const inviter = memberOf(Date.now() - 60 * DAY, anyPhone());
  const friends = Array.from({ length: count }, (_, n) => {
    const { after, phone = anyPhone(), source, brings } = friend(n);
    const me = memberOf(inviter.joinedAt + after, phone, { inviter: inviter.code, source });
    const ownFriend = memberOf(me.joinedAt + HOUR, anyPhone(), { inviter: me.code });
    return brings ? [me, ownFriend] : [me];
  });
  return [inviter, ...friends.flat()];
}

/** Of these, every second one who was invited has brought a friend. */
const half = Array.from({ length: 1_000 }, () => invite(1, () => ({ after: DAY, brings: true })));

const burst = (n: number) => ({ after: n < 11 ? n * 10 * SECOND : n * DAY });
const rushBringing = (many: number) => (n: number) => ({ after: n * SECOND, brings: n < many });
const inRow = (step: number) => (n: number) => ({
  after: n * DAY,
  phone: 5_550_200_000 + n * step,
});
/** Twelve of one thousand, the others of the same ten thousand. */
const inBlock = (n: number) => {
  return { after: n * DAY, phone: 5_550_300_000 + (n < 12 ? n * 61 : n * 300) };
};
const hourly = (n: number) => ({ after: n * HOUR });
const fromOnePost = (n: number) => ({ after: n * HOUR, source: 'reddit/freebies' });

const RUSH = /^\d\d joined within 10 seconds of the one before$/;
const ROW = /^8 have phone numbers in a row$/;
const BLOCK = /^12 have phone numbers of one thousand$/;
const NOBODY = /^none of \d\d, brought a friend in a week or more; of others 10 would have$/;
const ONE_POST = /^none of 11, all of one source, brought a friend/;

test.each<[string, RegExp | undefined, Member[], Member[]?]>([
  ['eleven friends, ten seconds apart', RUSH, invite(11, burst)],
  ['ten friends, ten seconds apart', undefined, invite(10, burst)],
  ['eleven, eleven seconds apart', undefined, invite(11, (n) => ({ after: n * 11 * SECOND }))],
  ['ten of twenty in a rush', RUSH, invite(20, burst)],
  ['ten of twenty-one in a rush', undefined, invite(21, burst)],
  ['a rush of forty, two of whom brought a friend', RUSH, invite(40, rushBringing(2))],
  ['a rush of forty, three of whom did', undefined, invite(40, rushBringing(3))],
  ['eight numbers, each ten after the one before', ROW, invite(8, inRow(10))],
  ['seven such numbers', undefined, invite(7, inRow(10))],
  ['eight numbers, each eleven after the one before', undefined, invite(8, inRow(11))],
  ['twelve numbers of one thousand', BLOCK, invite(12, inBlock)],
  ['eleven such numbers', undefined, invite(11, inBlock)],
  ['twelve of twenty-four of one thousand', BLOCK, invite(24, inBlock)],
  ['twelve of twenty-five of one thousand', undefined, invite(25, inBlock)],
  ['twenty-one who bring nobody', NOBODY, invite(21, hourly), half.flat()],
  ['twenty of these', undefined, invite(20, hourly), half.flat()],
  ['eleven of these from one post', ONE_POST, invite(11, fromOnePost), half.flat()],
  ['ten of these from one post', undefined, invite(10, fromOnePost), half.flat()],
])('%s are suspected for %s', (_, reason, members, others = []) => {
  const reasons = suspectsAmong([...members, ...others]).flatMap((suspect) => suspect.reasons);
  expect(reasons).toEqual(reason ? [expect.stringMatching(reason)] : []);
});

test('nobody of an honest list of 100,000 is suspected', () => {
  expect(suspectsAmong(honestMembers(100_000))).toEqual([]);
});
