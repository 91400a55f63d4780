import { expect, test } from 'vitest';
import { isFormPost, readRequest } from '../../netlify/http/read-request.ts';
import { IDEMPOTENCY_HEADER } from '../../src/waitlist/shared/contract.ts';
import { ENDPOINT, SITE } from '../support/call-function.ts';

const FORM = 'application/x-www-form-urlencoded';
const FORM_TYPE = { 'Content-Type': FORM };
type Headers = Record<string, string>;

function post(body: BodyInit, headers: Headers = {}) {
  const duplex = 'half'; // Without it Node sends no stream; the DOM's types do not know it.
  const sent = { 'Content-Type': 'application/json', ...headers };
  const init = { method: 'POST', headers: sent, body, duplex };
  return readRequest(new Request(ENDPOINT, init));
}
async function read(...given: Parameters<typeof post>) {
  const result = await post(...given);
  return result.ok ? result.body : result.code;
}

test.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('%s is refused', async (method) => {
  const refused = { ok: false, code: 'wrong_method' };
  expect(await readRequest(new Request(ENDPOINT, { method }))).toEqual(refused);
});

test.each([
  ...['', 'text/plain', 'multipart/form-data; boundary=x', 'application/jsonp'].map((type) => [
    type,
    'wrong_type',
  ]),
  ...['application/json;charset=utf-8', 'Application/JSON ; x=y'].map((type) => [type, {}]),
])('a body of type %s is read as %j', async (type, expected) => {
  expect(await read('{}', { 'Content-Type': `${type}` })).toEqual(expected);
});

test.each(['', '{', "{'a':1}", 'firstName=Ana', '{"phone":"\u0000"}', 'NaN'])(
  'the body %j is no JSON',
  async (text) => expect(await read(text)).toBe('wrong_json'),
);

const longest = '{}'.padEnd(8192);
const streamed = (text: string) => new Blob([text]).stream();
test.each<[string, BodyInit, unknown, Headers?]>([
  ['8192 bytes', longest, {}],
  ['8192 bytes in pieces', streamed(longest), {}],
  ['8193 bytes', `${longest} `, 'too_large'],
  ['8193 bytes with a false length', `${longest} `, 'too_large', { 'Content-Length': '99' }],
  ['8193 bytes in pieces', streamed(`${longest} `), 'too_large'],
  ['8195 bytes in 2733 characters', JSON.stringify('€'.repeat(2731)), 'too_large'],
  ['8193 bytes as a form', longest.padEnd(8193), 'too_large', FORM_TYPE],
  [
    'a body without an end',
    new ReadableStream({ pull: (it) => it.enqueue(new Uint8Array(1024)) }),
    'too_large',
  ],
])('%s: %s is read as %j', async (_, body, expected, headers) => {
  expect(await read(body, headers)).toEqual(expected);
});

test.each<[Headers, unknown]>([
  [{ 'Sec-Fetch-Site': 'cross-site' }, 'cross_site'],
  [{ 'Sec-Fetch-Site': 'same-site', Origin: SITE }, 'cross_site'],
  [{ 'Sec-Fetch-Site': 'cross-site', ...FORM_TYPE }, 'cross_site'],
  [{ Origin: 'https://fabio.example.evil.example' }, 'cross_site'],
  [{ Origin: 'http://fabio.example' }, 'cross_site'],
  [{ Origin: 'null' }, 'cross_site'],
  [{}, {}],
  [{ 'Sec-Fetch-Site': 'same-origin' }, {}],
  [{ 'Sec-Fetch-Site': 'none', Origin: 'null' }, {}],
  [{ Origin: SITE }, {}],
])('a post with %j is read as %j', async (headers, expected) => {
  expect(await read('{}', headers)).toEqual(expected);
});

const KEY = 'a-key-of_21-letters-x';
const NO_KEYS = ['x'.repeat(15), 'x'.repeat(65), 'a key with spaces in it', `"${KEY}`, '""', ''];
test.each([
  ...[KEY, 'x'.repeat(64), 'x'.repeat(16)].map((key) => [key, key]),
  [`"${KEY}"`, KEY],
  ...NO_KEYS.map((key) => [key]),
])('the key %j is %j; where it is none a header is refused and a form read', async (...given) => {
  const [key = '', idempotencyKey] = given;
  const read = idempotencyKey ? { ok: true, idempotencyKey } : { ok: false, code: 'wrong_key' };
  expect(await post('{}', { [IDEMPOTENCY_HEADER]: key })).toMatchObject(read);
  const field = String(new URLSearchParams({ idempotencyKey: key }));
  expect(await post(field, FORM_TYPE)).toMatchObject({ ok: true, idempotencyKey });
});

const code = 'FFFFFFEabcDEF12';
const address = `${SITE}/?from=tiktok&ref=${code}`;
const invited = { phone: '555', referralCode: code, source: 'tiktok' };
test.each([
  ['firstName=Zo%C3%AB+%26+Co&lastName=', SITE, { firstName: 'Zoë & Co' }],
  ['phone=555&referralCode=&source=', address, invited],
  [`phone=555&referralCode=${code}&source=tiktok`, `${SITE}/?from=ig`, invited],
  ['phone=555', '', { phone: '555' }],
  ['phone=555', `${SITE}/?ref=nobody`, { phone: '555' }],
])('the form %s from the page %j is read as %j', async (body, Referer, fields) => {
  expect(await read(body, { ...FORM_TYPE, Referer })).toEqual(fields);
});

test.each([
  [FORM, 'POST', true],
  ['Application/X-WWW-Form-Urlencoded; charset=UTF-8', 'POST', true],
  ['application/json', 'POST', false],
  [FORM, 'PUT', false],
])('%s by %s gets a page: %s', (type, method, page) => {
  const headers = { 'Content-Type': type };
  expect(isFormPost(new Request(ENDPOINT, { method, headers }))).toBe(page);
});
