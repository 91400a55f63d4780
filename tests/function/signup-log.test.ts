import { expect, test, vi } from 'vitest';
import { KEYS } from '../../netlify/queue/keys.ts';
import { ENDPOINT, freshSite } from '../support/call-function.ts';
import { person, type Waitlist } from '../support/waitlist.ts';

const { waitlist, site, printed } = freshSite();

interface LogLine {
  function: string;
  outcome: string;
  status: number;
  ms: number;
  cause?: string;
}

const zelda = {
  ...person(),
  firstName: 'Zéldåfirst',
  lastName: 'Quixotelast',
  phone: '(987) 654-3210',
  key: 'secret-key-of-zelda',
  ip: '2001:db8::5eed',
  headers: { 'User-Agent': 'RarePhone/77', 'X-Forwarded-For': '198.51.100.77' },
};

/** One request of each kind, in the order of the outcomes they are logged with. */
async function everyOutcome() {
  const { referralCode } = await site.join(zelda);
  await site.press(zelda);
  await site.press({ ...zelda, phone: '9876543211', referralCode, key: undefined });
  await site.press({ ...zelda, key: 'another-key-of-zelda' });
  await site.press({ ...zelda, key: 'no key of zelda' });
  await site.press({ ...zelda, phone: '98765' });
  await site.press({ ...zelda, lastName: '' });
  await site.press({ ...zelda, lastName: 'Quixotelast'.repeat(5) });
  await site.call(new Request(`${ENDPOINT}?ref=${referralCode}&name=Zéldåfirst`), zelda.ip);
  await site.press({ ...zelda, headers: { 'Content-Type': 'text/plain' } });
  await site.call(jsonRequest('{"firstName":"Zéldåfirst'), zelda.ip);
  await site.press({ ...zelda, lastName: 'Quixotelast'.repeat(800) });
  await site.press({ ...zelda, headers: { Origin: 'https://198.51.100.77' } });
  vi.stubEnv('WAITLIST_RATE_LIMIT', '1');
  await site.press({ ...zelda, phone: '9876543212' });
  for (const fault of FAULTS) {
    waitlist.faults.intercept = fault;
    await site.press(zelda);
  }
  waitlist.faults.intercept = undefined;
  return referralCode;
}

const FAULTS: NonNullable<Waitlist['faults']['intercept']>[] = [
  () => Promise.reject(new Error('cut')),
  // As Upstash does: the error's text repeats the command.
  async (request) => ({ status: 400, body: { error: `ERR in ${JSON.stringify(request)}` } }),
  async (request) => ({ status: 400, body: { error: JSON.stringify(request) } }),
  async (request) => ({ status: 200, body: request }),
  async (request) => ({ status: 200, body: { result: request } }),
];

const jsonRequest = (body: string) =>
  new Request(ENDPOINT, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });

test('each request is one line that says how it ended and how long it took', async () => {
  await everyOutcome();
  const lines = printed.map((line) => JSON.parse(line) as LogLine);
  expect(lines.map(({ status, outcome }) => `${status} ${outcome}`)).toEqual([
    '200 joined',
    '200 joined',
    '200 joined',
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
    '429 rate_limited',
    ...FAULTS.map(() => '503 unavailable'),
  ]);
  for (const { cause, ...line } of lines) {
    expect(Object.keys(line)).toEqual(['function', 'outcome', 'status', 'ms']);
    expect(line.function).toBe('waitlist-signup');
    expect(line.ms).toSatisfy((ms) => Number.isInteger(ms) && Number(ms) < 5000);
    expect(typeof cause).toBe(line.status === 503 ? 'string' : 'undefined');
  }
});

test('nothing that is printed tells who it was', async () => {
  const referralCode = await everyOutcome();
  const { code: friendsCode, key: derivedKey } = (await waitlist.memberWith('9876543211')) ?? {};
  const personal = [
    ...[zelda.firstName, zelda.lastName, 'Quixote', '98765', '654-3210', 'zelda', '2001:db8'],
    ...[zelda.ip, 'RarePhone', '198.51.100', waitlist.env.UPSTASH_REDIS_REST_TOKEN],
    ...[referralCode, friendsCode, derivedKey, KEYS.members, waitlist.env.UPSTASH_REDIS_REST_URL],
  ];
  const everything = printed.join('\n').toLowerCase();
  expect(everything.length).toBeGreaterThan(1000);
  for (const text of personal) {
    expect(text).toMatch(/.{5}/);
    expect(everything).not.toContain(text?.toLowerCase());
  }
});
