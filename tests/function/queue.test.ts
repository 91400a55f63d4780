import { describe, expect, test } from 'vitest';
import { SOURCES_A_DAY } from '../../netlify/queue/count.lua.ts';
import { formKey } from '../../netlify/queue/form-key.ts';
import { type Attempt, joinQueue, pretendToJoin } from '../../netlify/queue/join-queue.ts';
import { dayOf, KEYS } from '../../netlify/queue/keys.ts';
import { JOIN_NUMBERS, joinNumber } from '../../netlify/queue/referral-code.ts';
import { freshWaitlist } from '../support/call-function.ts';
import { attemptOf, type Person, person, someone } from '../support/waitlist.ts';

// Who stands where is held by queue-model.test.ts; here, all else that a signup does.
const waitlist = freshWaitlist();

const send = (attempt: Attempt) => joinQueue(waitlist.upstash, attempt);
const pretend = (attempt: Attempt) => pretendToJoin(waitlist.upstash, attempt);

describe('joining', () => {
  test('what is kept of me is what I sent, in JSON, under my code', async () => {
    const inviter = await waitlist.member();
    const before = Math.floor(Date.now() / 1000) * 1000;
    const names = { firstName: `Zoë 🥀 "O'Neil" <b> \u202E \\ \n`, lastName: '{{x}} "key":"' };
    const me = person({ ...names, consent: '1a2b3c4d', referralCode: inviter });
    const told = await send(attemptOf(me));
    const { joinedAt = 0, code, token, ...kept } = (await waitlist.memberWith(me.phone)) ?? {};
    const { phone, key, consent } = me;
    expect(kept).toEqual({ ...names, phone, key, inviter, consent, consentAt: joinedAt });
    expect(told).toMatchObject({ referralCode: code, statusToken: token });
    expect(joinedAt).toBeGreaterThanOrEqual(before);
    expect(joinedAt).toBeLessThanOrEqual(Date.now());
  });

  test('each day counts who joined, and who of them through a friend, without a name', async () => {
    const referralCode = await waitlist.member();
    await waitlist.member({ referralCode });
    await waitlist.member({ referralCode: 'FFFFFFFghost123' });
    const today = dayOf(Date.now());
    expect(await waitlist.redis.hgetall(KEYS.days)).toEqual({
      [today]: '2',
      [`${today} invited`]: '1',
    });
  });

  test('and from which posts, of which a day counts so many, and the rest as one', async () => {
    const today = dayOf(Date.now());
    const referralCode = await waitlist.member({ source: 'ig' });
    await waitlist.member({ source: 'tiktok/launch-week', referralCode });
    await waitlist.redis.hset(KEYS.days, `${today} sources`, SOURCES_A_DAY);
    for (const source of ['new-1', 'new-2', 'ig']) await waitlist.member({ source });
    expect(await waitlist.redis.hgetall(KEYS.days)).toEqual({
      [today]: '4',
      [`${today} invited`]: '1',
      [`${today} sources`]: `${SOURCES_A_DAY + 2}`,
      [`${today} from ig`]: '2',
      [`${today} from tiktok/launch-week`]: '0',
      [`${today} from tiktok/launch-week invited`]: '1',
      [`${today} from other`]: '2',
    });
    const kept = JSON.parse((await waitlist.redis.hget(KEYS.members, referralCode)) ?? '');
    expect(kept.source).toBe('ig');
  });

  test('when every join number is taken, nobody more joins and nothing is written', async () => {
    await waitlist.redis.set(KEYS.joined, JOIN_NUMBERS - 2);
    expect(joinNumber(await waitlist.member())).toBe(JOIN_NUMBERS - 1);
    expect(await send(someone())).toEqual({ outcome: 'full' });
    expect(await waitlist.redis.get(KEYS.joined)).toBe(String(JOIN_NUMBERS - 1));
    expect(await waitlist.redis.zcard(KEYS.queue)).toBe(1);
  });
});

describe('a form sent without script', () => {
  const visitor = ['203.0.113.7', 'Phone/1', 'Ana', 'Lee'];
  const keyOf = (from = visitor) => formKey(waitlist.upstash, from);

  test('has a key that is the same for the same visitor alone, under a secret of the list', async () => {
    const key = await keyOf();
    expect(key).toMatch(/^form:[\w-]{22}$/);
    expect(await keyOf()).toBe(key);
    // Where one name ends and the next begins.
    for (const other of [['203.0.113.7', 'Phone/1', 'An', 'aLee'], ['203.0.113.8']]) {
      expect(await keyOf(other)).not.toBe(key);
    }
    await waitlist.redis.del(KEYS.secret);
    expect(await keyOf()).not.toBe(key);
  });

  test.each([
    ['gets', send],
    ['with the honeypot filled in seems to get', pretend],
  ])('%s the same answer again, but the token, and asking counts as an attempt', async (_, ask) => {
    const me = attemptOf(person({ key: await keyOf() }), { limit: 2 });
    const told = await ask(me);
    expect(told).toMatchObject({ position: 1, statusToken: expect.stringMatching(/^\w{10}$/) });
    expect(await ask(me)).toEqual({ ...told, statusToken: undefined });
    expect(await ask(me)).toMatchObject({ outcome: 'limited' });
  });
});

