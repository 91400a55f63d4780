import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { KEYS } from '../../netlify/queue/queue.ts';
import { parseRecord } from '../../netlify/queue/record.ts';
import { NAME_MAX_LENGTH, SIGNUP_ERRORS } from '../../src/waitlist/shared/contract.ts';
import { type DeployedFunction, deploy, person, recordConsole } from '../support/call-function.ts';
import { startWaitlist, type Waitlist } from '../support/waitlist.ts';

let waitlist: Waitlist;
let site: DeployedFunction;
beforeAll(async () => {
  recordConsole();
  waitlist = await startWaitlist();
});
beforeEach(async () => {
  vi.unstubAllEnvs();
  await waitlist.redis.flushall();
  site = await deploy(waitlist.env);
});
afterAll(() => waitlist.stop());

const members = () => waitlist.redis.hlen(KEYS.members);
const refusal = (code: keyof typeof SIGNUP_ERRORS) => ({
  success: false,
  error: SIGNUP_ERRORS[code],
});

describe('joining', () => {
  test('I get my place and a code to share', async () => {
    await site.join();
    const { status, body } = await site.press(person());
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      position: 2,
      referralCode: expect.stringMatching(/^FFFFFFE[0-9A-Za-z]{8}$/),
    });
  });

  test('my phone counts however I write it', async () => {
    await site.join(person({ phone: ' (555) 123-4567 ' }));
    const again = await site.press(person({ phone: '+1 555.123.4567' }));
    expect(again.status).toBe(409);
    expect(await waitlist.redis.hkeys(KEYS.members)).toEqual(['5551234567']);
  });

  test('a phone that is on the list is refused, and whoever has it keeps her place', async () => {
    const first = person();
    await site.join(first);
    const { status, body } = await site.press(person({ phone: first.phone }));
    expect(status).toBe(409);
    expect(body).toEqual({ success: false, error: 'Phone number already registered' });
    expect(await members()).toBe(1);
    expect((await site.join(first)).position).toBe(1);
  });

  test('of 64 who send one phone at once, one joins', async () => {
    vi.stubEnv('WAITLIST_RATE_LIMIT', '0');
    const crowd = Array.from({ length: 64 }, () => person({ phone: '5551234567' }));
    const statuses = (await Promise.all(crowd.map(site.press))).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, ...Array(63).fill(409)]);
  });

  test.each([
    'Zoë',
    '李小龍',
    'Привет-Мир',
    'عائشة',
    '\u202Eשרה',
    '🥀👩🏽‍🚀',
    `O'Neil "Bo" \`x\``,
    '<script>alert(1)</script>',
    '{{firstName}} %s $& \\',
    '\uD800',
    'x'.repeat(NAME_MAX_LENGTH),
  ])('the name %j is kept as I typed it', async (name) => {
    await site.join(person({ firstName: `  ${name} `, lastName: name, phone: '5551234567' }));
    const record = (await waitlist.redis.hget(KEYS.members, '5551234567')) ?? '';
    expect(parseRecord('5551234567', record)).toMatchObject({ firstName: name, lastName: name });
  });
});

describe('a mistake in the form', () => {
  const tooLong = 'x'.repeat(NAME_MAX_LENGTH + 1);

  test.each([
    ['Please fill in all fields', { firstName: ' \t' }],
    ['Please fill in all fields', { lastName: '' }],
    ['Please fill in all fields', { phone: ' ' }],
    ['Please fill in all fields', { lastName: '', phone: '1', firstName: tooLong }],
    ['Please enter a valid 10-digit phone number', { phone: '555123456' }],
    ['Please enter a valid 10-digit phone number', { phone: '25551234567' }],
    ['Please enter a valid 10-digit phone number', { phone: 'call me' }],
    ['Please enter a valid 10-digit phone number', { phone: '1', firstName: tooLong }],
    ['Please keep each name to 50 characters', { firstName: tooLong }],
    ['Please keep each name to 50 characters', { lastName: tooLong }],
  ])('"%s" answers %j', async (error, mistake) => {
    const { status, body } = await site.press(person(mistake));
    expect(status).toBe(400);
    expect(body).toEqual({ success: false, error });
  });

  test('costs no attempt and leaves nothing in Redis', async () => {
    for (let press = 0; press < 30; press += 1) await site.press(person({ phone: '1' }));
    expect(await waitlist.redis.dbsize()).toBe(0);
  });
});

