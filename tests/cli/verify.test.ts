import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { verify } from '../../cli/commands/verify.ts';
import { inspectList, setDue } from '../../cli/indexes.ts';
import { admitMembers } from '../../netlify/queue/admit-members.ts';
import { eraseMember } from '../../netlify/queue/erase-member.ts';
import { KEYS } from '../../netlify/queue/keys.ts';
import { formatRecord, type Member } from '../../netlify/queue/record.ts';
import { joinNumber } from '../../netlify/queue/referral-code.ts';
import { printed, setUpWaitlist } from '../support/command.ts';
import { makePeople } from '../support/people.ts';

const PEOPLE = 1_200;

const { redis, upstash, session, faults, join, everything } = await setUpWaitlist();
let members: Member[];
let host: Member;
let [ana, bea]: [Member, Member] = [{}, {}] as [Member, Member];

beforeEach(async () => {
  members = await makePeople(redis, PEOPLE);
  const inviters = new Set(members.map(({ inviter }) => inviter));
  host = members.slice(100).find(({ code }) => inviters.has(code)) as Member;
  const loners = members.filter(({ code, inviter }) => !inviter && !inviters.has(code));
  [ana, bea] = loners.slice(100) as [Member, Member];
});

const verifying = (fix = false) => printed(() => verify(session, { fix }));
const store = (member: Member) => redis.hset(KEYS.members, member.code, formatRecord(member));

test('a sound list is said to be so', async () => {
  await admitMembers(upstash, 'october-1', 3);
  const { code, text } = await verifying();
  expect({ code, text }).toEqual({ code: 0, text: '1,200 members, everything holds.\n' });
});

test.each<[string, () => Promise<unknown>]>([
  ['a score that counts a friend too few', () => redis.zincrby(KEYS.queue, 5, host.code)],
  ['a score that is off by 3', () => redis.zincrby(KEYS.queue, -3, ana.code)],
  ['a member without a position', () => redis.zrem(KEYS.queue, host.code)],
  ['a position without a member', () => redis.zadd(KEYS.queue, -5, 'gh\u001bost')],
  ['a phone that leads to nobody', () => redis.hset(KEYS.phones, '7000000000', host.code)],
  ['a phone that leads to another member', () => redis.hset(KEYS.phones, ana.phone, bea.code)],
  ['a member whose phone is not found', () => redis.hdel(KEYS.phones, ana.phone)],
  ['a member both waiting and admitted', () => redis.zadd(KEYS.admitted, -7, ana.code)],
  ['a wave that counts wrong', () => redis.hset(KEYS.waves, 'lost', 3)],
  ['a join number that would be given twice', () => redis.set(KEYS.joined, 5)],
  ['all indexes gone', () => redis.del(KEYS.queue, KEYS.admitted, KEYS.phones, KEYS.waves)],
])('--fix sets right: %s', async (_, damage) => {
  await admitMembers(upstash, 'october-1', 3);
  const before = await everything();
  await damage();
  const { code, text } = await verifying();
  expect(code).toBe(1);
  expect(text).toContain('To set what is due: npm run waitlist -- verify --fix\n');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is what must not be there.
  expect(text).not.toMatch(/\u001b|\b\d{10}\b/);
  expect((await verifying(true)).code).toBe(0);
  expect(await everything()).toBe(before);
});

test('a record that is lost takes its position, its phone and the credit of its inviter along', async () => {
  const friend = members.find(({ inviter }) => inviter === host.code) as Member;
  const score = Number(await redis.zscore(KEYS.queue, host.code));
  await redis.hdel(KEYS.members, friend.code);
  expect((await verifying(true)).code).toBe(0);
  expect(await redis.zscore(KEYS.queue, host.code)).toBe(String(score + 5));
  expect(await redis.zscore(KEYS.queue, friend.code)).toBeNull();
  expect(await redis.hexists(KEYS.phones, friend.phone)).toBe(0);
});

test('a difference is told with the value, what is due, and the friends that make it due', async () => {
  const friends = members.filter(({ inviter }) => inviter === host.code).map(({ code }) => code);
  const due = joinNumber(host.code) - 5 * friends.length;
  await redis.zadd(KEYS.queue, due - 5, host.code);
  const { text } = await verifying();
  expect(text).toContain(
    `{waitlist}:queue has ${due - 5} for ${host.code}; ${due} is due by ${friends.length} friend`,
  );
  for (const code of friends.slice(0, 5)) expect(text).toContain(code);
});

describe('what the records do not decide is left to the operator:', () => {
  const twinOf = ({ code }: Member) => `${code.slice(0, 7)}12345678`;
  test.each<[string, () => Promise<unknown>, () => string]>([
    [
      'a record that cannot be read, whose position and phone stay',
      () => redis.hset(KEYS.members, ana.code, 'torn'),
      () => `The record of ${ana.code} cannot be read.`,
    ],
    [
      'two members with one phone, which leads to the one to whom it leads today',
      async () => {
        await store({ ...ana, phone: bea.phone });
        await redis.hdel(KEYS.phones, ana.phone);
      },
      () => 'have the same phone number.',
    ],
    [
      'two members with one join number',
      async () => {
        await store({ ...ana, code: twinOf(ana), phone: '7000000000' });
        await redis.zadd(KEYS.queue, joinNumber(ana.code), twinOf(ana));
        await redis.hset(KEYS.phones, '7000000000', twinOf(ana));
      },
      () => 'have the same join number.',
    ],
    [
      'a key of somebody else',
      () => redis.set('{waitlist}:no\u001btes', 'x'),
      () => "The key {waitlist}:no�tes is none of the waitlist's.",
    ],
  ])('%s', async (_, damage, says) => {
    await damage();
    const before = await everything();
    const { code, text } = await verifying(true);
    expect(code).toBe(1);
    expect(text).toContain(says());
    expect(await everything()).toBe(before);
  });
});

test('a problem is told five times, then counted', async () => {
  await redis.zrem(KEYS.queue, ...members.slice(0, 100).map(({ code }) => code));
  const { text } = await verifying();
  expect(text.match(/^\{waitlist\}:queue has nothing/gm)).toHaveLength(5);
  expect(text).toContain('… and 95 more.');
});

test('what has changed since it was seen stays', async () => {
  await redis.zincrby(KEYS.queue, 5, host.code);
  const { problems } = await inspectList(upstash);
  await join({ referralCode: host.code });
  const before = await everything();
  expect(await setDue(upstash, problems)).toBe(0);
  expect(await everything()).toBe(before);
});

test('while friends join and leave and answers are late, no sound score is touched', async () => {
  const friends = members.filter(({ inviter }) => inviter === host.code);
  let isOver = false;
  faults.intercept = async (request, execute) => {
    const answer = await execute();
    if (String(request).startsWith('hscan')) await sleep(30);
    return answer;
  };
  const busy = (async () => {
    for (let n = 0; !isOver; n += 1) {
      if (n % 2) await join({ referralCode: host.code });
      else await eraseMember(upstash, friends.pop()?.code ?? '');
      await sleep(20);
    }
  })();
  await redis.zrem(KEYS.queue, ana.code);
  for (let n = 0; n < 3; n += 1) expect((await verifying(true)).text).not.toContain(host.code);
  isOver = true;
  await busy;
  faults.intercept = undefined;
  expect((await verifying()).text).toMatch(/ members, everything holds\.\n$/);
});
