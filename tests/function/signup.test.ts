import { describe, expect, test, vi } from 'vitest';
import { KEYS } from '../../netlify/queue/keys.ts';
import {
  HONEYPOT,
  NAME_MAX_LENGTH,
  SIGNUP_ERRORS,
  type SignupError,
} from '../../src/waitlist/shared/contract.ts';
import { SPOTS_PER_FRIEND } from '../../src/waitlist/shared/referral.ts';
import { freshSite, lastLine } from '../support/call-function.ts';
import { person } from '../support/waitlist.ts';

const { waitlist, site, printed } = freshSite();

const refusal = (code: SignupError) => ({ success: false, error: SIGNUP_ERRORS[code] });

describe('joining', () => {
  test('I get my position and a code to share, and a friend moves me up', async () => {
    for (let ahead = 0; ahead < SPOTS_PER_FRIEND; ahead += 1) await site.join();
    const me = person();
    const { status, body } = await site.press(me);
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      position: SPOTS_PER_FRIEND + 1,
      referralCode: expect.stringMatching(/^FFFFFF[0-9A-F]\w{8}$/),
    });
    await site.join(person({ referralCode: body.success ? body.referralCode : '' }));
    expect((await site.join(me)).position).toBe(1);
  });

  test('my phone counts however I write it', async () => {
    await site.join(person({ phone: ' (555) 123-4567 ' }));
    const again = await site.press(person({ phone: '+1 555.123.4567' }));
    expect(again.status).toBe(409);
    expect(again.body).toEqual(refusal('phone_registered'));
    expect(await waitlist.redis.hkeys(KEYS.phones)).toEqual(['5551234567']);
  });

  test.each([
    'Zoë',
    '李小龍',
    'Привет-Мир',
    'عائشة',
    '🥀👩🏽‍🚀',
    `O'Neil "Bo" \`x\``,
    '<script>alert(1)</script>',
    '{{firstName}} %s $& \\',
    'x'.repeat(NAME_MAX_LENGTH),
  ])('the name %j is kept as I typed it', async (name) => {
    await site.join(person({ firstName: `  ${name} `, lastName: name, phone: '5551234567' }));
    const names = { firstName: name, lastName: name };
    expect(await waitlist.memberWith('5551234567')).toMatchObject(names);
  });

  test('a code that nobody can have stops me not', async () => {
    for (const referralCode of ['', 'nobody', 'ffffffeabcdef12', '<b>', '🥀']) {
      await site.join(person({ referralCode }));
    }
    expect(await waitlist.redis.zcard(KEYS.queue)).toBe(5);
  });

  test('a list that is full says so', async () => {
    await waitlist.redis.set(KEYS.joined, 2 ** 28 - 1);
    const { status, body } = await site.press(person());
    expect(status).toBe(503);
    expect(body).toEqual(refusal('list_full'));
  });
});

describe('a mistake in the form', () => {
  test.each([
    ['empty_field', { firstName: ' \t' }],
    ['invalid_phone', { phone: '25551234567' }],
    ['name_too_long', { lastName: 'x'.repeat(NAME_MAX_LENGTH + 1) }],
  ] as const)('is told: %s', async (code, mistake) => {
    const { status, body } = await site.press(person(mistake));
    expect(status).toBe(400);
    expect(body).toEqual(refusal(code));
  });

  test('costs no attempt and leaves nothing in Redis', async () => {
    for (let press = 0; press < 30; press += 1) await site.press(person({ phone: '1' }));
    expect(await waitlist.redis.dbsize()).toBe(0);
  });
});

