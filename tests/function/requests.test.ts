import { expect, test, vi } from 'vitest';
import { JOIN_NUMBER_LIMIT } from '../../netlify/queue/referral-code.ts';
import { HONEYPOT, IDEMPOTENCY_HEADER } from '../../src/waitlist/shared/contract.ts';
import { ERRORS } from '../../src/waitlist/shared/messages.ts';
import { type Press, setUpFunctions } from '../support/call-function.ts';
import { KEYS, NOBODY, newVisitor } from '../support/waitlist.ts';

const { waitlist, functions, printed } = await setUpFunctions();

const ana = { ...newVisitor(), phone: '9876543210', ip: '2001:db8::5eed' };

/** Headers that claim another IP. */
const FORGED = { 'X-Forwarded-For': '198.51.100.9', 'X-NF-Client-Connection-IP': '198.51.100.9' };
const OUTCOMES: [outcome: string, status: number, press: Partial<Press>][] = [
  ['ok', 200, {}],
  ['ok', 200, { phone: '9876543211', key: undefined }],
  ['honeypot', 400, { phone: '9876543213', ...{ [HONEYPOT]: 'filled in' } }],
  ['phone_registered', 409, { key: 'the-key-of-another', firstName: 'Eve' }],
  ['invalid_phone', 400, { phone: '987' }],
  ['cross_site', 403, { headers: { 'Sec-Fetch-Site': 'cross-site' } }],
  ['too_large', 413, { phone: '9'.repeat(9_000) }],
  ['wrong_type', 415, { headers: { 'Content-Type': 'text/plain' } }],
  ['rate_limited', 429, { phone: '9876543212', headers: FORGED }],
  ['ok', 200, {}],
  ['list_full', 503, { phone: '9876543212', ip: '203.0.113.9' }],
];

const NEW_KEY = expect.stringMatching(/^[\w-]{21}$/);

const SUCCESS = {
  success: true,
  position: expect.any(Number),
  referralCode: expect.stringMatching(/^Xpwq[67]\d[a-z]\d[a-z]\d$/),
  statusToken: expect.stringMatching(/^[0-9A-Za-z]{10}$/),
};
const refusalOf = (code: string) => {
  const error = ERRORS[code as keyof typeof ERRORS];
  return { success: false, code, error };
};

test('each outcome has its status, sentence and headers, and one log line without personal data', async () => {
  await functions.join(ana);
  printed.length = 0;
  for (const [outcome, status, changes] of OUTCOMES) {
    if (outcome === 'rate_limited') vi.stubEnv('WAITLIST_RATE_LIMIT', '1');
    if (outcome === 'list_full')
      await waitlist.redis.set(KEYS.lastJoinNumber, JOIN_NUMBER_LIMIT - 1);
    const press = { ...ana, ...changes };
    const startedAt = performance.now();
    const response = await functions.press(press);
    const ms = expect.toSatisfy((ms) => ms <= performance.now() - startedAt + 1);
    const line = { function: 'waitlist-signup', outcome, status, ms };
    expect(JSON.parse(printed.at(-1) ?? '')).toEqual(line);
    expect(response.status).toBe(status);
    expect(response.body).toEqual(status === 200 ? SUCCESS : refusalOf(outcome));
    const headers = {
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'same-origin',
      'Permissions-Policy':
        'browsing-topics=(), camera=(), geolocation=(), microphone=(), payment=(), usb=()',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Strict-Transport-Security': 'max-age=63072000',
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      'Content-Security-Policy':
        "default-src 'none'; script-src 'none'; connect-src 'none'; style-src 'none'; img-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      'Retry-After': status === 429 ? expect.stringMatching(/^(5\d\d|600)$/) : null,
      // Before the key is read, or as it was sent, or a new one.
      [IDEMPOTENCY_HEADER]: [403, 413, 415].includes(status) ? null : (press.key ?? NEW_KEY),
    };
    for (const [name, value] of Object.entries(headers))
      expect(response.headers.get(name), name).toEqual(value);
  }
  // Ana's signup, a second phone, the registered phone and the one that was refused; a retry and mistakes are free.
  expect(await waitlist.redis.get('{waitlist}:attempts:2001:db8::/56')).toBe('4');
  expect(printed).toHaveLength(OUTCOMES.length);
});

test('whoever knows my phone and both names finds my spot, and changes nothing', async () => {
  const me = newVisitor({ firstName: 'Zoë', lastName: "O'Neil Ito", key: undefined });
  const { referralCode } = await functions.join(me);
  const press = async (names = {}) => (await functions.press({ ...me, ...names })).body;
  const registered = refusalOf('phone_registered');
  vi.stubEnv('WAITLIST_RATE_LIMIT', '0');
  const before = await waitlist.everything();
  const folded = { firstName: 'ZOE\u0308', lastName: 'o’neil\u00a0 ITO' };
  expect(await press(folded)).toEqual({ ...registered, position: 1, referralCode });
  expect(await press({ firstName: "Zoë O'Neil", lastName: 'Ito' })).toEqual(registered);
  expect(await waitlist.everything()).toBe(before);
  await waitlist.admitFirst(1);
  expect(await press()).toEqual({ ...registered, position: null, referralCode });
  vi.stubEnv('WAITLIST_RATE_LIMIT', '1');
  expect(await press()).toEqual(refusalOf('rate_limited'));
  vi.stubEnv('WAITLIST_RATE_LIMIT', '0');
  await waitlist.redis.zrem(KEYS.admitted, referralCode);
  expect(await press()).toEqual(registered);
});

test('a signup on a deploy preview goes to a waitlist of its own, without webhooks', async () => {
  vi.stubEnv('WAITLIST_WEBHOOK_URL', 'https://fabio.example');
  const { body } = await functions.press(newVisitor({ context: 'deploy-preview' }));
  expect(body).toEqual({ ...SUCCESS, position: 1 });
  const keys = await waitlist.redis.keys('*');
  expect(keys.filter((key) => !/^\{waitlist-preview\}:(?!outbox)/.test(key))).toEqual([]);
});

test('my status says where I am and how many friends joined, even with a damaged score', async () => {
  await waitlist.addMember();
  const { referralCode, statusToken } = await functions.join();
  await waitlist.redis.zincrby(KEYS.queue, 3, referralCode);
  const { body } = await functions.status({ referralCode, statusToken });
  expect(body).toEqual({ success: true, position: 2, referralCount: 0 });
});

test('a wrong token gets the response for an unknown code, and an empty database a sentence to try again', async () => {
  for (const name of ['status', 'leave'] as const) {
    const ask = functions[name];
    await waitlist.redis.flushall();
    expect((await ask(NOBODY)).status).toBe(503);
    expect(printed.at(-1)).toContain(`"function":"waitlist-${name}"`);
    expect(printed.at(-1)).toContain('"cause":"nobody has joined this list"');
    const referralCode = await waitlist.addMember();
    const { status, body } = await ask({ ...NOBODY, referralCode });
    expect(status).toBe(404);
    expect(await ask(NOBODY)).toMatchObject({ status, body });
  }
});
