import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Context } from '@netlify/functions';
import fc from 'fast-check';
import { beforeAll, expect, test, vi } from 'vitest';
import answer from '../../netlify/functions/waitlist-signup.ts';
import { isFormPost } from '../../netlify/http/read-request.ts';
import { parseSignup, SIGNUP_ERRORS } from '../../src/waitlist/shared/contract.ts';
import { audit } from '../support/audit.ts';
import { ENDPOINT, freshWaitlist, toRequest } from '../support/call-function.ts';
import { type Person, person } from '../support/waitlist.ts';
import { IS_LONG, TIMEOUT_MS } from './crowd.ts';
import { type Hostile, hostileForm, hostileJson, signup } from './hostile-requests.ts';

/** Of 7,000 requests each. */
const ROUNDS = IS_LONG ? 17 : 1;
const ADDRESSES = IS_LONG ? 10_000 : 1_000;
const MEGABYTE = 2 ** 20;

/**
 * The build writes the pages that answer forms, and comes after these tests: a page with every blank
 * in every kind of place stands in.
 */
const PAGE = `<!doctype html><title>{{firstName}} {{lastName}}</title><style>p{margin:0}</style>
  <a href="{{home}}" title='{{phone}}'>{{error}} {{position}}</a>
  <input value="{{firstName}}"><input value='{{lastName}}'><input value="{{phone}}{{inviter}}">
  <a href="sms:?&body=%7B%7Blink%7D%7D%20%7B%7BfirstName%7D%7D">{{link}}</a>`;
vi.mock('../../netlify/http/read-built.ts', () => ({
  readBuilt: async (name: string) => (name === 'consent.json' ? 'null' : PAGE),
}));
vi.setConfig({ testTimeout: TIMEOUT_MS });

const waitlist = freshWaitlist();
beforeAll(async () => {
  // A spy would keep every line, and memory is measured here.
  console.log = console.warn = () => {};
  await waitlist.redis.config('SET', 'appendfsync', 'no'); // Thousands of signups, none to be kept.
  for (const [name, value] of Object.entries(waitlist.env)) vi.stubEnv(name, value);
});

const press = (given: Person) => answer(toRequest(given), { ip: given.ip } as Context);

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');
function heapUsed(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

const SENTENCES: string[] = Object.values(SIGNUP_ERRORS);

function judgeJson({ status, headers }: Response, text: string) {
  expect(headers.get('Content-Type')).toBe('application/json');
  const referralCode = expect.stringMatching(/^[0-9A-F]{7}[0-9A-Za-z]{8}$/);
  const joined = { success: true, position: expect.any(Number), referralCode };
  const failed = { success: false, error: expect.toBeOneOf(SENTENCES) };
  const { statusToken = 'abcdefghij', ...answer } = JSON.parse(text);
  expect(answer).toEqual(status === 200 ? joined : failed);
  expect(statusToken).toMatch(/^[0-9A-Za-z]{10}$/);
}

/** As many tags and quotes as in the template: nothing that was sent is read as HTML. */
function judgePage({ headers }: Response, text: string) {
  expect(headers.get('Content-Type')).toMatch('text/html');
  expect(headers.get('Content-Security-Policy')).not.toMatch(/script|unsafe/);
  const marks = (html: string) => html.replace(/[^<>"']/g, '');
  expect(marks(text)).toBe(marks(PAGE));
}

const statuses = new Map<number, number>();
const STATUSES = [200, 400, 403, 405, 409, 413, 415, 429];

async function send({ method, headers, body, ip }: Hostile) {
  const request = new Request(ENDPOINT, { method, headers, body });
  const judge = isFormPost(request) ? judgePage : judgeJson;
  const response = await answer(request, { ip } as Context);
  statuses.set(response.status, 1 + (statuses.get(response.status) ?? 0));
  expect(response.status).toBeOneOf(STATUSES);
  judge(response, await response.text());
}

/** So many generated requests, 25 at once; fast-check shows the smallest that is answered wrongly. */
async function sendAll(arbitrary: fc.Arbitrary<Hostile>, count: number, seed: number) {
  const some = fc.array(arbitrary, { minLength: 25, maxLength: 25 });
  const property = fc.asyncProperty(some, async (all) => void (await Promise.all(all.map(send))));
  await fc.assert(property, { seed, numRuns: count / 25 });
}

test('whatever is sent: an answer of the contract, a sound list, level memory', async () => {
  const heaps: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    await waitlist.redis.flushall();
    await sendAll(hostileJson, 4_700, round);
    await sendAll(hostileForm, 2_000, round);
    expect((await audit(waitlist.redis)).problems).toEqual([]);
    heaps.push(heapUsed());
  }
  // Else the requests would be too odd to get anywhere, and the test would prove little.
  for (const status of STATUSES) {
    expect(statuses.get(status), `answers with ${status}`).toBeGreaterThan(10);
  }
  const [, second = Number.POSITIVE_INFINITY] = heaps;
  expect(heaps.at(-1)).toBeLessThan(second + 10 * MEGABYTE);
});

test('whatever names the contract lets in are stored letter for letter', async () => {
  let stored = 0;
  const property = fc.asyncProperty(signup, async (given) => {
    const someone = person({ ...given, phone: person().phone, ip: `stored-${stored}` });
    const parsed = parseSignup(someone);
    expect((await press(someone)).status).toBe(parsed.ok ? 200 : 400);
    if (!parsed.ok) return;
    const { firstName, lastName, phone } = parsed.value;
    expect(await waitlist.memberWith(phone)).toMatchObject({ firstName, lastName });
    stored += 1;
  });
  await fc.assert(property, { seed: 5, numRuns: 300 * ROUNDS });
  expect(stored).toBeGreaterThan(75 * ROUNDS);
});

test('of a flood from many addresses nothing is kept once the window is over', async () => {
  const { redis } = waitlist;
  vi.stubEnv('WAITLIST_RATE_WINDOW_SECONDS', '1');
  const { phone } = person();
  await press(person({ phone }));
  const before = heapUsed();
  let sent = 0;
  let keys = 0;
  const client = async () => {
    while (sent < ADDRESSES) {
      sent += 1;
      // Two addresses of each home, which count as one.
      const ip = `2001:db8:1:${(sent >> 1).toString(16)}::${sent}`;
      expect((await press(person({ phone, ip }))).status).toBe(409);
      if (sent % 50 === 0) keys = Math.max(keys, await redis.dbsize());
    }
  };
  await Promise.all(Array.from({ length: 32 }, client));
  expect(keys).toBeGreaterThan(20);
  expect(keys).toBeLessThan(ADDRESSES / 2 + 10);
  // Nobody asks for them: Redis removes in the background what has expired, some at a time.
  await expect.poll(() => redis.dbsize(), { timeout: 20_000 }).toBe(4);
  expect((await audit(redis)).problems).toEqual([]);
  expect(heapUsed()).toBeLessThan(before + 10 * MEGABYTE);
});
