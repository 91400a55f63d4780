import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { UNREADABLE } from '../../cli/keys.ts';
import { joinQueue, KEYS } from '../../netlify/queue/queue.ts';
import type { Member } from '../../netlify/queue/record.ts';
import { audit } from '../support/audit.ts';
import { makePeople } from '../support/people.ts';
import { runCli } from '../support/run-cli.ts';
import { someone, startWaitlist, type Waitlist } from '../support/waitlist.ts';

let waitlist: Waitlist;
/** She came through somebody and brought friends herself. */
let ana: Member;
let friends: Member[];

beforeAll(async () => {
  waitlist = await startWaitlist();
  vi.setConfig({ testTimeout: 60_000 }); // 8 s in all, and the machine may be busy.
});
beforeEach(async () => {
  await waitlist.redis.flushall();
  const members = await makePeople(waitlist.redis, 10_000);
  const friendsOf = ({ code }: Member) => members.filter(({ inviter }) => inviter === code);
  const invited = members.filter(
    ({ inviter, firstName }) => inviter && firstName.startsWith('Ana'),
  );
  ana = invited.find((member) => friendsOf(member).length > 1) as Member;
  friends = friendsOf(ana);
});
afterAll(() => waitlist.stop());

const remove = (...args: string[]) => runCli(waitlist.env, 'remove', ...args);
const scores = async () => {
  const flat = await waitlist.redis.zrange(KEYS.queue, 0, -1, 'WITHSCORES');
  return new Map(flat.flatMap((code, i) => (i % 2 ? [] : [[code, Number(flat[i + 1])]])));
};

/** Everything in the database as one text. */
async function everything() {
  const { redis } = waitlist;
  const texts = [
    await redis.keys('*'),
    await redis.zrange(KEYS.queue, 0, -1, 'WITHSCORES'),
    Object.entries(await redis.hgetall(KEYS.members)).flat(),
    Object.entries(await redis.hgetall(KEYS.days)).flat(),
    Object.entries(await redis.hgetall(UNREADABLE)).flat(),
    [await redis.get(KEYS.joined)],
  ];
  return texts.flat().join('\n');
}

describe.each([
  ['phone', () => `(${ana.phone.slice(0, 3)}) ${ana.phone.slice(3)}`],
  ['code', () => ana.code],
])('somebody removed by her %s', (_, typed) => {
  test('is gone from every key, and moves nobody but her inviter', async () => {
    const before = await scores();
    const { code, stdout } = await remove(typed(), '--yes');
    expect(code).toBe(0);
    expect(stdout).toContain(`${ana.firstName} ${ana.lastName}, (•••) •••-${ana.phone.slice(-4)}`);
    expect(stdout).toContain(`${friends.length} friends came through her and will keep their`);
    expect(stdout).toContain(`Her inviter ${ana.inviter} went back about 5 places.`);

    const left = await everything();
    for (const trace of [ana.phone, ana.code, `${ana.key} `, `"${ana.firstName}"`]) {
      expect(left.includes(trace)).toBe(false);
    }
    before.delete(ana.code);
    before.set(ana.inviter ?? '', (before.get(ana.inviter ?? '') ?? 0) + 5);
    expect(await scores()).toEqual(before);
    expect((await audit(waitlist.redis)).problems).toEqual([]);
  });
});

test('her code credits nobody any more, and she may join again', async () => {
  await remove(ana.code, '--yes');
  const friend = await joinQueue(waitlist.upstash, someone({ referralCode: ana.code }));
  expect(friend).toMatchObject({ outcome: 'joined', position: 10_000 });
  const again = await joinQueue(waitlist.upstash, someone({ phone: ana.phone }));
  expect(again).toMatchObject({ outcome: 'joined', position: 10_001 });
  expect((await audit(waitlist.redis)).problems).toEqual([]);
});

test('a second run finds nobody', async () => {
  await remove(ana.code, '--yes');
  for (const typed of [ana.code, ana.phone]) {
    const { code, stderr } = await remove(typed, '--yes');
    expect(stderr).toContain('Nobody on the list has this');
    expect(code).toBe(2);
  }
});

test('unasked and unanswered, nothing changes', async () => {
  const before = await everything();
  const { code, stdout, stderr } = await remove(ana.phone);
  expect(stdout).toContain('Her link will credit nobody any more.');
  expect(stderr).toContain('Nobody is here to answer: add --yes if you mean it.');
  expect(code).toBe(2);
  expect(await everything()).toBe(before);
});

test('an inviter who left before does not come back', async () => {
  await remove(ana.inviter ?? '', '--yes');
  const { code, stdout } = await remove(ana.phone, '--yes');
  expect(code).toBe(0);
  expect(stdout).not.toContain('inviter');
  expect((await audit(waitlist.redis)).problems).toEqual([]);
});

test('a removal that broke off is finished by the next', async () => {
  const { faults, redis } = waitlist;
  let erased = false;
  faults.intercept = async (_, execute) => {
    if (erased) return { status: 503, body: { error: 'ERR the database is away' } };
    const answer = await execute();
    erased = JSON.stringify(answer.body).includes('"erased"');
    return answer;
  };
  const broken = await remove(ana.phone, '--yes');
  faults.intercept = undefined;
  expect(broken.code).toBe(3);
  expect(broken.stderr).toContain(`npm run waitlist -- remove ${ana.code}`);
  expect(await redis.hexists(KEYS.members, ana.phone)).toBe(0);
  expect((await audit(redis)).problems).toEqual([]);

  expect((await remove(ana.code, '--yes')).code).toBe(0);
  expect((await everything()).includes(ana.code)).toBe(false);
});

test('a record that was moved aside is erased too', async () => {
  await waitlist.redis.hset(UNREADABLE, '5550001234', 'torn');
  const { code, stdout } = await remove('555 000 1234', '--yes');
  expect([code, stdout]).toEqual([0, 'The record is erased.\n']);
  expect(await waitlist.redis.exists(UNREADABLE)).toBe(0);
});

test('what is neither phone nor code gets a sentence', async () => {
  const { code, stderr } = await remove('Ana', '--yes');
  expect(stderr).toContain('That is neither a 10-digit phone number nor a referral code or link.');
  expect(code).toBe(2);
});
