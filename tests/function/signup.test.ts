import { describe, expect, test, vi } from 'vitest';
import { SECURITY_HEADERS } from '../../netlify/http/security-headers.ts';
import { KEYS } from '../../netlify/queue/keys.ts';
import { JOIN_NUMBERS } from '../../netlify/queue/referral-code.ts';
import { HONEYPOT, SIGNUP_ERRORS } from '../../src/waitlist/shared/contract.ts';
import { SPOTS_PER_FRIEND } from '../../src/waitlist/shared/referral.ts';
import { ENDPOINT, freshSite, type Press } from '../support/call-function.ts';
import { person, type Waitlist } from '../support/waitlist.ts';
import { consentVersion } from '../support/words.ts';

// What is a signup is held by tests/unit/contract.test.ts and read-request.test.ts, and what happens
// to it by queue.test.ts; here, how that is answered and logged.
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

test('a mistake costs no attempt and leaves nothing in Redis', async () => {
  for (let press = 0; press < 30; press += 1) await site.press(person({ phone: '1' }));
  expect(await waitlist.redis.dbsize()).toBe(0);
});

test('a box that was ticked is kept with its text, and one with another text is none', async () => {
  for (const [consent, kept] of [
    [consentVersion, consentVersion],
    [undefined],
    ['1a2b3c4d'],
    ['on'],
  ]) {
    const me = person({ consent });
    await site.join(me);
    expect((await waitlist.memberWith(me.phone))?.consent).toBe(kept);
  }
});

