import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Attempt, dayOf, joinQueue, KEYS } from '../../netlify/queue/queue.ts';
import { parseRecord } from '../../netlify/queue/record.ts';
import { someone, startWaitlist, type Waitlist } from '../support/waitlist.ts';

let waitlist: Waitlist;
beforeAll(async () => {
  waitlist = await startWaitlist();
});
beforeEach(() => waitlist.redis.flushall());
afterAll(() => waitlist.stop());

const attempt = (given?: Parameters<typeof someone>[0]) =>
  joinQueue(waitlist.upstash, someone(given));

async function join(given?: Parameters<typeof someone>[0]) {
  const result = await attempt(given);
  if (result.outcome !== 'joined') throw new Error(`expected to join, but: ${result.outcome}`);
  return result;
}

const sendAgain = (person: Attempt) => joinQueue(waitlist.upstash, person);

describe('the queue', () => {
  test('people stand in the order they joined', async () => {
    for (const position of [1, 2, 3]) expect((await join()).position).toBe(position);
  });

  test('a friend who joins through my link moves me up five places', async () => {
    for (let ahead = 0; ahead < 9; ahead += 1) await join();
    const me = someone();
    const { referralCode, position } = await join({ ...me, ...me.signup });
    expect(position).toBe(10);
    await join({ referralCode });
    expect(await sendAgain(me)).toMatchObject({ outcome: 'joined', position: 5 });
  });

  test('nobody moves up past the front', async () => {
    const first = someone();
    const { referralCode } = await join({ ...first, ...first.signup });
    for (let friend = 0; friend < 3; friend += 1) await join({ referralCode });
    expect(await sendAgain(first)).toMatchObject({ position: 1 });
    expect(await waitlist.scoreOf(referralCode)).toBe(1 - 15);
  });

  test('an unknown code stops nobody and makes no ghost', async () => {
    await join({ referralCode: 'FFFFFFFghost123' });
    expect(await waitlist.redis.zcard(KEYS.queue)).toBe(1);
  });

  test('a code whose member was removed credits nobody', async () => {
    const { referralCode } = await join();
    await waitlist.redis.zrem(KEYS.queue, referralCode);
    await join({ referralCode });
    expect(await waitlist.redis.zscore(KEYS.queue, referralCode)).toBeNull();
  });

  test('a phone joins once', async () => {
    await join({ phone: '5551234567' });
    expect(await attempt({ phone: '5551234567' })).toEqual({ outcome: 'registered' });
    expect(await waitlist.redis.hlen(KEYS.members)).toBe(1);
    expect(await waitlist.redis.get(KEYS.joined)).toBe('1');
  });

  test('asking again with the same key gives the same place and credits nobody twice', async () => {
    const { referralCode } = await join();
    const friend = someone({ referralCode });
    const first = await sendAgain(friend);
    const corrected = { ...friend, signup: { ...friend.signup, firstName: 'Anna' } };
    expect(await sendAgain(corrected)).toEqual(first);
    expect(await waitlist.scoreOf(referralCode)).toBe(1 - 5);
    expect(await waitlist.redis.get(KEYS.joined)).toBe('2');
  });

  test('names come back as they were typed', async () => {
    const name = `Zoë 🥀 "O'Neil" <b> \u202E \\ \n`;
    await join({ firstName: name, phone: '5557654321' });
    const record = (await waitlist.redis.hget(KEYS.members, '5557654321')) ?? '';
    expect(parseRecord('5557654321', record)).toMatchObject({ firstName: name });
  });

  test('it is kept when I joined and which line I agreed to', async () => {
    const before = Math.floor(Date.now() / 1000) * 1000;
    await join({ phone: '5557654321', consent: '1a2b3c4d' });
    const record = (await waitlist.redis.hget(KEYS.members, '5557654321')) ?? '';
    const { joinedAt = 0, consent } = parseRecord('5557654321', record) ?? {};
    expect(consent).toBe('1a2b3c4d');
    expect(joinedAt).toBeGreaterThanOrEqual(before);
    expect(joinedAt).toBeLessThanOrEqual(Date.now());
  });

  test('each day counts who joined, and who of them through a friend, without a name', async () => {
    const { referralCode } = await join();
    await join({ referralCode });
    await join({ referralCode: 'FFFFFFFghost123' });
    const today = dayOf(Date.now());
    expect(await waitlist.redis.hgetall(KEYS.days)).toEqual({
      [today]: '2',
      [`${today} invited`]: '1',
    });
  });

  test('a script that Redis has forgotten is sent again', async () => {
    await join();
    await waitlist.redis.script('FLUSH');
    expect((await join()).position).toBe(2);
  });
});

describe('the limit', () => {
  const limited = { limit: 2, windowSeconds: 60 };

  test('a third attempt in the window has to wait', async () => {
    await join(limited);
    await join(limited);
    const third = await attempt(limited);
    expect(third).toMatchObject({ outcome: 'limited' });
    expect(third.outcome === 'limited' && third.retryAfterSeconds).toBeGreaterThan(55);
    expect(await waitlist.redis.zcard(KEYS.queue)).toBe(2);
  });

  test('another address is not held up', async () => {
    await join(limited);
    await join(limited);
    expect(await attempt({ ...limited, caller: '203.0.113.8' })).toMatchObject({ position: 3 });
  });

  test('asking again for a lost answer is never limited', async () => {
    const me = someone(limited);
    for (let press = 0; press < 5; press += 1) {
      expect(await sendAgain(me)).toMatchObject({ outcome: 'joined', position: 1 });
    }
    expect(await waitlist.redis.get(KEYS.attempts(me.caller))).toBe('1');
  });

  test('a phone that is taken costs an attempt, so nobody can ask for free who is on the list', async () => {
    await join({ phone: '5551234567' });
    const guess = { ...limited, phone: '5551234567' };
    expect(await attempt(guess)).toEqual({ outcome: 'registered' });
    expect(await attempt(guess)).toEqual({ outcome: 'registered' });
    expect(await attempt(guess)).toMatchObject({ outcome: 'limited' });
  });

  test('the count ends with its window', async () => {
    await join({ ...limited, windowSeconds: 1 });
    expect(await waitlist.redis.pttl(KEYS.attempts('203.0.113.7'))).toBeGreaterThan(0);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect(await waitlist.redis.exists(KEYS.attempts('203.0.113.7'))).toBe(0);
  });

  test('0 means no limit, and nothing is counted', async () => {
    for (let press = 0; press < 30; press += 1) await join({ limit: 0 });
    expect(await waitlist.redis.exists(KEYS.attempts('203.0.113.7'))).toBe(0);
  });
});

describe('all at once', () => {
  const crowd = <Result>(size: number, each: () => Promise<Result>) =>
    Promise.all(Array.from({ length: size }, each));

  test('of 64 who send one phone, one joins', async () => {
    const results = await crowd(64, () => attempt({ phone: '5551234567' }));
    expect(results.filter(({ outcome }) => outcome === 'joined')).toHaveLength(1);
    expect(results.filter(({ outcome }) => outcome === 'registered')).toHaveLength(63);
  });

  test('64 friends of one code move her up 320', async () => {
    const { referralCode } = await join();
    const friends = await crowd(64, () => join({ referralCode }));
    expect(await waitlist.scoreOf(referralCode)).toBe(1 - 320);
    expect(new Set(friends.map((friend) => friend.position)).size).toBe(64);
  });
});
