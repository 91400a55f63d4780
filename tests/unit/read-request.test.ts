import { expect, test } from 'vitest';
import { rateLimitKeyOf } from '../../netlify/http/context.ts';
import { readRequest } from '../../netlify/http/read-request.ts';
import { IDEMPOTENCY_HEADER } from '../../src/waitlist/shared/contract.ts';
import { SITE } from '../support/call-function.ts';

const FORM_TYPE = { 'Content-Type': 'application/x-www-form-urlencoded' };
type Headers = Record<string, string>;

function post(body: BodyInit, headers: Headers = {}) {
  const sent = { 'Content-Type': 'application/json', ...headers };
  return readRequest(new Request(SITE, { method: 'POST', headers: sent, body }));
}
async function read(...request: Parameters<typeof post>) {
  const result = await post(...request);
  return result.ok ? result.input : result.code;
}

const LARGEST = '€'.repeat(2730); // 8192 bytes as JSON.
test.each<[what: string, body: string | Buffer<ArrayBuffer>, read: unknown]>([
  ['that is empty', '', 'wrong_json'],
  ['with a byte order mark', '\ufeff{"a":1}', { a: 1 }],
  ['of 8 KB', JSON.stringify(LARGEST), LARGEST],
  ['of 8 KB and a byte', JSON.stringify(`${LARGEST}x`), 'too_large'],
  ["that isn't UTF-8, so a name would lose a letter", Buffer.from('"Zoë"', 'latin1'), 'wrong_json'],
])('a body %s is read or refused', async (_, body, expected) => {
  expect(await read(body)).toEqual(expected);
});

test.each<[Headers, unknown]>([
  [{ 'Sec-Fetch-Site': 'same-site', Origin: SITE }, 'cross_site'],
  [{ Origin: 'https://fabio.example.evil.example' }, 'cross_site'],
  [{ Origin: 'http://fabio.example' }, 'cross_site'],
  [{ 'Sec-Fetch-Site': 'same-origin', Origin: 'null' }, {}],
  [{ 'Sec-Fetch-Site': 'none' }, {}],
  [{ Origin: SITE }, {}],
  [{ 'Content-Type': 'Application/JSON ; x=y' }, {}],
  [{ 'Content-Type': 'application/jsonp' }, 'wrong_type'],
])('a post with %j is read as %j', async (headers, expected) => {
  expect(await read('{}', headers)).toEqual(expected);
});

const KEY = 'a-key-of_21-letters-x';
test.each([KEY, 'x'.repeat(64), 'x'.repeat(16)])('the key %s is taken as it is', async (key) => {
  const read = { idempotencyKey: key };
  expect(await post('{}', { [IDEMPOTENCY_HEADER]: key })).toMatchObject(read);
  expect(await post(`idempotencyKey=${key}`, FORM_TYPE)).toMatchObject(read);
});

const MALFORMED = ['x'.repeat(15), 'x'.repeat(65), 'a key with spaces in it', ''];
test.each(MALFORMED)('the key %j is refused in a header, and replaced in a form', async (key) => {
  const refused = { ok: false, code: 'wrong_key' };
  expect(await post('{}', { [IDEMPOTENCY_HEADER]: key })).toEqual(refused);
  const replaced = { idempotencyKey: expect.stringMatching(/^[\w-]{21}$/) };
  expect(await post(`idempotencyKey=${key}`, FORM_TYPE)).toMatchObject(replaced);
});

const code = 'Xpwq64k2m7';
const formUrl = `${SITE}/?from=tiktok&ref=${code}`;
const invited = { phone: '555', referralCode: code, source: 'tiktok' };
test.each([
  ['firstName=Zo%C3%AB+%26+Co&lastName=', SITE, { firstName: 'Zoë & Co' }],
  ['phone=555&referralCode=&source=', formUrl, invited],
  [`phone=555&referralCode=${code}&source=tiktok`, `${SITE}/?from=ig`, invited],
  ['phone=555', '', { phone: '555' }],
])('the form %s from the page %j is read as %j', async (body, Referer, fields) => {
  expect(await read(body, { ...FORM_TYPE, Referer })).toEqual(fields);
});

test.each([
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:DB8:0001:3FF:FFFF:4:5:6', '2001:db8:1:300::/56'],
  ['fe80::1%eth0', 'fe80::/56'],
  ['', ''],
])('the limits count the IP %s as %s', (ip, rateLimitKey) =>
  expect(rateLimitKeyOf(ip)).toBe(rateLimitKey),
);