describe('an invitation', () => {
  test('a friend who joins through my link moves me up five places', async () => {
    for (let ahead = 0; ahead < 9; ahead += 1) await site.join();
    const me = person();
    const { position, referralCode } = await site.join(me);
    expect(position).toBe(10);
    await site.join(person({ referralCode }));
    expect(await waitlist.scoreOf(referralCode)).toBe(10 - 5);
    expect((await site.join(me)).position).toBe(5);
  });

  test.each(['', 'nobody', 'FFFFFFFghost123', 'ffffffeabcdef12', '<b>', '🥀'])(
    'the code %j, which nobody has, stops me not and makes no ghost',
    async (referralCode) => {
      expect((await site.join(person({ referralCode }))).position).toBe(1);
      expect(await waitlist.redis.zcard(KEYS.queue)).toBe(1);
    },
  );

  test('a friend whose phone is on the list already credits nobody', async () => {
    const { referralCode } = await site.join();
    const friend = person();
    await site.join(friend);
    const again = await site.press(person({ phone: friend.phone, referralCode }));
    expect(again.status).toBe(409);
    expect(await waitlist.scoreOf(referralCode)).toBe(1);
  });
});

describe('pressing again', () => {
  test('with the same key gives the same success, even with a corrected name', async () => {
    const { referralCode } = await site.join();
    const me = person({ referralCode, firstName: 'Anna' });
    const first = await site.join(me);
    expect(await site.join({ ...me, firstName: 'Ana', lastName: 'Li' })).toEqual(first);
    expect(await members()).toBe(2);
    expect(await waitlist.scoreOf(referralCode)).toBe(1 - 5);
  });

  test('64 times at once joins once', async () => {
    const me = person();
    const answers = await Promise.all(Array.from({ length: 64 }, () => site.join(me)));
    expect(new Set(answers.map(({ referralCode }) => referralCode)).size).toBe(1);
    expect(await waitlist.redis.get(KEYS.joined)).toBe('1');
  });

  test('shows my place of now', async () => {
    const me = person({ key: undefined });
    const friend = person({ referralCode: (await site.join(me)).referralCode });
    await site.join(person());
    const joined = await site.join(friend);
    for (let count = 0; count < 3; count += 1) {
      await site.join(person({ referralCode: joined.referralCode }));
    }
    expect((await site.join(friend)).position).toBe(1);
    expect((await site.join(me)).position).toBe(2);
  });

  describe('without a key', () => {
    const me = person({ key: undefined, headers: { 'User-Agent': 'Phone/1' } });
    beforeEach(() => site.join(me));

    test('is the same press when address, browser and names are', async () => {
      expect((await site.join(me)).position).toBe(1);
      expect(await members()).toBe(1);
    });

    test.each([
      ['address', { ip: '203.0.113.8' }],
      ['browser', { headers: { 'User-Agent': 'Phone/2' } }],
      ['missing browser', { headers: {} }],
      ['first name', { firstName: 'Eve' }],
      ['last name', { lastName: 'Eve' }],
      ['key', { key: 'a-key-of-another-one' }],
    ])('is somebody else with another %s, who learns no place', async (_, other) => {
      const { status, body } = await site.press({ ...me, ...other });
      expect(status).toBe(409);
      expect(body).toEqual(refusal('phone_registered'));
    });

    test.each(['too-short', 'x'.repeat(65), 'a key with spaces in it', 'sixteen*chars*!!'])(
      'or with the malformed key %j is the same',
      async (key) => {
        expect((await site.join({ ...me, key })).position).toBe(1);
      },
    );
  });
});
