import { describe, expect, test } from 'vitest';
import { isFormPost, readRequest } from '../../netlify/http/read-request.ts';
import { ENDPOINT, SITE } from '../support/call-function.ts';

const code = 'FFFFFFEabcDEF12';
const FORM_TYPE = 'application/x-www-form-urlencoded';

const formPost = (body: string, headers: Record<string, string> = {}) =>
  new Request(ENDPOINT, {
    method: 'POST',
    headers: { 'Content-Type': FORM_TYPE, ...headers },
    body,
  });
const read = async (...form: Parameters<typeof formPost>) => {
  const result = await readRequest(formPost(...form));
  return result.ok ? result.body : result.code;
};

describe('a form sent without script', () => {
  test('is read as a browser writes it', async () => {
    expect(await read('firstName=Zo%C3%AB+%26+Co&lastName=&phone=%28555%29+123-4567')).toEqual({
      firstName: 'Zoë & Co',
      lastName: '',
      phone: '(555) 123-4567',
    });
  });

  test('has its inviter in the address of the page it stood on', async () => {
    const Referer = `${SITE}/?utm=x&ref=${code}`;
    expect(await read('firstName=Ana', { Referer })).toEqual({
      firstName: 'Ana',
      referralCode: code,
    });
  });

  test('or, on the page that answers a mistake, in a field of its own', async () => {
    expect(await read(`referralCode=${code}`, { Referer: ENDPOINT })).toEqual({
      referralCode: code,
    });
  });

  test.each(['', 'about:blank', 'not an address', SITE, `${SITE}/?ref=nobody`])(
    'has no inviter when it comes from %j',
    async (Referer) => {
      expect(await read('firstName=Ana', { Referer })).toEqual({ firstName: 'Ana' });
    },
  );

  test('is held to the same size and the same site', async () => {
    expect(await read('x'.repeat(8193))).toBe('too_large');
    expect(await read('x', { 'Sec-Fetch-Site': 'cross-site' })).toBe('cross_site');
  });

  test.each([
    [FORM_TYPE, 'POST', true],
    ['Application/X-WWW-Form-Urlencoded; charset=UTF-8', 'POST', true],
    ['application/json', 'POST', false],
    [FORM_TYPE, 'PUT', false],
  ])('%s by %s gets a page: %s', (type, method, page) => {
    expect(isFormPost(new Request(ENDPOINT, { method, headers: { 'Content-Type': type } }))).toBe(
      page,
    );
  });
});
