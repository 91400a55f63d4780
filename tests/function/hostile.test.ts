import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { KEYS } from '../../netlify/queue/queue.ts';
import { randomEnd } from '../../netlify/queue/referral-code.ts';
import { readSettings } from '../../netlify/queue/settings.ts';
import { RANDOM_LENGTH } from '../../src/waitlist/shared/referral.ts';
import { newPerson } from '../../tools/bench/faults/crowd.ts';
import { deployFunction, type Handler, pressOn } from '../../tools/bench/faults/function.ts';
import { attack } from '../../tools/bench/hostile/attack.ts';
import { flood } from '../../tools/bench/hostile/flood.ts';
import { audit } from '../support/audit.ts';
import { recordConsole } from '../support/call-function.ts';
import { startWaitlist, type Waitlist } from '../support/waitlist.ts';

// `npm run bench:hostile` sends 120,000 of them and watches the memory.
const SEED = 5;

let waitlist: Waitlist;
let printed: string[];
const deploy = (env: Record<string, string> = {}) => deployFunction({ ...waitlist.env, ...env });
const attempts = () => waitlist.redis.keys(KEYS.attempts('*'));
beforeAll(async () => {
  printed = recordConsole();
  waitlist = await startWaitlist();
});
beforeEach(() => waitlist.redis.flushall());
afterAll(() => waitlist.stop());

describe('whatever is sent', () => {
  test('the answer is one of the contract, and the list stays sound', async () => {
    const handler = await deploy();
    const { redis } = waitlist;
    const sent = { json: 4_700, forms: 0, signups: 300, seed: SEED };
    const { requests, statuses, members, problems } = await attack({ ...sent, handler, redis });
    expect(problems).toEqual([]);
    expect(requests).toBeGreaterThan(4_500);
    expect(members).toBeGreaterThan(300);
    // Else the requests would be too odd to get anywhere, and the test would prove little.
    for (const status of [200, 400, 403, 405, 409, 413, 415]) {
      expect(statuses[status], `answers with ${status}`).toBeGreaterThan(10);
    }
    const outcomes = printed.map((line) => JSON.parse(line).status);
    expect(outcomes.length).toBe(requests);
  }, 60_000);
});

describe('the limit', () => {
  const fromIPv6 = (end: string) => ({ ...newPerson(), ip: `2001:db8:1:2:${end}` });
  async function statusesOf(handler: Handler, people: ReturnType<typeof newPerson>[]) {
    const statuses = [];
    for (const person of people) statuses.push((await pressOn(handler)(person))?.status);
    return statuses;
  }

  test('counts all addresses of an IPv6 network as one caller', async () => {
    const handler = await deploy({ WAITLIST_RATE_LIMIT: '2' });
    const ends = ['0:0:0:1', 'ffff:ffff:ffff:ffff', 'dead:beef:0:7', '0:0:0:1'];
    expect(await statusesOf(handler, ends.map(fromIPv6))).toEqual([200, 200, 429, 429]);
    expect(await attempts()).toEqual([KEYS.attempts('2001:db8:1:2::/64')]);
    const neighbour = { ...newPerson(), ip: '2001:db8:1:3::1' };
    expect(await statusesOf(handler, [neighbour])).toEqual([200]);
  });

  test('is over when its window is over, and forgets the address', async () => {
    const limits = { WAITLIST_RATE_LIMIT: '1', WAITLIST_RATE_WINDOW_SECONDS: '2' };
    const handler = await deploy(limits);
    const { ip } = newPerson();
    const fromThere = () => ({ ...newPerson(), ip });
    expect(await statusesOf(handler, [fromThere(), fromThere()])).toEqual([200, 429]);
    await expect.poll(attempts, { timeout: 5_000 }).toEqual([]);
    expect(await statusesOf(handler, [fromThere()])).toEqual([200]);
  });

  test('counts a duplicate and no replay', async () => {
    const handler = await deploy();
    const me = newPerson();
    await statusesOf(handler, [me, me, me]);
    expect(await waitlist.redis.get(KEYS.attempts(me.ip))).toBe('1');
    const again = { ...me, key: newPerson().key };
    expect(await statusesOf(handler, [again, again])).toEqual([409, 409]);
    expect(await waitlist.redis.get(KEYS.attempts(me.ip))).toBe('3');
  });

  test('keeps nothing of a flood from thousands of addresses', async () => {
    const windowSeconds = 1;
    const handler = await deploy({ WAITLIST_RATE_WINDOW_SECONDS: `${windowSeconds}` });
    const { redis } = waitlist;
    const after = await flood({ addresses: 1_000, windowSeconds, handler, redis });
    expect(after.counted).toBeGreaterThan(20);
    expect(after).toMatchObject({ left: 0, problems: [] });
    expect(await redis.dbsize()).toBe(4);
  }, 60_000);
});

const perCode = 62 ** RANDOM_LENGTH;
const { limit, windowSeconds } = readSettings({});
const years = perCode / 2 / (limit / windowSeconds) / (365 * 86_400);

describe(`somebody's code is one of ${perCode.toExponential(1)}, ${years.toExponential(0)} years of guesses from one address`, () => {
  test('and each guess is a signup, which costs an attempt and needs a phone of its own', async () => {
    const handler = await deploy();
    const { ip } = newPerson();
    const statuses: (number | undefined)[] = [];
    for (let guess = 0; guess <= limit; guess += 1) {
      const person = { ...newPerson(`FFFFFFF${randomEnd()}`), ip };
      statuses.push((await pressOn(handler)(person))?.status);
    }
    expect(statuses).toEqual([...Array(limit).fill(200), 429]);
  });

  test('and the answer to a right guess is that to a wrong one', async () => {
    const press = pressOn(await deploy());
    const inviter = await press(newPerson());
    const right = inviter?.body.success ? inviter.body.referralCode : '';
    const replies = [await press(newPerson(right)), await press(newPerson('FFFFFFFghost123'))];
    for (const [index, reply] of replies.entries()) {
      const referralCode = expect.stringMatching(/^FFFFFF[ED]/);
      expect(reply).toEqual({
        status: 200,
        body: { success: true, position: index + 2, referralCode },
      });
    }
    expect((await audit(waitlist.redis)).credits).toBe(1);
  });
});
