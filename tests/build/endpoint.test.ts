import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import leave from '../../netlify/functions/waitlist-leave.ts';
import signup from '../../netlify/functions/waitlist-signup.ts';
import status from '../../netlify/functions/waitlist-status.ts';
import { endpoint } from '../../netlify/http/endpoint.ts';
import { IDEMPOTENCY_HEADER } from '../../src/waitlist/shared/contract.ts';
import { ERRORS } from '../../src/waitlist/shared/messages.ts';
import { platformOf, SITE, setUpFunctions } from '../support/call-function.ts';

const { printed } = await setUpFunctions();

const fail = async () => {
  throw new RangeError('no Zelda\n    at Quixote.ts:1:1');
};
type Run = Parameters<typeof endpoint<unknown, object>>[0]['run'];
/** A function whose page has a bug, and its work may have one. */
const buggy = (run: Run) =>
  endpoint({ name: 'buggy', parse: (value) => ({ ok: true, value }), run, page: fail });

test.each([
  ['its work', 'application/json', buggy(fail)],
  ['its page', 'application/x-www-form-urlencoded', buggy(async () => ({ ok: true }))],
])('after a bug in %s I read that it failed, and the log says where', async (_, type, call) => {
  const init = { method: 'POST', headers: { 'Content-Type': type }, body: '{"name":"Zelda"}' };
  const response = await call(new Request(SITE, init), platformOf());
  expect(response.status).toBe(500);
  expect(await response.text()).toContain(ERRORS.internal_error);
  const { outcome, status, cause } = JSON.parse(printed.at(-1) ?? '');
  expect([outcome, status]).toEqual(['internal_error', 500]);
  expect(cause).toMatch(/^RangeError\n +at .*endpoint\.test\.ts:\d+:\d+/);
  expect(printed.join()).not.toMatch(/Zelda|Quixote/);
  expect(printed).toHaveLength(1);
});

test("a form's URL redirects home, and a wrong method gets the allowed one", async () => {
  const [opened, put] = await Promise.all(
    ['GET', 'PUT'].map((method) => buggy(fail)(new Request(SITE, { method }), platformOf())),
  );
  expect([opened?.status, opened?.headers.get('Location')]).toEqual([303, '/']);
  expect([put?.status, put?.headers.get('Allow')]).toEqual([405, 'POST']);
});

const ZELDA = { firstName: 'Zéldå', lastName: 'Quixote', phone: '9876543210' };
const FORM = String(new URLSearchParams(ZELDA));

test('whatever a bot sends, no function fails, and none of it is logged', async () => {
  vi.stubEnv('WAITLIST_RATE_LIMIT', '0');
  const field = fc.constantFrom('firstName', 'referralCode', 'statusToken', 'source', 'comment');
  const changes = fc.dictionary(field, fc.jsonValue(), { maxKeys: 2 });
  const phone = fc.stringMatching(/^98765\d{5}$/);
  const json = fc.tuple(phone, changes).map(([phone, changed]) => {
    return JSON.stringify({ ...ZELDA, phone, ...changed });
  });
  const bytes = fc.uint8Array({ maxLength: 300 });
  const nested = fc.nat(1_500).map((depth) => '{"a":['.repeat(depth) + ']}'.repeat(depth));
  const odd = fc.constantFrom('null', 'NaN', '1e999', '"\\ud800"', '&&==&', FORM, `${FORM}=%zz`);
  const body = fc.oneof({ weight: 3, arbitrary: json }, fc.json(), bytes, nested, odd);
  const type = fc.constantFrom('application/json', 'application/x-www-form-urlencoded', 'text/x');
  const name = fc.constantFrom(IDEMPOTENCY_HEADER, 'Origin', 'Referer', 'Accept');
  const latin1 = fc.stringMatching(/^[\x20-\x7e\xa0-\xff]*$/);
  const call = fc.constantFrom(signup, signup, status, leave);
  const request = fc.record({ call, type, name, value: latin1, body });
  const property = fc.asyncProperty(request, async ({ call, type, name, value, body }) => {
    const headers = { 'Content-Type': type, [name]: value };
    const sent = new Request(SITE, { method: 'POST', headers, body });
    const response = await call(sent, platformOf());
    expect(response.status).toBeLessThan(500);
    expect(await response.text()).not.toMatch(/node:|\.ts\b|\bat \S+:\d/);
  });
  await fc.assert(property, { numRuns: 1_000 });
  const line = /^\{"function":"waitlist-[a-z]+","outcome":"[a-z_]+","status":\d{3},"ms":\d+\}$/;
  expect(printed.filter((text) => !line.test(text))).toEqual([]);
});
