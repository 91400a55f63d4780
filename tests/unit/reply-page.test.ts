import { expect, test, vi } from 'vitest';
import { type Outcome, refusal } from '../../netlify/http/outcome.ts';
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
const succeeded = <Body>(body: Body): Outcome<Body & { success: true }> => ({
  outcome: 'joined',
  status: 200,
  body: { ...body, success: true },
  input: ana,
});

test('a form of a visitor who joined gets position and links, and one who was admitted the link', async () => {
  const joined = succeeded({ position: 1234, ...statusKey });
  const statusLink = `${origin}/#spot=Xpwq6abDE1.abcDEF1234`;
  const filled = { firstName: 'Ana', position: '1,234', digits: '4', link, statusLink };
  const position = { page: 'position.html', home: '/', ...statusKey, ...filled };
  expect(await read(signupPage(joined, origin))).toEqual(position);
  const admitted = succeeded({ admitted: true as const, referralCount: 0, ...statusKey });
  const page = { page: 'admitted.html', home: '/', link };
  expect(await read(signupPage(admitted, origin))).toEqual(page);
});

test('a form that is refused comes again with what was entered, and a way home with its referrer', async () => {
  const refused = (input: unknown) =>
    signupPage({ ...refusal('invalid_phone'), input, idempotencyKey: 'made-for-it' }, origin);
  const form = { page: 'form.html', error: ERRORS.invalid_phone, idempotencyKey: 'made-for-it' };
  const { source, ...names } = ana;
  expect(await read(refused(names))).toEqual({ ...form, ...names, firstName: 'Ana', home: '/' });
  const invited = { referralCode: 'Xpwq6abDE1', source };
  const home = '/?ref=Xpwq6abDE1&#38;from=ig';
  expect(await read(refused({ ...invited, phone: 7 }))).toEqual({ ...form, home, ...invited });
});

test('a form to leave gets the page for who has left, also when it is sent a second time', async () => {
  const left = { page: 'left.html', home: '/' };
  expect(await read(leavePage({ ...succeeded({}), input: statusKey }))).toEqual(left);
  expect(await read(leavePage({ ...refusal('unknown_member'), input: statusKey }))).toEqual(left);
  const kept = { page: 'not-left.html', home: '/', error: ERRORS.unavailable, ...statusKey };
  expect(await read(leavePage({ ...refusal('unavailable'), input: statusKey }))).toEqual(kept);
});

const FORM = '<input name="firstName"><input name="phone"><input name="consent" value="1a2b3c4d">';

test.each<[ErrorCode, Field[] | undefined, consent: string, marked: string[][]]>([
  ['empty_field', ['firstName', 'phone'], '', [['invalid', 'autofocus'], ['invalid'], []]],
  ['invalid_phone', ['phone'], '', [[], ['invalid', 'autofocus'], []]],
  ['phone_registered', undefined, '1a2b3c4d', [[], ['invalid', 'autofocus'], ['checked']]],
  ['unavailable', undefined, '4d3c2b1a', [[], [], []]],
])('after %s of %j the form marks these fields and keeps the tick', (...row) => {
  const [code, fields, consent, marked] = row;
  const outcome = { ...refusal(code), ...(fields && { fields }), input: { consent } };
  const page = markFields(FORM, outcome);
  const marks = (tag: string) =>
    ['invalid', 'autofocus', 'checked'].filter((mark) => tag.includes(mark));
  expect(page.split('<').slice(1).map(marks)).toEqual(marked);
});
