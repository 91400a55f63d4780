import { describe, expect, test } from 'vitest';
import { isFormPost, MAX_BODY_BYTES, readRequest } from '../../netlify/http/read-request.ts';
import { IDEMPOTENCY_HEADER } from '../../src/waitlist/shared/contract.ts';
import { ENDPOINT, SITE } from '../support/call-function.ts';

const JSON_TYPE = { 'Content-Type': 'application/json' };
const FORM_TYPE = { 'Content-Type': 'application/x-www-form-urlencoded' };
type Headers = Record<string, string>;

function post(body: BodyInit | null, headers: Headers = {}) {
  const duplex = 'half'; // Without it Node sends no stream; the DOM's types do not know it.
  const init = { method: 'POST', headers: { ...JSON_TYPE, ...headers }, body, duplex };
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
  ...['', 'text/plain', 'multipart/form-data; boundary=x', 'application/jsonp'].map((type) => ({
    type,
    expected: 'wrong_type',
  })),
  ...['application/json;charset=utf-8', 'Application/JSON ; x=y'].map((type) => ({
    type,
    expected: {},
  })),
])('a body of type $type is $expected', async ({ type, expected }) => {
  expect(await read('{}', { 'Content-Type': type })).toEqual(expected);
});

test.each(['', '{', "{'a':1}", 'firstName=Ana', '{"phone":"\u0000"}', 'NaN', null])(
  'the body %j is no JSON',
  async (text) => expect(await read(text)).toBe('wrong_json'),
);

describe('of a body, 8192 bytes', () => {
  const longest = '{}'.padEnd(8192);
  const streamed = (text: string) => new Blob([text]).stream();

  test('are not too much', async () => {
    expect(MAX_BODY_BYTES).toBe(8192);
    for (const body of [longest, streamed(longest)]) expect(await read(body)).toEqual({});
  });

  test.each<[string, BodyInit, Headers?]>([
    ['at once', `${longest} `],
    ['with a false length', `${longest} `, { 'Content-Length': '99' }],
    ['in pieces', streamed(`${longest} `)],
    ['in few characters', JSON.stringify('€'.repeat(2731))],
    ['as a form', longest.padEnd(8193), FORM_TYPE],
    ['without an end', new ReadableStream({ pull: (it) => it.enqueue(new Uint8Array(1024)) })],
  ])('and more are too much, sent %s', async (_, body, headers) => {
    expect(await read(body, headers)).toBe('too_large');
  });
});

test.each<[Headers, unknown]>([
  [{ 'Sec-Fetch-Site': 'cross-site' }, 'cross_site'],
  [{ 'Sec-Fetch-Site': 'same-site' }, 'cross_site'],
  [{ 'Sec-Fetch-Site': 'cross-site', Origin: SITE }, 'cross_site'],
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
test.each([
  [KEY, KEY],
  [`"${KEY}"`, KEY],
  ['x'.repeat(64), 'x'.repeat(64)],
  ['x'.repeat(16), 'x'.repeat(16)],
  ...['x'.repeat(15), 'x'.repeat(65), 'a key with spaces in it', `"${KEY}`, '""', ''].map((it) => [
    it,
  ]),
])(
  'the key %j is %j, as a header refused where it is none, in a form left out',
  async (key = '', idempotencyKey) => {
    const read = idempotencyKey ? { ok: true, idempotencyKey } : { ok: false, code: 'wrong_key' };
    expect(await post('{}', { [IDEMPOTENCY_HEADER]: key })).toMatchObject(read);
    const field = String(new URLSearchParams({ idempotencyKey: key }));
    expect(await post(field, FORM_TYPE)).toMatchObject({ ok: true, idempotencyKey });
  },
);

describe('a form that the browser posts itself', () => {
  const code = 'FFFFFFEabcDEF12';
  const address = `${SITE}/?from=tiktok&ref=${code}`;
  const invited = { phone: '555', referralCode: code, source: 'tiktok' };

  const alone = { phone: '555' };
  const zoe = { firstName: 'Zoë & Co', phone: '(555)' };

  test.each<[body: string, from: string, fields: object]>([
    ['firstName=Zo%C3%AB+%26+Co&lastName=&phone=%28555%29', SITE, zoe],
    ['phone=555', address, invited],
    ['phone=555&referralCode=&source=', address, invited],
    [`phone=555&referralCode=${code}&source=tiktok`, ENDPOINT, invited],
    ['phone=555', '', alone],
    ['phone=555', 'not an address', alone],
    ['phone=555', `${SITE}/?ref=nobody`, alone],
  ])('%s from %j is %j', async (body, Referer, expected) => {
    expect(await read(body, { ...FORM_TYPE, Referer })).toEqual(expected);
  });

  test.each([
    ['application/x-www-form-urlencoded', 'POST', true],
    ['Application/X-WWW-Form-Urlencoded; charset=UTF-8', 'POST', true],
    ['application/json', 'POST', false],
    ['application/x-www-form-urlencoded', 'PUT', false],
  ])('%s by %s gets a page: %s', (type, method, page) => {
    const headers = { 'Content-Type': type };
    expect(isFormPost(new Request(ENDPOINT, { method, headers }))).toBe(page);
  });
});