describe('without a key', () => {
  const me = { ...person(), key: undefined, headers: { 'User-Agent': 'Phone/1' } };

  test('is the same press when address, browser and names are', async () => {
    const first = await site.join(me);
    expect(await site.join(me)).toEqual(first);
    expect(await waitlist.redis.hlen(KEYS.members)).toBe(1);
  });

  test.each([
    ['address', { ip: '203.0.113.8' }],
    ['browser', { headers: { 'User-Agent': 'Phone/2' } }],
    ['missing browser', { headers: {} }],
    ['first name', { firstName: 'Eve' }],
    ['last name', { lastName: 'Eve' }],
    ['key', { key: 'a-key-of-another-one' }],
  ])('is somebody else with another %s, who learns no position', async (_, other) => {
    await site.join(me);
    const { status, body } = await site.press({ ...me, ...other });
    expect(status).toBe(409);
    expect(body).toEqual(refusal('phone_registered'));
  });

  test('leaves a key that nobody can send as a header', async () => {
    await site.join(me);
    const { key } = (await waitlist.memberWith(me.phone)) ?? {};
    expect(key).toMatch(/^form:/);
    expect((await site.press({ ...me, key })).body).toEqual(refusal('wrong_key'));
    const bare = key?.replace('form:', '');
    expect((await site.press({ ...me, key: bare })).body).toEqual(refusal('phone_registered'));
  });
});

describe('a key', () => {
  test('may stand in quotes, as the draft of the IETF has it', async () => {
    const me = person();
    const first = await site.join(me);
    expect(await site.join({ ...me, key: `"${me.key}"` })).toEqual(first);
  });

  test.each(['too-short', 'x'.repeat(65), 'a key with spaces in it', '"only-one-quote-mark', '""'])(
    'that is none of ours is a mistake, and nobody joins: %j',
    async (key) => {
      const { status, body } = await site.press(person({ key }));
      expect(status).toBe(400);
      expect(body).toEqual(refusal('wrong_key'));
      expect(await waitlist.redis.dbsize()).toBe(0);
    },
  );
});

test(`a program that fills in ${HONEYPOT} is told of a position, and nobody joins`, async () => {
  await site.join();
  const bot = person({ [HONEYPOT]: 'he forgot' });
  const first = await site.press(bot);
  expect(first).toMatchObject({ status: 200, body: { success: true, position: 2 } });
  expect(lastLine(printed)).toMatchObject({ outcome: 'trapped', status: 200 });
  expect((await site.press(bot)).body).toEqual(first.body);
  expect(await waitlist.redis.get(KEYS.joined)).toBe('1');
});

describe('the limit', () => {
  test('is twenty in ten minutes and address: the next attempt is told how long to wait', async () => {
    for (let press = 0; press < 20; press += 1) await site.join();
    const { status, headers, body } = await site.press(person());
    expect(status).toBe(429);
    expect(body).toEqual(refusal('rate_limited'));
    expect(headers.get('Retry-After')).toMatch(/^(59\d|600)$/);
    expect((await site.join(person({ ip: '203.0.113.8' }))).position).toBe(21);
  });

  test('WAITLIST_RATE_LIMIT and WAITLIST_RATE_WINDOW_SECONDS change it', async () => {
    vi.stubEnv('WAITLIST_RATE_LIMIT', '1');
    vi.stubEnv('WAITLIST_RATE_WINDOW_SECONDS', '90');
    await site.join();
    const { status, headers } = await site.press(person());
    expect(status).toBe(429);
    expect(headers.get('Retry-After')).toMatch(/^(8\d|90)$/);
  });

  test.each([
    'X-Forwarded-For',
    'X-Real-IP',
    'X-NF-Client-Connection-IP',
    'Forwarded',
    'Client-IP',
    'True-Client-IP',
    'CF-Connecting-IP',
    'X-Cluster-Client-IP',
    'Fastly-Client-IP',
    'Via',
  ])('no header gets around it: %s', async (name) => {
    vi.stubEnv('WAITLIST_RATE_LIMIT', '1');
    await site.join();
    const headers = { [name]: name === 'Forwarded' ? 'for=198.51.100.9' : '198.51.100.9' };
    expect((await site.press(person({ headers }))).status).toBe(429);
    const counted = await waitlist.redis.keys(KEYS.attempts('*'));
    expect(counted).toEqual([KEYS.attempts('203.0.113.7')]);
  });

  test('one that is no number lets nobody in, and the log names it', async () => {
    vi.stubEnv('WAITLIST_RATE_LIMIT', 'twenty');
    const { status, body } = await site.press(person());
    expect(status).toBe(503);
    expect(body).toEqual(refusal('unavailable'));
    const cause = expect.stringMatching('^WAITLIST_RATE_LIMIT must be');
    expect(lastLine(printed)).toMatchObject({ cause });
    expect(await waitlist.redis.dbsize()).toBe(0);
  });
});
