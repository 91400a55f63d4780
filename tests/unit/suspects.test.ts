import { expect, test } from 'vitest';
import { findSuspects } from '../../cli/commands/suspects.ts';
import { linkMembers, toLinkedMember } from '../../cli/read-all-members.ts';
import type { Member } from '../../netlify/queue/record.ts';
import { DAY, honestMembers, MINUTE, memberOf } from '../support/honest-list.ts';
import { seededRandom } from '../support/seeded-random.ts';

const honest = honestMembers(100_000);
const random = seededRandom(7);
const anyPhone = () => 2_000_000_000 + Math.floor(random() * 8e9);

/** The reasons by the codes of the suspects. */
function suspectsAmong(members: Member[]): Map<string | undefined, string[]> {
  const linked = linkMembers(new Map(members.map((each) => [each.code, toLinkedMember(each)])));
  return new Map(findSuspects(linked).map(({ member, reasons }) => [member.code, reasons]));
}

/** An inviter of 20 days ago with so many friends, each as `friend` makes the `n`th. */
function cheat(
  count: number,
  friend: (n: number) => { after: number; phone?: number; source?: string },
) {
  const inviter = memberOf(Date.now() - 20 * DAY, anyPhone());
  const friends = Array.from({ length: count }, (_, n) => {
    const { after, phone = anyPhone(), source } = friend(n);
    return memberOf(inviter.joinedAt + after, phone, { inviter: inviter.code, source });
  });
  return [inviter, ...friends];
}
const within = (days: number) => random() * days * DAY;

const KINDS: Record<string, [says: RegExp, members: Member[]]> = {
  'a program that signs up forty in three minutes': [
    /^\d\d joined within 10 seconds of the one before$/,
    cheat(40, () => ({ after: random() * 3 * MINUTE })),
  ],
  'bursts of six on five days': [
    /^25 joined within 10 seconds/,
    cheat(30, (n) => ({ after: Math.floor(n / 6) * DAY + (n % 6) * 4_000 })),
  ],
  'every seventh number, over days': [
    /^12 have phone numbers in a row$/,
    cheat(12, (n) => ({ after: within(5), phone: 5_550_200_000 + 7 * n })),
  ],
  'numbers of one thousand, over a week': [
    /^16 have phone numbers of one thousand$/,
    cheat(16, (n) => ({ after: within(7), phone: 5_550_300_000 + n * 61 })),
  ],
  'forty from one post who bring nobody': [
    /^none of 40, all of one source, brought a friend in a week or more; of others \d+ would have$/,
    cheat(40, () => ({ after: within(6), source: 'reddit/freebies' })),
  ],
  'a patient crowd that brings nobody': [
    /^none of 90, brought a friend/,
    cheat(90, () => ({ after: within(10) })),
  ],
};
const cheats = Object.values(KINDS).map(([, members]) => members);
const found = suspectsAmong([...honest, ...cheats.flat()]);

test.each(Object.entries(KINDS))('an inviter is suspected for %s', (_, [says, [inviter]]) => {
  const reasons = found.get(inviter?.code) ?? [];
  expect(reasons).toEqual(expect.arrayContaining([expect.stringMatching(says)]));
});

test('nobody else of an honest list of 100,000 is suspected, with those among them or without', () => {
  const inviters = cheats.map(([inviter]) => inviter?.code);
  expect([...found.keys()].sort()).toEqual(inviters.sort());
  expect(suspectsAmong(honest)).toEqual(new Map());
});
