import { describe, expect, test } from 'vitest';
import { isFormPost, MAX_BODY_BYTES, readRequest } from '../../netlify/http/read-request.ts';
import { IDEMPOTENCY_HEADER } from '../../src/waitlist/shared/contract.ts';
import { ENDPOINT, SITE } from '../support/call-function.ts';

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

/** A post of our own page, unless `headers` say otherwise. */
function post(body: BodyInit | null, headers: Record<string, string> = {}) {
  const init: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    headers: { 'Content-Type': JSON_TYPE, ...headers },
    body,
    duplex: 'half', // Without it Node sends no stream; the DOM's types do not know it.
  };
  return new Request(ENDPOINT, init);
}

async function read(...given: Parameters<typeof post>) {
  const result = await readRequest(post(...given));
  return result.ok ? result.body : result.code;
}

test.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
  '%s is not taken',
  async (method) => {
    const refused = { ok: false, code: 'wrong_method' };
    expect(await readRequest(new Request(ENDPOINT, { method }))).toEqual(refused);
  },
);

test.each([
  ['', 'wrong_type'],
  ['text/plain', 'wrong_type'],
  ['multipart/form-data; boundary=x', 'wrong_type'],
  ['application/jsonp', 'wrong_type'],
  ['application/json;charset=utf-8', {}],
  ['Application/JSON ; x=y', {}],
])('a body of type %j is %j', async (type, expected) => {
  expect(await read('{}', { 'Content-Type': type })).toEqual(expected);
});

test.each(['', '{', "{'a':1}", 'firstName=Ana', '{"phone":"\u0000"}', 'NaN', null])(
  'the body %j is no JSON',
  async (text) => expect(await read(text)).toBe('wrong_json'),
);

describe('how much is taken', () => {
  const longest = '{}'.padEnd(8192);
  const streamed = (text: string) => new Blob([text]).stream();

  test('8192 bytes are not too much', async () => {
    expect(MAX_BODY_BYTES).toBe(8192);
    expect(await read(longest)).toEqual({});
    expect(await read(streamed(longest))).toEqual({});
  });

  test.each([
    ['at once', () => read(`${longest} `)],
    ['with a false length', () => read(`${longest} `, { 'Content-Length': '99' })],
    ['in pieces', () => read(streamed(`${longest} `))],
    ['in few characters', () => read(JSON.stringify('€'.repeat(2731)))],
    ['as a form', () => read(longest.padEnd(8193), { 'Content-Type': FORM_TYPE })],
  ])('more is, sent %s', async (_, send) => expect(await send()).toBe('too_large'));

  test('a body without an end is not read to its end', async () => {
    let pulled = 0;
    let cancelled = false;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(1024));
      },
      cancel() {
        cancelled = true;
      },
    });
    expect(await read(endless)).toBe('too_large');
    expect(cancelled).toBe(true);
    expect(pulled).toBeLessThan(20);
  });
});

describe('where it may come from', () => {
  test.each<Record<string, string>>([
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { 'Sec-Fetch-Site': 'cross-site', Origin: SITE },
    { 'Sec-Fetch-Site': 'cross-site', 'Content-Type': FORM_TYPE },
    { Origin: 'https://evil.example' },
    { Origin: 'https://fabio.example.evil.example' },
    { Origin: 'http://fabio.example' },
    { Origin: 'https://fabio.example:8443' },
    { Origin: 'null' },
  ])("not from another site's page: %j", async (headers) => {
    expect(await read('{}', headers)).toBe('cross_site');
  });

  test.each<Record<string, string>>([
    {},
    { 'Sec-Fetch-Site': 'same-origin' },
    { 'Sec-Fetch-Site': 'none' },
    { 'Sec-Fetch-Site': 'same-origin', Origin: SITE },
    { Origin: SITE },
  ])('from our own: %j', async (headers) => expect(await read('{}', headers)).toEqual({}));
});

describe('a key', () => {
  const readKey = (key: string) => readRequest(post('{}', { [IDEMPOTENCY_HEADER]: key }));

  test('may stand in quotes, as the draft of the IETF has it', async () => {
    const idempotencyKey = 'a-key-of_21-letters-x';
    for (const written of [idempotencyKey, `"${idempotencyKey}"`]) {
      expect(await readKey(written)).toEqual({ ok: true, body: {}, idempotencyKey });
    }
  });

  test.each([
    'too-short',
    'x'.repeat(65),
    'a key with spaces in it',
    'form:a-key-that-was-derived',
    '"only-one-quote-mark',
    '""',
  ])('is none of ours: %j', async (key) => {
    expect(await readKey(key)).toEqual({ ok: false, code: 'wrong_key' });
  });
});

describe('a form sent without script', () => {
  const code = 'FFFFFFEabcDEF12';
  const readForm = (body: string, Referer = '') =>
    read(body, { 'Content-Type': FORM_TYPE, Referer });

  test('is read as a browser writes it', async () => {
    expect(await readForm('firstName=Zo%C3%AB+%26+Co&lastName=&phone=%28555%29+123-4567')).toEqual({
      firstName: 'Zoë & Co',
      phone: '(555) 123-4567',
    });
  });

  test('has the key in a field, which counts if it is one', async () => {
    const keyOf = async (field: string) => {
      const request = new Request(ENDPOINT, {
        method: 'POST',
        headers: { 'Content-Type': FORM_TYPE },
        body: `phone=555&idempotencyKey=${field}`,
      });
      return readRequest(request);
    };
    for (const [field = '', idempotencyKey] of [
      ['the-key-of-person-7', 'the-key-of-person-7'],
      ['short'],
      [],
    ]) {
      expect(await keyOf(field)).toMatchObject({ ok: true, idempotencyKey });
    }
  });

  test('has inviter and source in the address of its page, or, after a mistake, in fields', async () => {
    const invited = { phone: '555', referralCode: code, source: 'tiktok' };
    expect(await readForm('phone=555', `${SITE}/?from=tiktok&ref=${code}`)).toEqual(invited);
    const fields = `phone=555&referralCode=${code}&source=tiktok`;
    expect(await readForm(fields, ENDPOINT)).toEqual(invited);
    const empty = 'phone=555&referralCode=&source=';
    expect(await readForm(empty, `${SITE}/?from=tiktok&ref=${code}`)).toEqual(invited);
  });

  test.each(['', 'about:blank', 'not an address', SITE, `${SITE}/?ref=nobody`])(
    'has no inviter when it comes from %j',
    async (Referer) => {
      expect(await readForm('firstName=Ana', Referer)).toEqual({ firstName: 'Ana' });
    },
  );

  test.each([
    [FORM_TYPE, 'POST', true],
    ['Application/X-WWW-Form-Urlencoded; charset=UTF-8', 'POST', true],
    [JSON_TYPE, 'POST', false],
    [FORM_TYPE, 'PUT', false],
  ])('%s by %s gets a page: %s', (type, method, page) => {
    const headers = { 'Content-Type': type };
    expect(isFormPost(new Request(ENDPOINT, { method, headers }))).toBe(page);
  });
});
