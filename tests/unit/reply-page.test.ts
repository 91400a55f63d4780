import { expect, test, vi } from 'vitest';
import type { Sent } from '../../netlify/http/read-request.ts';
import { leavePage, markFields, signupPage } from '../../netlify/http/reply-page.ts';
import type { Field } from '../../src/waitlist/shared/contract.ts';
import { type ErrorCode, MESSAGES } from '../../src/waitlist/shared/messages.ts';

const PLACEHOLDERS =
  'home error idempotencyKey firstName lastName phone referralCode source link position length statusLink statusToken';
// Replaces the pages, which are built after these tests.
vi.mock('../../netlify/http/read-built.ts', () => ({
  readBuilt: async (page: string) =>
    JSON.stringify({
      page,
      ...Object.fromEntries(PLACEHOLDERS.split(' ').map((name) => [name, `{${name}}`])),
      sms: '%7BlastName%7D',
    }),
}));

/** A reply's page, and the values that filled its placeholders. */
async function read(response: Promise<Response>): Promise<object> {
  const values = Object.entries(await (await response).json());
  const isFilled = (value: unknown) => value && !/^\{\w+\}$/.test(String(value));
  return Object.fromEntries(values.filter(([, value]) => isFilled(value)));
}

const origin = 'https://fabio.example';
const statusKey = { referralCode: 'Xpwq64k2m7', statusToken: 'abcDEF1234' };
const link = `${origin}/?ref=Xpwq64k2m7`;
const ana = { firstName: ' Ana ', lastName: 'Lee', source: 'ig' };
const sent = (input: unknown, keySource: Sent['keySource'] = 'request'): Sent => {
  return { input, idempotencyKey: 'the-key-of-the-form', keySource };
};
const refused = (code: ErrorCode) => ({ ok: false as const, code });
const joined = { ok: true as const, position: 1234, ...statusKey };

test('I read my position, or that I was admitted, and get my links', async () => {
  const statusLink = `${origin}/#spot=Xpwq64k2m7.abcDEF1234`;
  const filled = { home: '/', firstName: 'Ana', ...statusKey, link, statusLink };
  const position = { page: 'position.html', position: '1,234', length: '5', ...filled };
  expect(await read(signupPage(joined, sent(ana), origin))).toEqual(position);
  const admitted = { ok: true as const, admitted: true as const, referralCount: 0, ...statusKey };
  const page = { page: 'admitted.html', length: '0', ...filled };
  expect(await read(signupPage(admitted, sent(ana), origin))).toEqual(page);
});

test('after an error the form has what I entered as text, and the way home keeps my referrer', async () => {
  const reply = (input: unknown) => signupPage(refused('invalid_phone'), sent(input), origin);
  const error = MESSAGES.invalid_phone;
  const form = { page: 'form.html', error, idempotencyKey: 'the-key-of-the-form' };
  const { source, firstName } = ana;
  const lastName = '{source}&#34;&#62;&#60;i&#62;&#39;&#38; $&#38;';
  const sms = '%7Bsource%7D%22%3E%3Ci%3E&#39;%26%20%24%26';
  const filled = { ...form, firstName: 'Ana', lastName, sms, home: '/' };
  expect(await read(reply({ firstName, lastName: `{source}"><i>'& $&` }))).toEqual(filled);
  const invited = { referralCode: 'SUMMER', source };
  const home = '/?ref=SUMMER&#38;from=ig';
  expect(await read(reply({ ...invited, phone: 7 }))).toEqual({ ...form, home, ...invited });
});

test('only a form without a key of its own gets its key in a cookie, for ten minutes, and that never comes back in the form', async () => {
  const cookie = async (keySource: Sent['keySource'], at = origin) =>
    (await signupPage(joined, sent(ana, keySource), at)).headers.get('Set-Cookie');
  expect(await cookie('request')).toBe(null);
  const value = 'idempotency-key=the-key-of-the-form; Path=/.netlify/functions/waitlist-signup';
  const rest = '; Max-Age=600; HttpOnly; SameSite=Strict';
  expect(await cookie('new')).toBe(`${value}${rest}; Secure`);
  expect(await cookie('cookie', 'http://localhost:4321')).toBe(value + rest);
  const form = await read(signupPage(refused('phone_registered'), sent(ana, 'cookie'), origin));
  expect(form).not.toHaveProperty('idempotencyKey');
});

test('I read that I have left, even if I press twice, or why I have not', async () => {
  const left = { page: 'left.html', home: '/', referralCode: statusKey.referralCode };
  expect(await read(leavePage({ ok: true }, sent(statusKey)))).toEqual(left);
  expect(await read(leavePage(refused('unknown_member'), sent(statusKey)))).toEqual(left);
  const kept = { page: 'not-left.html', home: '/', error: MESSAGES.unavailable, ...statusKey };
  expect(await read(leavePage(refused('unavailable'), sent(statusKey)))).toEqual(kept);
});

const FORM = '<input name="firstName"><input name="phone"><input name="consent" value="1a2b3c4d">';

test.each<[wrong: Field[], consent: string, marked: string[][]]>([
  [['firstName', 'phone'], '4d3c2b1a', [['invalid', 'autofocus'], ['invalid'], []]],
  [['phone'], '1a2b3c4d', [[], ['invalid', 'autofocus'], ['checked']]],
])('a form with wrong fields %j and the consent %s is marked accordingly', (...row) => {
  const [wrong, consent, marked] = row;
  const marks = (tag: string) =>
    ['invalid', 'autofocus', 'checked'].filter((mark) => tag.includes(mark));
  expect(markFields(FORM, wrong, consent).split('<').slice(1).map(marks)).toEqual(marked);
});
