import { expect, test, vi } from 'vitest';
import { markFields } from '../../netlify/http/mark-fields.ts';
import { type Outcome, refusal } from '../../netlify/http/outcome.ts';
import { signupPage } from '../../netlify/http/reply-page.ts';
import { ERRORS } from '../../src/waitlist/shared/contract.ts';

const BLANKS =
  'home error idempotencyKey firstName lastName phone referralCode source link position digits statusLink';
// The build, which comes after these tests, writes the pages.
vi.mock('../../netlify/http/read-built.ts', () => ({
  readBuilt: async (page: string) =>
    JSON.stringify({
      page,
      ...Object.fromEntries(BLANKS.split(' ').map((name) => [name, `{{${name}}}`])),
    }),
}));

/** The page of an answer, and its blanks that are filled. */
async function read(response: Promise<Response>): Promise<object> {
  const blanks = Object.entries(await (await response).json());
  return Object.fromEntries(blanks.filter(([, value]) => value !== ''));
}

const origin = 'https://fabio.example';
const statusKey = { referralCode: 'FFFFFFEabcDEF12', statusToken: 'abcDEF1234' };
const link = `${origin}/?ref=FFFFFFEabcDEF12`;
const ana = { firstName: ' Ana ', lastName: 'Lee', phone: '555', source: 'ig' };
const answered = <Answer>(answer: Answer, sent: unknown): Outcome<Answer & { success: true }> => ({
  ...{ name: '', status: 200, sent },
  answer: { ...answer, success: true },
});

test('a form of a visitor who joined gets position and links, and one who was admitted the link', async () => {
  const joined = answered({ position: 1234, ...statusKey }, ana);
  const statusLink = `${origin}/#spot=FFFFFFEabcDEF12.abcDEF1234`;
  const { referralCode } = statusKey;
  const filled = { firstName: 'Ana', position: '1,234', digits: '4', link, statusLink };
  const position = { page: 'position.html', home: '/', referralCode, ...filled };
  expect(await read(signupPage(joined, origin))).toEqual(position);
  const admitted = answered({ admitted: true as const, friendsJoined: 0, ...statusKey }, ana);
  const page = { page: 'admitted.html', home: '/', link };
  expect(await read(signupPage(admitted, origin))).toEqual(page);
});

test('a form that is refused comes again with what was typed, and a way home with its inviter', async () => {
  const refused = (sent: unknown) =>
    signupPage({ ...refusal('invalid_phone'), sent, idempotencyKey: 'made-for-it' }, origin);
  const form = { page: 'form.html', error: ERRORS.invalid_phone, idempotencyKey: 'made-for-it' };
  const { source, ...names } = ana;
  expect(await read(refused(names))).toEqual({ ...form, ...names, firstName: 'Ana', home: '/' });
  const invited = { referralCode: 'FFFFFFEabcDEF12', source };
  const home = '/?ref=FFFFFFEabcDEF12&amp;from=ig';
  expect(await read(refused({ ...invited, phone: 7 }))).toEqual({ ...form, home, ...invited });
});

const FORM = '<input name="firstName"><input name="phone"><input name="consent" value="1a2b3c4d">';

test.each([
  ['empty_field', ['firstName', 'phone'], '', [['invalid', 'autofocus'], ['invalid'], []]],
  ['invalid_phone', ['phone'], '', [[], ['invalid', 'autofocus'], []]],
  ['phone_registered', undefined, '1a2b3c4d', [[], ['invalid', 'autofocus'], ['checked']]],
  ['unavailable', undefined, '4d3c2b1a', [[], [], []]],
] as const)('after %s of %j the form marks these fields and keeps the tick', (...row) => {
  const [name, fields, consent, marked] = row;
  const outcome = { name, status: 400, answer: {}, sent: { consent } };
  const page = markFields(FORM, { ...outcome, fields: fields && [...fields] });
  const marks = (tag: string) =>
    ['invalid', 'autofocus', 'checked'].filter((it) => tag.includes(it));
  expect(page.split('<').slice(1).map(marks)).toEqual(marked);
});
