import { beforeEach, expect, test } from 'vitest';
import { type Change, compareAndSet } from '../../cli/compare-and-set.ts';
import { compareIndexes } from '../../cli/indexes.ts';
import { eraseMember } from '../../netlify/queue/erase-member.ts';
import { formatRecord, type Member } from '../../netlify/queue/record.ts';
import { JOIN_NUMBER_LIMIT, joinNumber } from '../../netlify/queue/referral-code.ts';
import { POSITIONS_PER_REFERRAL } from '../../src/waitlist/shared/referral.ts';
import { audit } from '../support/audit.ts';
import { setUpCommands } from '../support/command.ts';
import { fillWaitlist } from '../support/members.ts';
import { KEYS, NOBODY } from '../support/waitlist.ts';

const waitlist = await setUpCommands();
const { ask, run, redis, client, faults, everything } = waitlist;
const members = await fillWaitlist(redis, 1_200);
const referrers = new Set(members.map(({ referredBy }) => referredBy));
const referrer = members.slice(100).find(({ code }) => referrers.has(code)) as Member;
const referred = members.filter(({ referredBy }) => referredBy === referrer.code);
const referrals = referred.map(({ code }) => code);
const loners = members.filter(({ code, referredBy }) => !referredBy && !referrers.has(code));
const [ana, bea] = loners.slice(100) as [Member, Member];
beforeEach(() => fillWaitlist(redis, 1_200));

test.each<[string, () => Promise<unknown>]>([
  ['a score that misses a referral', () => redis.zincrby(KEYS.queue, 5, referrer.code)],
  ['a phone that no member has', () => redis.hset(KEYS.phones, '7000000000', referrer.code)],
  ['a phone that leads to another member', () => redis.hset(KEYS.phones, ana.phone, bea.code)],
  ['a member both waiting and admitted', () => redis.zadd(KEYS.admitted, -7, ana.code)],
  ['a wave with a wrong count', () => redis.hset(KEYS.waves, 'lost', 3)],
  ['a join number that is no number', () => redis.set(KEYS.lastJoinNumber, '-5x')],
  ['a join number with none left', () => redis.set(KEYS.lastJoinNumber, JOIN_NUMBER_LIMIT - 1)],
  ['all indexes gone', () => redis.del(KEYS.queue, KEYS.admitted, KEYS.phones, KEYS.waves)],
])('--fix corrects %s', async (_, damage) => {
  await waitlist.admitFirst(3);
  const before = await everything();
  await damage();
  const { code, stdout } = await run('verify');
  expect(code).toBe(1);
  expect(stdout).toContain('To correct the indexes: npm run waitlist -- verify --fix\n');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is what must not be there.
  expect(stdout).not.toMatch(/\u001b|\b\d{10}\b/);
  expect((await run('verify --fix')).code).toBe(0);
  expect(await everything()).toBe(before);
});

test('a wrong score is reported with the expected one, and the referrals that it counts', async () => {
  const referralCode = referrer.code;
  const codes = [...referrals];
  for (let i = 0; i < 5; i += 1) codes.push(await waitlist.addMember({ referralCode }));
  const expected = joinNumber(referrer.code) - POSITIONS_PER_REFERRAL * codes.length;
  await redis.zadd(KEYS.queue, expected - 5, referrer.code);
  const { stdout } = await run('verify');
  expect(stdout).toContain(
    `{waitlist}:queue has ${expected - 5} for ${referrer.code}; expected ${expected}, counting ${codes.length} referrals: ${codes.slice(0, 5).join(', ')} and ${codes.length - 5} more\n`,
  );
});

const replaceRecord = (code = '', record: string | Buffer) =>
  redis.hset(KEYS.members, code, record);
const latin1 = () => Buffer.from(formatRecord({ ...ana, firstName: 'Zoë' }), 'latin1');

/** Gives the first member the phone number of the second, to whom it still leads. */
async function sharePhone(member: Member, { phone }: Member) {
  await waitlist.store({ ...member, phone });
  await redis.hdel(KEYS.phones, member.phone);
}

