import { beforeEach, describe, expect, test } from 'vitest';
import { remove } from '../../cli/commands/remove.ts';
import { joinQueue } from '../../netlify/queue/join-queue.ts';
import { KEYS } from '../../netlify/queue/keys.ts';
import type { Member } from '../../netlify/queue/record.ts';
import { audit } from '../support/audit.ts';
import { printed, setUpWaitlist } from '../support/command.ts';
import { makePeople } from '../support/people.ts';
import { someone } from '../support/waitlist.ts';

const PEOPLE = 500;

const used = setUpWaitlist();
/** She came through somebody and brought friends herself. */
let ana: Member;
let friends: Member[];

beforeEach(async () => {
  await used.waitlist.redis.flushall();
  const members = await makePeople(used.waitlist.redis, PEOPLE);
  const friendsOf = ({ code }: Member) => members.filter(({ inviter }) => inviter === code);
  const invited = members.filter(
    ({ inviter, firstName }) => inviter && firstName.startsWith('Ana'),
  );
  ana = invited.find((member) => friendsOf(member).length > 1) as Member;
  friends = friendsOf(ana);
});

const removing = (typed: string, yes = true) => printed(() => remove(used.session, typed, { yes }));

const scores = async () => {
  const flat = await used.waitlist.redis.zrange(KEYS.queue, 0, -1, 'WITHSCORES');
  return new Map(flat.flatMap((code, i) => (i % 2 ? [] : [[code, Number(flat[i + 1])]])));
};

/** Everything in the database as one text. */
async function everything() {
  const { redis } = used.waitlist;
  const hashes = [KEYS.members, KEYS.phones, KEYS.days].map((key) => redis.hgetall(key));
  const texts = [await redis.keys('*'), await Promise.all(hashes), [...(await scores())]];
  return JSON.stringify(texts);
}

describe.each([
  ['phone', () => `(${ana.phone.slice(0, 3)}) ${ana.phone.slice(3)}`],
  ['code', () => ana.code],
])('somebody removed by her %s', (_, typed) => {
  test('is gone from every key, and moves nobody but her inviter', async () => {
    await used.waitlist.redis.hset(KEYS.trapped(ana.phone), 'code', ana.code);
    const before = await scores();
    const { text } = await removing(typed());
    expect(text).toContain(`${ana.firstName} ${ana.lastName}, (•••) •••-${ana.phone.slice(-4)}`);
    expect(text).toContain(`${friends.length} friends came through her and will keep their`);
    expect(text).toContain(`Her inviter ${ana.inviter} goes back about 5 positions`);

    // Her code is nobody's any more, and stays in the records of her friends.
    const left = (await everything()).replaceAll(`\\"inviter\\":\\"${ana.code}\\"`, '');
    for (const trace of [ana.phone, ana.code, `${ana.key}\\"`, `"${ana.firstName}\\"`]) {
      expect(left.includes(trace)).toBe(false);
    }
    before.delete(ana.code);
    before.set(ana.inviter ?? '', (before.get(ana.inviter ?? '') ?? 0) + 5);
    expect(await scores()).toEqual(before);
    expect((await audit(used.waitlist.redis)).problems).toEqual([]);
  });
});

test('her code credits nobody any more, and she may join again', async () => {
  await removing(ana.code);
  const friend = await joinQueue(used.waitlist.upstash, someone({ referralCode: ana.code }));
  expect(friend).toMatchObject({ outcome: 'joined', position: PEOPLE });
  const again = await joinQueue(used.waitlist.upstash, someone({ phone: ana.phone }));
  expect(again).toMatchObject({ outcome: 'joined', position: PEOPLE + 1 });
  expect((await audit(used.waitlist.redis)).problems).toEqual([]);
});

test('a second removal finds nobody', async () => {
  await removing(ana.code);
  for (const typed of [ana.code, ana.phone]) {
    await expect(removing(typed)).rejects.toThrow('Nobody on the list has this');
  }
});

test('unasked and unanswered, nothing changes', async () => {
  const before = await everything();
  await expect(removing(ana.phone, false)).rejects.toThrow('add --yes if you mean it.');
  expect(await everything()).toBe(before);
});

test('an inviter who left before does not come back', async () => {
  await removing(ana.inviter ?? '');
  const { text } = await removing(ana.phone);
  expect(text).not.toContain('inviter');
  expect((await audit(used.waitlist.redis)).problems).toEqual([]);
});
