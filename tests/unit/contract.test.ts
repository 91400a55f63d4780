import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseSignup, SIGNUP_ERRORS } from '../../src/waitlist/shared/contract.ts';
import { MESSAGES, shownError } from '../../src/waitlist/shared/messages.ts';

const ana = { firstName: 'Ana', lastName: 'Lee', phone: '5551234567' };

test('a signup has trimmed names, ten digits, and of the rest what is well formed', () => {
  const rest = { referralCode: 'FFFFFFEabcDEF12', consent: '1a2b3c4d', source: 'ig' };
  const sent = { ...rest, firstName: '  Ana ', lastName: 'Lee', phone: '(555) 123-4567' };
  const read = parseSignup({ ...sent, source: 'IG', more: 1 });
  expect(read).toEqual({ ok: true, value: { ...ana, ...rest } });
  const malformed = { referralCode: 'FFFFFFEabcDEF12;', consent: 'on', source: 7 };
  expect(parseSignup({ ...ana, ...malformed })).toEqual({ ok: true, value: ana });
});

test.each(['firstName', 'lastName', 'phone'])(
  'an empty %s is told before a wrong phone',
  (field) => {
    for (const empty of ['', '  \t', undefined, null, 7, ['x'], {}]) {
      const typed = { ...ana, phone: '1', [field]: empty };
      expect(parseSignup(typed)).toEqual({ ok: false, code: 'empty_field', fields: [field] });
    }
  },
);

test('all empty fields are told at once, and a wrong phone before a long name', () => {
  const fields = ['firstName', 'lastName', 'phone'];
  expect(parseSignup({})).toEqual({ ok: false, code: 'empty_field', fields });
  const long = { firstName: 'x'.repeat(51), lastName: 'x'.repeat(51) };
  const wrong = parseSignup({ ...ana, ...long, phone: '1' });
  expect(wrong).toEqual({ ok: false, code: 'invalid_phone', fields: ['phone'] });
  const { code, fields: tooLong } = { code: '', fields: [], ...parseSignup({ ...ana, ...long }) };
  expect([code, tooLong]).toEqual(['name_too_long', ['firstName', 'lastName']]);
});

test.each(['\u200b', '\u0301\u0323', '\u0000\u0085', '\u202e\u2066', '\u3164', '\u2800 \ufeff'])(
  'the name %j has nothing to see, and is empty',
  (name) => {
    const fields = ['firstName', 'lastName'];
    expect(parseSignup({ ...ana, firstName: name, lastName: name })).toMatchObject({ fields });
  },
);

test.each([
  ...['李小龍', 'ليلى', '👩🏽‍🚀', 'Zoë\u0301\u0323', 'می‌خواهم', "O'Neil-{x} $&", '7'].map(
    (name) => [name, name],
  ),
  ['\u0000An\u001ba\tMaria\u0007 ', 'Ana Maria'],
  ['\u009bLee\nIto\u007f', 'Lee Ito'],
])('of the name %j only control characters are lost', (typed = '', name = '') => {
  const value = { firstName: name, lastName: name };
  expect(parseSignup({ ...ana, firstName: typed, lastName: typed })).toMatchObject({ value });
});

test('whatever is sent is read without an exception', () => {
  const property = fc.property(fc.anything(), (input) => void parseSignup(input));
  fc.assert(property, { numRuns: 2000 });
});

test('visitors read two sentences in the words of the copy, and all others as they are sent', () => {
  expect(shownError(SIGNUP_ERRORS.phone_registered)).toBe(MESSAGES.registered);
  expect(shownError(SIGNUP_ERRORS.rate_limited)).toBe(MESSAGES.limited);
  for (const other of ['The list is full', 'constructor']) expect(shownError(other)).toBe(other);
});