describe('the limit', () => {
  const limits = { limit: 2, windowSeconds: 60 };
  const limited = (given?: Partial<Person>) => attemptOf(person(given), limits);

  test('a third attempt in the window has to wait, from another address not', async () => {
    for (const position of [1, 2]) expect(await send(limited())).toMatchObject({ position });
    expect(await send(limited())).toEqual({
      outcome: 'limited',
      retryAfterSeconds: expect.toSatisfy((seconds) => seconds > 55),
    });
    expect(await send(limited({ ip: '203.0.113.8' }))).toMatchObject({ position: 3 });
  });

  test('asking again for a lost answer is never limited', async () => {
    const me = limited();
    const told = await send(me);
    expect(told).toMatchObject({ outcome: 'joined', position: 1 });
    for (let press = 0; press < 4; press += 1) expect(await send(me)).toEqual(told);
    expect(await waitlist.redis.get(KEYS.attempts(me.caller))).toBe('1');
  });

  test('a phone that is taken costs an attempt, so nobody can ask for free who is on the list', async () => {
    await waitlist.member({ phone: '5551234567' });
    const guess = limited({ phone: '5551234567' });
    expect(await send(guess)).toEqual({ outcome: 'registered' });
    expect(await send(guess)).toEqual({ outcome: 'registered' });
    expect(await send(guess)).toMatchObject({ outcome: 'limited' });
  });

  test('the count ends with its window, and nobody is told to wait no time', async () => {
    const counted = KEYS.attempts('203.0.113.7');
    await send(limited());
    await send(limited());
    expect(await waitlist.redis.ttl(counted)).toBeGreaterThan(55);
    // Redis rounds the 300 ms that are left to 0 seconds.
    await waitlist.redis.pexpire(counted, 300);
    expect(await send(limited())).toEqual({ outcome: 'limited', retryAfterSeconds: 1 });
    // Somebody took its end away by hand.
    await waitlist.redis.persist(counted);
    expect(await send(limited())).toEqual({ outcome: 'limited', retryAfterSeconds: 60 });
    expect(await waitlist.redis.ttl(counted)).toBeGreaterThan(55);
  });
});

describe('a program that filled in the honeypot', () => {
  test('is told what a real signup is told, also when it asks twice', async () => {
    await waitlist.member();
    const bot = person();
    const told = await pretend(attemptOf(bot));
    expect(told).toMatchObject({ position: 2, statusToken: expect.stringMatching(/^\w{10}$/) });
    expect(told.outcome === 'joined' && joinNumber(told.referralCode)).toBe(2);
    expect(await pretend(attemptOf(bot))).toEqual(told);
    expect(await pretend(someone({ phone: bot.phone }))).toEqual({ outcome: 'registered' });
  });

  test('is told of a phone that is on the list, and pays an attempt', async () => {
    await waitlist.member({ phone: '5551234567' });
    const guess = attemptOf(person({ phone: '5551234567' }), { limit: 1 });
    expect(await pretend(guess)).toEqual({ outcome: 'registered' });
    expect(await pretend(guess)).toMatchObject({ outcome: 'limited' });
  });

  test('joins nobody, and keeps no phone from joining', async () => {
    const bot = person();
    await pretend(attemptOf(bot));
    expect(await waitlist.redis.exists(KEYS.queue, KEYS.members, KEYS.joined, KEYS.days)).toBe(0);
    expect(await waitlist.redis.ttl(KEYS.trapped(bot.phone))).toBeGreaterThan(86_000);
    expect(await send(attemptOf(bot))).toMatchObject({ position: 1 });
  });
});

describe('a box that I unticked before I saw an answer', () => {
  const ticked = { consent: '0917e816', source: 'ig' };

  test('is no consent, and the rest of me stays', async () => {
    const me = person(ticked);
    const told = await send(attemptOf(me));
    const { consent: _, consentAt: __, ...rest } = (await waitlist.memberWith(me.phone)) ?? {};
    expect(await send(attemptOf({ ...me, consent: undefined }))).toEqual(told);
    expect(await waitlist.memberWith(me.phone)).toEqual(rest);
  });

  test('is one without script, where the form may be of a later visit', async () => {
    const me = person({ ...ticked, key: 'form:the-key-of-somebody' });
    for (const consent of [me.consent, undefined]) await send(attemptOf({ ...me, consent }));
    expect((await waitlist.memberWith(me.phone))?.consent).toBe(me.consent);
  });
});

describe('who has opted out', () => {
  const me = person({ phone: '5551234567', consent: '34b03603' });
  const again = { ...me, key: 'the-key-of-later', consent: '0917e816' };
  const consentOf = async () => {
    const { consent, optedOut } = (await waitlist.memberWith(me.phone)) ?? {};
    return consent ?? optedOut;
  };

  test('agrees anew with the box of a later signup, not by a retry or without the box', async () => {
    const code = await waitlist.member(me);
    const record = (await waitlist.redis.hget(KEYS.members, code)) ?? '';
    const { consent: _, ...rest } = JSON.parse(record);
    const optedOut = JSON.stringify({ ...rest, optedOut: '2026-11-21' });
    await waitlist.redis.hset(KEYS.members, code, optedOut);
    await send(attemptOf(me));
    expect(await send(attemptOf({ ...again, consent: undefined }))).toEqual({
      outcome: 'registered',
    });
    expect(await consentOf()).toBe('2026-11-21');
    expect(await send(attemptOf(again))).toEqual({ outcome: 'registered' });
    expect(await consentOf()).toBe('0917e816');
    // Who has not is asked for nothing anew.
    await send(attemptOf({ ...again, consent: '34b03603' }));
    expect(await consentOf()).toBe('0917e816');
  });
});

test('of 64 who send one phone at once, one joins', async () => {
  const presses = Array.from({ length: 64 }, () => send(someone({ phone: '5551234567' })));
  const outcomes = (await Promise.all(presses)).map(({ outcome }) => outcome).sort();
  expect(outcomes).toEqual(['joined', ...Array(63).fill('registered')]);
});
