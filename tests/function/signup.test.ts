import { expect, test, vi } from 'vitest';
import { SECURITY_HEADERS } from '../../netlify/http/security-headers.ts';
import { KEYS } from '../../netlify/queue/keys.ts';
import { JOIN_NUMBERS } from '../../netlify/queue/referral-code.ts';
import { HONEYPOT, SIGNUP_ERRORS } from '../../src/waitlist/shared/contract.ts';
import { SPOTS_PER_FRIEND } from '../../src/waitlist/shared/referral.ts';
import { ENDPOINT, freshSite, type Press } from '../support/call-function.ts';
import { person } from '../support/waitlist.ts';
import { consentVersion } from '../support/words.ts';

const { waitlist, site, printed } = freshSite();

test('I get my position and a code to share, and a friend moves me up', async () => {
  for (let ahead = 0; ahead < SPOTS_PER_FRIEND; ahead += 1) await site.join();
  const me = person();
  const { status, body } = await site.press(me);
  expect(status).toBe(200);
  expect(body).toEqual({
    success: true,
    position: SPOTS_PER_FRIEND + 1,
    referralCode: expect.stringMatching(/^FFFFFF[0-9A-F]\w{8}$/),
    statusToken: expect.stringMatching(/^[0-9A-Za-z]{10}$/),
  });
  await site.join(person({ referralCode: body.success ? body.referralCode : '' }));
  expect((await site.join(me)).position).toBe(1);
});

test('a ticked box is kept where its version is that of the built text, which the list then has', async () => {
  for (const [consent, kept] of [[consentVersion, consentVersion], [undefined], ['1a2b3c4d']]) {
    const me = person({ consent });
    await site.join(me);
    expect((await waitlist.memberWith(me.phone))?.consent).toBe(kept);
  }
  const texts = await waitlist.redis.hgetall(KEYS.consents);
  expect(texts).toEqual({ [`${consentVersion}`]: expect.stringContaining('STOP') });
});

test('an address that tried too often has to wait, whatever its headers say', async () => {
  vi.stubEnv('WAITLIST_RATE_LIMIT', '1');
  vi.stubEnv('WAITLIST_RATE_WINDOW_SECONDS', '90');
  await site.press(person({ phone: '1' }));
  expect(await waitlist.redis.dbsize()).toBe(0); // A mistake costs no attempt.
  await site.join();
  const names = ['X-Forwarded-For', 'X-Real-IP', 'X-NF-Client-Connection-IP', 'CF-Connecting-IP'];
  const headers = Object.fromEntries(names.map((name) => [name, '198.51.100.9']));
  const limited = await site.press(person({ headers }));
  expect(limited.status).toBe(429);
  expect(limited.headers.get('Retry-After')).toMatch(/^(8\d|90)$/);
  expect((await site.join(person({ ip: '203.0.113.8' }))).position).toBe(2);
});

const zelda = {
  ...person(),
  firstName: 'Zéldåfirst',
  lastName: 'Quixotelast',
  phone: '(987) 654-3210',
  key: 'secret-key-of-zelda',
  ip: '2001:db8::5eed',
  headers: { 'User-Agent': 'RarePhone/77', 'X-Forwarded-For': '198.51.100.77' },
};
const json = { 'Content-Type': 'application/json' };
const torn = { method: 'POST', headers: json, body: '{"p":"98765' };

const OUTCOMES: [outcome: string, status: number, press: Partial<Press>, request?: RequestInit][] =
  [
    ['joined', 200, {}],
    ['joined', 200, { phone: '9876543211', key: undefined }],
    ['honeypot', 200, { phone: '9876543213', [HONEYPOT]: 'filled in' }],
    ['phone_registered', 409, { key: 'another-key-of-zelda' }],
    ['wrong_key', 400, { key: 'no key of zelda' }],
    ['invalid_phone', 400, { phone: '98765' }],
    ['empty_field', 400, { lastName: '' }],
    ['name_too_long', 400, { lastName: 'Quixotelast'.repeat(5) }],
    ['wrong_method', 405, {}, { method: 'GET' }],
    ['wrong_type', 415, { headers: { 'Content-Type': 'text/plain' } }],
    ['wrong_json', 400, {}, torn],
    ['too_large', 413, { lastName: 'Quixotelast'.repeat(800) }],
    ['cross_site', 403, { headers: { Origin: 'https://198.51.100.77' } }],
    ['rate_limited', 429, { phone: '9876543212' }],
    ['list_full', 503, { phone: '9876543212', ip: '203.0.113.9' }],
  ];

test('each outcome has its status, sentence and safe headers, and one line in the log names nobody', async () => {
  const { referralCode, statusToken } = await site.join(zelda);
  printed.length = 0;
  for (const [outcome, status, press, request] of OUTCOMES) {
    if (outcome === 'rate_limited') vi.stubEnv('WAITLIST_RATE_LIMIT', '1');
    if (outcome === 'list_full') await waitlist.redis.set(KEYS.joined, JOIN_NUMBERS - 1);
    const answer = await (request
      ? site.call(new Request(`${ENDPOINT}?name=${zelda.firstName}`, request), zelda.ip)
      : site.press({ ...zelda, ...press }));
    expect(JSON.parse(printed.at(-1) ?? '')).toEqual({
      function: 'waitlist-signup',
      outcome,
      status,
      ms: expect.toSatisfy((ms) => Number.isInteger(ms) && ms < 5000),
    });
    expect(answer.status).toBe(status);
    const error = SIGNUP_ERRORS[outcome as keyof typeof SIGNUP_ERRORS];
    if (status !== 200) expect(answer.body).toEqual({ success: false, error });
    const expected = { ...SECURITY_HEADERS, ...json, 'Cache-Control': 'no-store' };
    for (const [name, value] of Object.entries(expected)) {
      expect(answer.headers.get(name)).toBe(value);
    }
    expect(answer.headers.get('Content-Security-Policy')).toMatch(/^default-src 'none'/);
    for (const name of ['Access-Control-Allow-Origin', 'Set-Cookie']) {
      expect(answer.headers.has(name)).toBe(false);
    }
    expect(answer.headers.get('Allow')).toBe(status === 405 ? 'POST' : null);
  }
  expect(printed).toHaveLength(OUTCOMES.length);
  const friend = await waitlist.memberWith('9876543211');
  const everything = printed.join('\n').toLowerCase();
  for (const text of [
    ...[zelda.firstName, zelda.lastName, 'Quixote', '98765', '654-3210', 'zelda', '2001:db8'],
    ...[zelda.ip, 'RarePhone', '198.51.100', ...Object.values(waitlist.env)],
    ...[referralCode, statusToken, friend?.code, friend?.token, KEYS.members],
  ]) {
    expect(text).toMatch(/.{5}/);
    expect(everything).not.toContain(text?.toLowerCase());
  }
});
