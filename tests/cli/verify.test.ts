import { beforeEach, expect, test } from 'vitest';
import type { Member } from '../../netlify/queue/record.ts';
import { joinNumber } from '../../netlify/queue/referral-code.ts';
import { setUpCommands } from '../support/command.ts';
import { fillWaitlist } from '../support/members.ts';
import { KEYS } from '../support/waitlist.ts';

const waitlist = await setUpCommands();
const { run, fails, redis, faults, everything } = waitlist;
const members = await fillWaitlist(redis, 400);
const referrers = new Set(members.map(({ referredBy }) => referredBy));
const referrer = members.slice(100).find(({ code }) => referrers.has(code)) as Member;
const loners = members.filter(({ code, referredBy }) => !referredBy && !referrers.has(code));
const [ana, bea] = loners.slice(100) as [Member, Member];
beforeEach(() => fillWaitlist(redis, 400));

test.each<[string, () => Promise<unknown>]>([
  ['a score that misses a referral', () => redis.zincrby(KEYS.queue, 5, referrer.code)],
  ['a phone that leads to another member', () => redis.hset(KEYS.phones, ana.phone, bea.code)],
  ['a member both waiting and admitted', () => redis.zadd(KEYS.admitted, -7, ana.code)],
  ['a wave with a wrong count', () => redis.hset(KEYS.waves, 'lost', 3)],
  ['a join number that is no number', () => redis.set(KEYS.lastJoinNumber, '-5x')],
])('--fix corrects %s', async (_, damage) => {
  await waitlist.admitFirst(3);
  const before = await everything();
  await damage();
  const { code, stdout } = await run('verify');
  expect(code).toBe(1);
  expect(stdout).toContain('To rebuild the indexes: npm run waitlist -- verify --fix\n');
  expect(stdout).toMatch(/ has \S+ for .+; expected \S+$|at least \d+$/m);
  expect(stdout).not.toMatch(/\b\d{10}\b/);
  expect(JSON.parse((await run('verify --json')).stdout)).toHaveProperty('problems');
  const closed = expect.stringMatching(/^The list was closed for \d+ seconds?\.$/m);
  expect(await run('verify --fix')).toMatchObject({ code: 0, stdout: closed });
  expect(await everything()).toBe(before);
});

test('--fix refuses a record that is torn', async () => {
  await redis.zincrby(KEYS.queue, 5, referrer.code);
  await redis.hset(KEYS.members, ana.code, 'torn');
  const before = await everything();
  const advice = /^400 members, 1 problem:\n.+ `remove CODE`.+\nThe record of \w+ can't/;
  const stdout = expect.stringMatching(advice);
  expect(await run('verify --fix')).toMatchObject({ code: 1, stdout });
  expect(await everything()).toBe(before);
});

test('of two members with one phone, the older gets it, and both are named', async () => {
  await waitlist.store({ ...ana, phone: bea.phone });
  await redis.hdel(KEYS.phones, ana.phone);
  const problem = `${ana.code} and ${bea.code} have the same phone number.`;
  const stdout = expect.stringContaining(`the wrong one:\n${problem}\n`);
  expect(await run('verify --fix')).toMatchObject({ code: 1, stdout });
  expect(await redis.hget(KEYS.phones, bea.phone)).toBe(ana.code);
  await run(`remove ${bea.code}`);
  expect((await run('verify')).code).toBe(0);
});

test('if records are lost, verify says so first, and only --remove-lost removes the members', async () => {
  await waitlist.admitFirst(100);
  // Waiting and admitted members, with and without referrals.
  const lost = members.filter((_, i) => i % 70 === 2).map(({ code }) => code);
  await redis.hdel(KEYS.members, ...lost);
  await redis.zincrby(KEYS.queue, 3, ana.code);
  const before = await everything();
  const { code, stdout } = await run('verify --fix');
  const json = await run('verify --json');
  expect([code, json.code, JSON.parse(json.stdout).problems.length]).toEqual([1, 1, 6]);
  expect(stdout).toMatch(
    /^394 members, 6 problems:\nRestore a backup before verify --fix --remove-lost, .+\n(\w{10} has no record\.\n){5}… and 1 more: --json has all\.\n\n$/,
  );
  const question = ' and remove 6 members without a record (test, webhooks off)?';
  await fails('verify --fix --remove-lost', question);
  expect(await everything()).toBe(before);
  expect((await run('verify --fix --remove-lost')).code).toBe(0);
});

test('--fix corrects a join number that would be used twice, while visitors join whenever they can', async () => {
  const last = Number(await redis.get(KEYS.lastJoinNumber));
  await redis.set(KEYS.lastJoinNumber, 5);
  const referralCode = referrer.code;
  let isJoining = false;
  let refusals = 0;
  faults.inject = async (_, execute) => {
    if (isJoining) return execute();
    isJoining = true;
    await waitlist.addMember({ referralCode }).catch(() => {
      refusals += 1;
    });
    isJoining = false;
    return execute();
  };
  const stdout = expect.stringContaining(`last_join_number should be at least ${last}\n`);
  expect(await run('verify --fix')).toMatchObject({ code: 0, stdout });
  expect(refusals).toBeGreaterThan(2);
  expect(joinNumber(await waitlist.addMember())).toBeGreaterThan(last);
});