describe('each outcome', () => {
  const zelda = {
    ...person(),
    firstName: 'Zéldåfirst',
    lastName: 'Quixotelast',
    phone: '(987) 654-3210',
    key: 'secret-key-of-zelda',
    ip: '2001:db8::5eed',
    headers: { 'User-Agent': 'RarePhone/77', 'X-Forwarded-For': '198.51.100.77' },
  };

  const FAULTS: NonNullable<Waitlist['faults']['intercept']>[] = [
    () => Promise.reject(new Error('cut')),
    // As Upstash does: the error's text repeats the command.
    async (request) => ({ status: 400, body: { error: `ERR in ${JSON.stringify(request)}` } }),
    async (request) => ({ status: 400, body: { error: JSON.stringify(request) } }),
    async (request) => ({ status: 200, body: request }),
    async (request) => ({ status: 200, body: { result: request } }),
  ];

  /** One request of each kind: its answer, and what the log says of it. */
  async function everyOutcome() {
    const answers: Awaited<ReturnType<typeof site.call>>[] = [];
    const press = async (given: Partial<Press>) => {
      answers.push(await site.press({ ...zelda, ...given }));
    };
    const { referralCode, statusToken } = await site.join(zelda);
    printed.length = 0;
    await press({});
    await press({ phone: '9876543211', referralCode, key: undefined });
    await press({ phone: '9876543213', [HONEYPOT]: 'he forgot' });
    await press({ key: 'another-key-of-zelda' });
    await press({ key: 'no key of zelda' });
    await press({ phone: '98765' });
    await press({ lastName: '' });
    await press({ lastName: 'Quixotelast'.repeat(5) });
    const asked = new Request(`${ENDPOINT}?ref=${referralCode}&name=Zéldåfirst`);
    answers.push(await site.call(asked, zelda.ip));
    await press({ headers: { 'Content-Type': 'text/plain' } });
    const headers = { 'Content-Type': 'application/json' };
    const torn = new Request(ENDPOINT, { method: 'POST', headers, body: '{"phone":"98765432' });
    answers.push(await site.call(torn, zelda.ip));
    await press({ lastName: 'Quixotelast'.repeat(800) });
    await press({ headers: { Origin: 'https://198.51.100.77' } });
    const joined = (await waitlist.redis.getset(KEYS.joined, JOIN_NUMBERS - 1)) ?? '';
    await press({ phone: '9876543212' });
    await waitlist.redis.set(KEYS.joined, joined);
    vi.stubEnv('WAITLIST_RATE_LIMIT', '1');
    await press({ phone: '9876543212' });
    for (const fault of FAULTS) {
      waitlist.faults.intercept = fault;
      await press({});
    }
    return { referralCode, statusToken, answers, lines: printed.map((line) => JSON.parse(line)) };
  }

  test('has its status and sentence, and one line that says how long it took', async () => {
    const { answers, lines } = await everyOutcome();
    expect(lines.map(({ status, outcome }) => `${status} ${outcome}`)).toEqual([
      '200 joined',
      '200 joined',
      '200 honeypot',
      '409 phone_registered',
      '400 wrong_key',
      '400 invalid_phone',
      '400 empty_field',
      '400 name_too_long',
      '405 wrong_method',
      '415 wrong_type',
      '400 wrong_json',
      '413 too_large',
      '403 cross_site',
      '503 list_full',
      '429 rate_limited',
      ...FAULTS.map(() => '503 unavailable'),
    ]);
    for (const [i, { cause, ...line }] of lines.entries()) {
      expect(line).toEqual({
        function: 'waitlist-signup',
        outcome: line.outcome,
        status: answers[i]?.status,
        ms: expect.toSatisfy((ms) => Number.isInteger(ms) && ms < 5000),
      });
      expect(typeof cause).toBe(line.outcome === 'unavailable' ? 'string' : 'undefined');
      if (line.status === 200) continue;
      const error = SIGNUP_ERRORS[line.outcome as keyof typeof SIGNUP_ERRORS];
      expect(answers[i]?.body).toEqual({ success: false, error });
    }
    const about = (status: number, header: string) =>
      answers.find((answer) => answer.status === status)?.headers.get(header);
    expect(about(405, 'Allow')).toBe('POST');
    expect(about(429, 'Retry-After')).toMatch(/^(59\d|600)$/);
  });

  test('is answered safely, to our own page alone, and never kept', async () => {
    for (const { headers } of (await everyOutcome()).answers) {
      for (const [name, value] of Object.entries({
        ...SECURITY_HEADERS,
        'Content-Type': 'application/json',
        'Cache-Control': 'no-store',
      })) {
        expect(headers.get(name)).toBe(value);
      }
      expect(headers.has('Access-Control-Allow-Origin')).toBe(false);
      expect(headers.has('Set-Cookie')).toBe(false);
    }
  });

  test('is printed without telling who it was', async () => {
    const { referralCode, statusToken } = await everyOutcome();
    const friend = await waitlist.memberWith('9876543211');
    const personal = [
      ...[zelda.firstName, zelda.lastName, 'Quixote', '98765', '654-3210', 'zelda', '2001:db8'],
      ...[zelda.ip, 'RarePhone', '198.51.100', ...Object.values(waitlist.env)],
      ...[referralCode, statusToken, friend?.code, friend?.token, KEYS.members],
    ];
    const everything = printed.join('\n').toLowerCase();
    expect(everything.length).toBeGreaterThan(1000);
    for (const text of personal) {
      expect(text).toMatch(/.{5}/);
      expect(everything).not.toContain(text?.toLowerCase());
    }
  });
});

describe('the limit', () => {
  test('WAITLIST_RATE_LIMIT and WAITLIST_RATE_WINDOW_SECONDS set it, for each address', async () => {
    vi.stubEnv('WAITLIST_RATE_LIMIT', '1');
    vi.stubEnv('WAITLIST_RATE_WINDOW_SECONDS', '90');
    await site.join();
    const { status, headers } = await site.press(person());
    expect(status).toBe(429);
    expect(headers.get('Retry-After')).toMatch(/^(8\d|90)$/);
    expect((await site.join(person({ ip: '203.0.113.8' }))).position).toBe(2);
  });

  test('no header gets around it', async () => {
    vi.stubEnv('WAITLIST_RATE_LIMIT', '1');
    await site.join();
    const address = '198.51.100.9';
    const headers = {
      'X-Forwarded-For': address,
      'X-Real-IP': address,
      'X-NF-Client-Connection-IP': address,
      Forwarded: `for=${address}`,
      'Client-IP': address,
      'True-Client-IP': address,
      'CF-Connecting-IP': address,
    };
    expect((await site.press(person({ headers }))).status).toBe(429);
    const counted = await waitlist.redis.keys(KEYS.attempts('*'));
    expect(counted).toEqual([KEYS.attempts('203.0.113.7')]);
  });
});
