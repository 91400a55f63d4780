import { describe, expect, test } from 'vitest';
import { type Attempt, joinQueue } from '../../netlify/queue/join-queue.ts';
import { KEYS } from '../../netlify/queue/keys.ts';
import { pretendToJoin } from '../../netlify/queue/pretend-to-join.ts';
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

  test('when every join number is taken, nobody more joins and nothing is written', async () => {
    await waitlist.redis.set(KEYS.joined, JOIN_NUMBERS - 2);
    expect(joinNumber(await waitlist.member())).toBe(JOIN_NUMBERS - 1);
    expect(await send(someone())).toEqual({ outcome: 'full' });
    expect(await waitlist.redis.get(KEYS.joined)).toBe(String(JOIN_NUMBERS - 1));
    expect(await waitlist.redis.zcard(KEYS.queue)).toBe(1);
  });
});

test('a signup without a key stores none, and is never taken for a retry', async () => {
  const me = { ...someone(), idempotencyKey: undefined };
  expect(await send(me)).toMatchObject({ outcome: 'joined' });
  expect((await waitlist.memberWith(me.signup.phone))?.key).toBeUndefined();
  expect(await send(me)).toEqual({ outcome: 'registered' });
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
  test('is told what a success looks like, the same for one phone, and pays an attempt', async () => {
    await waitlist.member();
    const bot = attemptOf(person(), { limit: 2 });
    const answer = await pretend(bot);
    const referralCode = expect.stringMatching(/^FFF[0-9A-F]{4}[0-9A-Za-z]{8}$/);
    const statusToken = expect.stringMatching(/^[0-9A-Za-z]{10}$/);
    expect(answer).toEqual({ outcome: 'joined', position: 2, referralCode, statusToken });
    expect(await pretend(bot)).toEqual(answer);
    expect(await pretend(bot)).toMatchObject({ outcome: 'limited' });
    expect(await pretend(someone())).not.toMatchObject(answer);
  });

  test('is answered alike for a phone that is on the list, and stores nothing', async () => {
    const phone = '5551234567';
    const before = await pretend(someone({ phone }));
    expect(await waitlist.redis.dbsize()).toBe(0);
    await waitlist.member({ phone });
    expect(await pretend(someone({ phone }))).toEqual({ ...before, position: 2 });
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
