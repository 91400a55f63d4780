import { describe, expect, test } from 'vitest';
import { MAX_BODY_BYTES } from '../../netlify/http/read-request.ts';
import { SECURITY_HEADERS } from '../../netlify/http/security-headers.ts';
import { KEYS } from '../../netlify/queue/keys.ts';
import { ENDPOINT, freshSite, SITE } from '../support/call-function.ts';
import { person } from '../support/waitlist.ts';

const { waitlist, site } = freshSite();

const JSON_TYPE = { 'Content-Type': 'application/json' };
function post(body: BodyInit | null, headers: Record<string, string> = JSON_TYPE) {
  // The DOM's types do not know `duplex`, without which Node sends no stream.
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', headers, body, duplex: 'half' };
  return site.call(new Request(ENDPOINT, init));
}

describe('what is taken', () => {
  test.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
    '%s is answered with what to send instead',
    async (method) => {
      const { status, headers, body } = await site.call(new Request(ENDPOINT, { method }));
      expect(status).toBe(405);
      expect(headers.get('Allow')).toBe('POST');
      expect(body).toEqual({ success: false, error: 'Please send this form with POST' });
    },
  );

  test.each([undefined, 'text/plain', 'multipart/form-data; boundary=x', 'application/jsonp'])(
    'a body of type %s is not read',
    async (type) => {
      const { phone, firstName, lastName } = person();
      const bytes = new TextEncoder().encode(JSON.stringify({ phone, firstName, lastName }));
      const { status, body } = await post(bytes, type ? { 'Content-Type': type } : {});
      expect(status).toBe(415);
      expect(body).toEqual({
        success: false,
        error: 'Please send this form as JSON or as a form',
      });
      expect(await waitlist.redis.dbsize()).toBe(0);
    },
  );

  test.each(['application/json;charset=utf-8', 'Application/JSON ; x=y'])(
    'a body of type %s is JSON',
    async (type) => {
      expect((await site.press(person({ headers: { 'Content-Type': type } }))).status).toBe(200);
    },
  );

  test.each(['', '{', "{'a':1}", 'firstName=Ana', '{"phone":"\u0000"}', 'NaN', null])(
    'the body %j is no JSON',
    async (text) => {
      const { status, body } = await post(text);
      expect(status).toBe(400);
      expect(body).toEqual({ success: false, error: 'That was not valid JSON' });
    },
  );

  test.each(['null', '[]', '7', '"Ana"', 'true', '{"firstName":{"toString":1},"__proto__":{}}'])(
    'JSON that is no signup, %s, is one with nothing filled in',
    async (text) => {
      const { status, body } = await post(text);
      expect(status).toBe(400);
      expect(body).toEqual({ success: false, error: 'Please fill in all fields' });
    },
  );
});

describe('how much is taken', () => {
  const ana = JSON.stringify({ firstName: 'Ana', lastName: 'Lee', phone: '5551234567' });
  const longest = ana.padEnd(MAX_BODY_BYTES);
  const tooLong = `${longest} `;
  const streamed = (text: string) => new Blob([text]).stream();

  test('8192 bytes are not too much', async () => {
    expect(MAX_BODY_BYTES).toBe(8192);
    expect((await post(longest)).status).toBe(200);
    expect((await post(streamed(longest))).status).toBe(200);
    expect(await waitlist.redis.hlen(KEYS.members)).toBe(1);
  });

  test.each([
    ['at once', () => post(tooLong)],
    ['with its length', () => post(tooLong, { ...JSON_TYPE, 'Content-Length': '8193' })],
    ['with a false length', () => post(tooLong, { ...JSON_TYPE, 'Content-Length': '99' })],
    ['in pieces', () => post(streamed(tooLong))],
    ['in few characters', () => post(JSON.stringify('€'.repeat(2731)))],
  ])('more is, sent %s', async (_, send) => {
    const { status, body } = await send();
    expect(status).toBe(413);
    expect(body).toEqual({ success: false, error: 'That was too much to send' });
    expect(await waitlist.redis.dbsize()).toBe(0);
  });

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
    expect((await post(endless)).status).toBe(413);
    expect(cancelled).toBe(true);
    expect(pulled).toBeLessThan(20);
  });
});

describe('where it may come from', () => {
  test.each<Record<string, string>>([
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { 'Sec-Fetch-Site': 'cross-site', Origin: SITE },
    { Origin: 'https://evil.example' },
    { Origin: 'https://fabio.example.evil.example' },
    { Origin: 'http://fabio.example' },
    { Origin: 'https://fabio.example:8443' },
    { Origin: 'null' },
  ])("another site's page signs nobody up: %j", async (headers) => {
    const { status, body } = await site.press(person({ headers }));
    expect(status).toBe(403);
    expect(body).toEqual({ success: false, error: 'Please join on our own page' });
    expect(await waitlist.redis.dbsize()).toBe(0);
  });

  test.each<Record<string, string>>([
    {},
    { 'Sec-Fetch-Site': 'same-origin' },
    { 'Sec-Fetch-Site': 'none' },
    { 'Sec-Fetch-Site': 'same-origin', Origin: SITE },
    { Origin: SITE },
  ])('our own page does: %j', async (headers) => {
    expect((await site.press(person({ headers }))).status).toBe(200);
  });
});

describe('every answer', () => {
  test.each([
    ['a success', 200, () => site.press(person())],
    ['a mistake', 400, () => site.press(person({ phone: '1' }))],
    ['a refusal', 405, () => site.call(new Request(ENDPOINT))],
    ["another site's", 403, () => site.press(person({ headers: { Origin: 'null' } }))],
  ])('of %s (%i) is safe, ours alone and never kept', async (_, expected, send) => {
    const { status, headers } = await send();
    expect(status).toBe(expected);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'no-store',
    });
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
      expect(headers.get(name)).toBe(value);
    }
    expect(headers.has('Access-Control-Allow-Origin')).toBe(false);
    expect(headers.has('Set-Cookie')).toBe(false);
  });
});
