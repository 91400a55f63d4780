import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import signupFunction from '../../netlify/functions/waitlist-signup.ts';
import { isFormPost } from '../../netlify/http/read-request.ts';
import { parseSignup, SIGNUP_ERRORS } from '../../src/waitlist/shared/contract.ts';
import { audit } from '../support/audit.ts';
import { contextOf, ENDPOINT, freshSite, toRequest } from '../support/call-function.ts';
import { person } from '../support/waitlist.ts';
import { type Hostile, hostileForm, hostileJson, signup } from './hostile-requests.ts';

/** The build, which comes after these tests, writes pages; this one has a blank in every kind of place. */
const PAGE = `<!doctype html><title>{{firstName}} {{lastName}}</title><style>p{margin:0}</style>
  <a href="{{home}}" title='{{phone}}'>{{error}} {{position}}</a>
  <input value="{{firstName}}"><input value='{{lastName}}'><input value="{{phone}}{{inviter}}">
  <a href="sms:?&body=%7B%7Blink%7D%7D%20%7B%7BfirstName%7D%7D">{{link}}{{idempotencyKey}}</a>`;
vi.mock('../../netlify/http/read-built.ts', () => ({
  readBuilt: async (name: string) => (name === 'consent.json' ? 'null' : PAGE),
}));
vi.setConfig({ testTimeout: 120_000 });

const { waitlist } = freshSite();

function judgeJson({ status, headers }: Response, text: string) {
  expect(headers.get('Content-Type')).toBe('application/json');
  const joined = {
    success: true,
    position: expect.any(Number),
    referralCode: expect.stringMatching(/^[0-9A-F]{7}[0-9A-Za-z]{8}$/),
    statusToken: expect.stringMatching(/^[0-9A-Za-z]{10}$/),
  };
  const failed = { success: false, error: expect.toBeOneOf(Object.values(SIGNUP_ERRORS)) };
  expect(JSON.parse(text)).toEqual(status === 200 ? joined : failed);
}

/** Counts the tags and quotes of the template again: nothing that was sent is read as HTML. */
function judgePage({ headers }: Response, text: string) {
  expect(headers.get('Content-Type')).toMatch('text/html');
  expect(headers.get('Content-Security-Policy')).not.toMatch(/script|unsafe/);
  const marks = (html: string) => html.replace(/[^<>"']/g, '');
  expect(marks(text)).toBe(marks(PAGE));
}

test('whatever is sent gets an answer of the contract, and the list stays sound', async () => {
  const statuses = new Map<number, number>();
  async function send({ method, headers, body, ip }: Hostile) {
    const request = new Request(ENDPOINT, { method, headers, body });
    const judge = isFormPost(request) ? judgePage : judgeJson;
    const response = await signupFunction(request, contextOf(ip));
    statuses.set(response.status, 1 + (statuses.get(response.status) ?? 0));
    judge(response, await response.text());
  }
  for (const [one, count] of [[hostileJson, 4_700] as const, [hostileForm, 2_000] as const]) {
    // 25 at once; fast-check shows the smallest that is answered wrongly.
    const some = fc.array(one, { minLength: 25, maxLength: 25 });
    const all = fc.asyncProperty(some, async (given) => void (await Promise.all(given.map(send))));
    await fc.assert(all, { seed: 1, numRuns: count / 25 });
  }
  expect((await audit(waitlist.redis)).problems).toEqual([]);
  // Else the requests would be too odd to get anywhere, and the test would prove little.
  for (const status of [200, 400, 403, 405, 409, 413, 415, 429]) {
    expect(statuses.get(status), `answers with ${status}`).toBeGreaterThan(10);
    statuses.delete(status);
  }
  expect([...statuses]).toEqual([]);
});

test('whatever names the contract lets in are stored letter for letter', async () => {
  let stored = 0;
  const property = fc.asyncProperty(signup, async (given) => {
    const visitor = person({ ...given, phone: person().phone, ip: `stored-${stored}` });
    const parsed = parseSignup(visitor);
    const { status } = await signupFunction(toRequest(visitor), contextOf(visitor.ip));
    expect(status).toBe(parsed.ok ? 200 : 400);
    if (!parsed.ok) return;
    const { firstName, lastName, phone } = parsed.value;
    expect(await waitlist.memberWith(phone)).toMatchObject({ firstName, lastName });
    stored += 1;
  });
  await fc.assert(property, { seed: 5, numRuns: 300 });
  expect(stored).toBeGreaterThan(75);
});