test.each<[string, string, () => Promise<unknown>]>([
  ['an unreadable record', "can't be read.", () => replaceRecord(referrals[0], 'torn')],
  ["a record that isn't UTF-8", "can't be read.", () => replaceRecord(ana.code, latin1())],
  ['a phone of two members that leads to the first', 'the same phone', () => sharePhone(bea, ana)],
  ['a phone of two members that leads to the second', 'the same phone', () => sharePhone(ana, bea)],
  ['a cut-off restore', 'was cut off', () => redis.set(KEYS.restore, 'x')],
])('--fix leaves %s to the operator', async (_, sentence, damage) => {
  await damage();
  const before = await everything();
  const { code, stdout, stderr } = await run('verify --fix');
  expect(code).toBe(1);
  expect(stdout + stderr).toContain(sentence);
  expect(await everything()).toBe(before);
});

test('if records are lost, verify says so first, and only --remove-lost removes the members', async () => {
  await waitlist.admitFirst(100);
  // Waiting and admitted members, with and without referrals.
  const codes = (await redis.hkeys(KEYS.members)).sort().slice(400);
  await redis.hdel(KEYS.members, ...codes.slice(0, 799));
  await redis.zincrby(KEYS.queue, 3, codes[799] ?? '');
  const before = await everything();
  const { code, stdout } = await run('verify --fix');
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /^401 members, 799 problems:\nRestore a backup before verify --fix --remove-lost, .+\n(\w{10} has no record\.\n){5}… and 794 more\.\n\n$/,
  );
  const question = ' and remove 799 members without a record (test, webhooks off)?';
  expect((await ask('verify --fix --remove-lost')).stderr).toContain(question);
  expect(await everything()).toBe(before);
  expect((await run('verify --fix --remove-lost')).code).toBe(0);
  expect(await audit(waitlist)).toEqual([]);
});

test('a code that nobody has raises the join number only if that is missing', async () => {
  const before = await everything();
  await redis.hset(KEYS.phones, '2125551000', NOBODY.referralCode);
  await redis.zadd(KEYS.queue, 1, NOBODY.referralCode);
  await run('verify --remove-lost');
  expect(await everything()).toBe(before);
  await redis.del(KEYS.lastJoinNumber, KEYS.members);
  await run('verify --remove-lost');
  expect(await redis.get(KEYS.lastJoinNumber)).toBe(`${joinNumber(members.at(-1)?.code ?? '')}`);
});

test('--fix leaves what has changed since it was read, and never brings back a member', async () => {
  await redis.zincrby(KEYS.queue, POSITIONS_PER_REFERRAL + 1, referrer.code);
  await redis.zrem(KEYS.queue, ana.code);
  await redis.hdel(KEYS.phones, ana.phone);
  const { problems } = await compareIndexes(client);
  const changes = problems.map(({ change }) => [change as Change]);
  expect(changes).toHaveLength(3);
  await waitlist.addMember({ referralCode: referrer.code });
  await eraseMember(client, ['operator', ana.code]);
  const before = await everything();
  expect(await compareAndSet(client, changes)).toEqual([false, false, false]);
  expect(await everything()).toBe(before);
});

test('a wrong score is not reported if the referrals change between two readings', async () => {
  await redis.zincrby(KEYS.queue, 5, referrer.code);
  let readings = 0;
  const isSecond = (request: string) =>
    request.startsWith(`zscan,${KEYS.queue},0`) && ++readings === 2;
  waitlist.interrupt(isSecond, async () => {
    await eraseMember(client, ['operator', referrals[0] ?? '']);
    await waitlist.addMember({ referralCode: referrer.code });
  });
  expect((await run('verify')).stdout).toContain('match their records.');
});

test('--fix corrects a join number that would be used twice even while visitors join', async () => {
  const expected = Number(await redis.get(KEYS.lastJoinNumber));
  await redis.set(KEYS.lastJoinNumber, 5);
  let isJoining = false;
  // A visitor joins before each request.
  faults.inject = async (_, execute) => {
    if (isJoining) return execute();
    isJoining = true;
    await waitlist.addMember();
    isJoining = false;
    return execute();
  };
  const { code, stdout } = await run('verify --fix');
  expect(code).toBe(0);
  expect(stdout).toContain(`; expected ${expected}\n`);
  expect(stdout).toContain('1 value set.');
  expect(joinNumber(await waitlist.addMember())).toBeGreaterThan(expected);
  expect(await audit(waitlist)).toEqual([]);
});
