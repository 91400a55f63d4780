import { expect, test, vi } from 'vitest';
import type { Sent } from '../../netlify/http/read-request.ts';
import { leavePage, markFields, signupPage } from '../../netlify/http/reply-page.ts';
import type { Field } from '../../src/waitlist/shared/contract.ts';
import { ERRORS, type ErrorCode } from '../../src/waitlist/shared/messages.ts';

const PLACEHOLDERS =
  'home error idempotencyKey firstName lastName phone referralCode source link position digits statusLink statusToken';
// The build, which comes after these tests, writes the pages.
vi.mock('../../netlify/http/read-built.ts', () => ({
  readBuilt: async (page: string) =>
    JSON.stringify({
      page,
      ...Object.fromEntries(PLACEHOLDERS.split(' ').map((name) => [name, `{{${name}}}`])),
    }),
}));

/** The page of an answer, and its placeholders that are filled. */
async function read(response: Promise<Response>): Promise<object> {
  const values = Object.entries(await (await response).json());
  return Object.fromEntries(values.filter(([, value]) => value !== ''));
}

const origin = 'https://fabio.example';
const statusKey = { referralCode: 'Xpwq6abDE1', statusToken: 'abcDEF1234' };
const link = `${origin}/?ref=Xpwq6abDE1`;
const ana = { firstName: ' Ana ', lastName: 'Lee', phone: '555', source: 'ig' };
const sent = (input: unknown, hasOwnKey = true): Sent => {
  return { input, idempotencyKey: 'the-key-of-the-form', hasOwnKey };
};
const refused = (code: ErrorCode, fields?: Field[]) => {
  return { ok: false as const, code, ...(fields && { fields }) };
};
const joined = { ok: true as const, position: 1234, ...statusKey };

test('a form of a visitor who joined gets position and links, and one who was admitted the link', async () => {
  const statusLink = `${origin}/#spot=Xpwq6abDE1.abcDEF1234`;
  const filled = { firstName: 'Ana', position: '1,234', digits: '4', link, statusLink };
  const position = { page: 'position.html', home: '/', ...statusKey, ...filled };
  expect(await read(signupPage(joined, sent(ana), origin))).toEqual(position);
  const admitted = { ok: true as const, admitted: true as const, referralCount: 0, ...statusKey };
  const page = { page: 'admitted.html', home: '/', link };
  expect(await read(signupPage(admitted, sent(ana), origin))).toEqual(page);
});

test('a form that is refused comes again with what was entered, and a way home with its referrer', async () => {
  const answer = (input: unknown) => signupPage(refused('invalid_phone'), sent(input), origin);
  const error = ERRORS.invalid_phone;
  const form = { page: 'form.html', error, idempotencyKey: 'the-key-of-the-form' };
  const { source, ...names } = ana;
  expect(await read(answer(names))).toEqual({ ...form, ...names, firstName: 'Ana', home: '/' });
  const invited = { referralCode: 'SUMMER', source };
  const home = '/?ref=SUMMER&#38;from=ig';
  expect(await read(answer({ ...invited, phone: 7 }))).toEqual({ ...form, home, ...invited });
});

test('only a form without a key of its own gets its key in a cookie, for ten minutes', async () => {
  const cookie = async (hasOwnKey: boolean, at = origin) =>
    (await signupPage(joined, sent(ana, hasOwnKey), at)).headers.get('Set-Cookie');
  expect(await cookie(true)).toBe(null);
  const value = 'idempotency-key=the-key-of-the-form; Path=/.netlify/functions/waitlist-signup';
  const rest = '; Max-Age=600; HttpOnly; SameSite=Strict';
  expect(await cookie(false)).toBe(`${value}${rest}; Secure`);
  expect(await cookie(false, 'http://localhost:4321')).toBe(value + rest);
});

test('a form to leave gets the page for who has left, also when it is sent a second time', async () => {
  const left = { page: 'left.html', home: '/' };
  expect(await read(leavePage({ ok: true }, sent(statusKey)))).toEqual(left);
  expect(await read(leavePage(refused('unknown_member'), sent(statusKey)))).toEqual(left);
  const kept = { page: 'not-left.html', home: '/', error: ERRORS.unavailable, ...statusKey };
  expect(await read(leavePage(refused('unavailable'), sent(statusKey)))).toEqual(kept);
});

const FORM = '<input name="firstName"><input name="phone"><input name="consent" value="1a2b3c4d">';

test.each<[ErrorCode, Field[] | undefined, consent: string, marked: string[][]]>([
  ['empty_field', ['firstName', 'phone'], '', [['invalid', 'autofocus'], ['invalid'], []]],
  ['invalid_phone', ['phone'], '', [[], ['invalid', 'autofocus'], []]],
  ['phone_registered', undefined, '1a2b3c4d', [[], ['invalid', 'autofocus'], ['checked']]],
  ['unavailable', undefined, '4d3c2b1a', [[], [], []]],
])('after %s of %j the form marks these fields and keeps the tick', (...row) => {
  const [code, fields, consent, marked] = row;
  const page = markFields(FORM, refused(code, fields), { consent });
  const marks = (tag: string) =>
    ['invalid', 'autofocus', 'checked'].filter((mark) => tag.includes(mark));
  expect(page.split('<').slice(1).map(marks)).toEqual(marked);
});
