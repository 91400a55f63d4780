import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import signupFunction from '../../netlify/functions/waitlist-signup.ts';
import {
  ERRORS,
  type ErrorCode,
  HONEYPOT,
  IDEMPOTENCY_HEADER,
} from '../../src/waitlist/shared/contract.ts';
import { audit } from '../support/audit.ts';
import { contextOf, ENDPOINT, freshSite } from '../support/call-function.ts';

vi.setConfig({ testTimeout: 120_000 });

const { waitlist } = await freshSite();

/** Text as people and programs send it: any script, half characters, marks, tags, code. */
const evilText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  // With lone surrogates, which no UTF-8 can hold and JSON's escapes can.
  fc.array(fc.nat(0xffff), { maxLength: 60 }).map((units) => String.fromCharCode(...units)),
  fc.constantFrom(
    ...['<script>alert(1)</script>', `"><img src=x onerror=alert(1)>'`, '\u202eevil', '\u0000'],
    ...['{{phone}} {{link}} %7B%7Blink%7D%7D &amp; $& $1 $`', '{waitlist}:queue', '__proto__'],
    ...['*3\r\n$3\r\nSET\r\n', '","key":"x', '\\"', '\ufeff Ana \u00a0', '🥀', 'x'.repeat(51)],
  ),
);

/** A signup that may well succeed, or be refused for its phone. */
const signup = fc.record({
  firstName: fc.oneof(evilText, fc.constantFrom('Ana', 'Zoë', '李小龍')),
  lastName: fc.oneof(evilText, fc.constantFrom('Lee', 'Привет', 'عائشة')),
  // Few, so that many are on the list already.
  phone: fc
    .tuple(fc.constantFrom('', '+1 ', '+44 ', '١', 'tel:'), fc.integer({ min: 1_000, max: 1_400 }))
    .map(([before, number]) => `${before}(201) 555-${number}`),
  referralCode: fc.oneof(evilText, fc.stringMatching(/^[0-9A-F]{7}[0-9A-Za-z]{8}$/)),
});

const NAMES = ['firstName', 'phone', 'consent', HONEYPOT, '__proto__', 'constructor', 'length', ''];
const oddFields = fc.dictionary(fc.constantFrom(...NAMES), fc.oneof(evilText, fc.jsonValue()), {
  maxKeys: 2,
});
const fields = fc.tuple(signup, oddFields).map(([good, odd]) => ({ ...good, ...odd }));
const good = fields.map((all) => JSON.stringify(all));
const odd = fc.oneof(
  evilText,
  fc.json(),
  fc.nat(4_000).map((depth) => '{"a":['.repeat(depth) + ']}'.repeat(depth)),
  fc.constantFrom('', 'null', 'NaN', '1e999', '"\\ud800"', '{"a":1}{"b":2}', '&&==&', '%zz=%u0041'),
);

const oddHeader = fc.tuple(
  fc.constantFrom(IDEMPOTENCY_HEADER, 'Origin', 'Sec-Fetch-Site', 'Referer', 'Content-Encoding'),
  fc.oneof(
    fc.stringMatching(/^[\x20-\x7e\xa0-\xff]*$/),
    fc.constantFrom('x'.repeat(20_000), '() { :; }; id', 'null', '-1', 'same-origin'),
  ),
);

/** Requests as data, so that a failing one can be shrunk and printed. */
const requests = fc.record({
  headers: fc.array(oddHeader, { maxLength: 3 }),
  body: fc.oneof(
    { weight: 6, arbitrary: good.map((text) => Buffer.from(text)) },
    { weight: 3, arbitrary: odd.map((text) => Buffer.from(text)) },
    good.map((text) => Buffer.from(text, 'utf16le')),
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  ),
  ip: fc.oneof(
    fc.ipV6(),
    fc.nat(20).map((last) => `203.0.113.${last}`), // Few enough to be limited.
    fc.constantFrom('', 'fe80::1%eth0', '::ffff:203.0.113.7', '{waitlist}:queue'),
  ),
});

function judge({ status, headers }: Response, text: string) {
  expect(headers.get('Content-Type')).toBe('application/json');
  const joined = {
    success: true,
    position: expect.any(Number),
    referralCode: expect.stringMatching(/^[0-9A-F]{7}[0-9A-Za-z]{8}$/),
    statusToken: expect.stringMatching(/^[0-9A-Za-z]{10}$/),
  };
  const answer = JSON.parse(text);
  const failed = { success: false, code: answer.code, error: ERRORS[answer.code as ErrorCode] };
  expect(answer).toEqual(status === 200 ? joined : failed);
}

test('whatever is sent is answered with JSON, and the waitlist stays sound', async () => {
  vi.stubEnv('WAITLIST_RATE_LIMIT', '5');
  const statuses = new Map<number, number>();
  const property = fc.asyncProperty(requests, async ({ headers, body, ip }) => {
    const sent: [string, string][] = [...headers, ['Content-Type', 'application/json']];
    const request = new Request(ENDPOINT, { method: 'POST', headers: sent, body });
    const response = await signupFunction(request, contextOf(ip));
    statuses.set(response.status, 1 + (statuses.get(response.status) ?? 0));
    expect(response.status).toBeLessThan(500);
    judge(response, await response.text());
  });
  await fc.assert(property, { seed: 1, numRuns: 600 });
  expect((await audit(waitlist)).problems).toEqual([]);
  // Else the requests would be too odd to get anywhere, and the test would prove little.
  for (const status of [200, 400, 409, 429]) expect(statuses.get(status)).toBeGreaterThan(5);
});
