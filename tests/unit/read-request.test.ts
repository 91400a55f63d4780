import { expect, test } from 'vitest';
import { isFormPost, KEY_COOKIE, readRequest } from '../../netlify/http/read-request.ts';
import { IDEMPOTENCY_HEADER } from '../../src/waitlist/shared/contract.ts';
import { ENDPOINT, SITE } from '../support/call-function.ts';

const FORM_TYPE = { 'Content-Type': 'application/x-www-form-urlencoded' };
type Headers = Record<string, string>;

function post(body: BodyInit, headers: Headers = {}) {
  const duplex = 'half'; // Without it Node sends no stream; the DOM's types do not know it.
  const sent = { 'Content-Type': 'application/json', ...headers };
  const init = { method: 'POST', headers: sent, body, duplex };
  return readRequest(new Request(ENDPOINT, init), 'POST');
}
async function read(...request: Parameters<typeof post>) {
  const result = await post(...request);
  return result.ok ? result.input : result.code;
}

test('a form is posted, of its own type, and answered with a page', () => {
  const formOf = (method: string, type: string) =>
    new Request(ENDPOINT, { method, headers: { 'Content-Type': type }, body: 'phone=555' });
  expect(isFormPost(formOf('POST', 'Application/X-WWW-Form-Urlencoded; charset=UTF-8'))).toBe(true);
  expect(isFormPost(formOf('POST', 'application/json'))).toBe(false);
  expect(isFormPost(formOf('PUT', 'application/x-www-form-urlencoded'))).toBe(false);
});

test.each<[string, unknown]>([
  ['', 'wrong_json'],
  ["{'a':1}", 'wrong_json'],
  ['{"phone":"\u0000"}', 'wrong_json'],
  ['\ufeff{"a":1}', { a: 1 }],
  ['{}'.padEnd(8192), {}],
  ['{}'.padEnd(8193), 'too_large'],
  // 8195 bytes.
  [JSON.stringify('€'.repeat(2731)), 'too_large'],
])('the body %.20j is read as %j, sent in one piece or in many', async (text, expected) => {
  expect(await read(text)).toEqual(expected);
  expect(await read(new Blob([text]).stream(), { 'Content-Length': '9' })).toEqual(expected);
});

test('a body without an end is not waited for', async () => {
  const body = new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(1024)),
  });
  expect(await read(body, FORM_TYPE)).toBe('too_large');
});

test.each<[Headers, unknown]>([
  [{ 'Sec-Fetch-Site': 'cross-site' }, 'cross_site'],
  [{ 'Sec-Fetch-Site': 'same-site', Origin: SITE }, 'cross_site'],
  [{ Origin: 'https://fabio.example.evil.example' }, 'cross_site'],
  [{ Origin: 'http://fabio.example' }, 'cross_site'],
  [{ Origin: 'null' }, 'cross_site'],
  [{}, {}],
  [{ 'Sec-Fetch-Site': 'same-origin', Origin: 'null' }, {}],
  [{ 'Sec-Fetch-Site': 'none' }, {}],
  [{ Origin: SITE }, {}],
  [{ 'Content-Type': 'Application/JSON ; x=y' }, {}],
  ...['', 'text/plain', 'multipart/form-data; boundary=x', 'application/jsonp'].map(
    (type): [Headers, unknown] => [{ 'Content-Type': type }, 'wrong_type'],
  ),
])('a post with %j is read as %j', async (headers, expected) => {
  expect(await read('{}', headers)).toEqual(expected);
});

const KEY = 'a-key-of_21-letters-x';
const NO_KEYS = ['x'.repeat(15), 'x'.repeat(65), 'a key with spaces in it', `"${KEY}`, '""', ''];
test.each([
  ...[KEY, 'x'.repeat(64), 'x'.repeat(16)].map((key) => [key, key]),
  [`"${KEY}"`, KEY],
  ...NO_KEYS.map((key) => [key]),
])(
  'the key %j is %j; if it is none a header is refused, and a form gets another',
  async (...row) => {
    const [key = '', expected] = row;
    const read = expected ? { idempotencyKey: expected } : { ok: false, code: 'wrong_key' };
    expect(await post('{}', { [IDEMPOTENCY_HEADER]: key })).toMatchObject(read);
    const field = String(new URLSearchParams({ idempotencyKey: key }));
    const form = await post(field, FORM_TYPE);
    const idempotencyKey = expected ?? expect.stringMatching(/^[\w-]{21}$/);
    expect(form).toMatchObject({ idempotencyKey, hasOwnKey: Boolean(expected) });
  },
);

test('a form without a key has that of the cookie, and nothing else has', async () => {
  const Cookie = `a=b; ${KEY_COOKIE}=${KEY}; c=d`;
  const other = expect.not.stringContaining(KEY);
  const form = { ...FORM_TYPE, Cookie };
  expect(await post('', form)).toMatchObject({ idempotencyKey: KEY, hasOwnKey: false });
  expect(await post('idempotencyKey=the-key-of-the-form', form)).toMatchObject({
    idempotencyKey: 'the-key-of-the-form',
  });
  expect(await post('{}', { Cookie })).toMatchObject({ idempotencyKey: other });
});

const code = 'Xpwq6abDE1';
const address = `${SITE}/?from=tiktok&ref=${code}`;
const invited = { phone: '555', referralCode: code, source: 'tiktok' };
test.each([
  ['firstName=Zo%C3%AB+%26+Co&lastName=', SITE, { firstName: 'Zoë & Co' }],
  ['phone=555&referralCode=&source=', address, invited],
  [`phone=555&referralCode=${code}&source=tiktok`, `${SITE}/?from=ig`, invited],
  ['phone=555', '', { phone: '555' }],
  ['phone=555', `${SITE}/?ref=no%20body`, { phone: '555' }],
])('the form %s from the page %j is read as %j', async (body, Referer, fields) => {
  expect(await read(body, { ...FORM_TYPE, Referer })).toEqual(fields);
});
