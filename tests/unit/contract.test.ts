import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseSignup, SIGNUP_ERRORS } from '../../src/waitlist/shared/contract.ts';
import { MESSAGES, shownError } from '../../src/waitlist/shared/messages.ts';

const ana = { firstName: 'Ana', lastName: 'Lee', phone: '(555) 123-4567' };
const errorOf = (input: unknown) => {
  const parsed = parseSignup(input);
  return parsed.ok ? undefined : SIGNUP_ERRORS[parsed.code];
};

describe('a signup', () => {
  test('is read with trimmed names, ten digits, and what else is well formed', () => {
    const referralCode = 'FFFFFFEabcDEF12';
    const value = { ...ana, phone: '5551234567', referralCode, consent: '1a2b3c4d', source: 'ig' };
    const sent = { ...value, ...ana, firstName: '  Ana ', source: 'IG', more: 1 };
    expect(parseSignup(sent)).toEqual({ ok: true, value });
    const malformed = { referralCode: `${referralCode};`, consent: 'on', source: 7 };
    const plain = { ...ana, phone: '5551234567' };
    expect(parseSignup({ ...ana, ...malformed })).toEqual({ ok: true, value: plain });
  });

  test.each(['firstName', 'lastName', 'phone'])('without %s names that first', (field) => {
    for (const empty of ['', '  \t', undefined, null, 7, ['x'], {}]) {
      const typed = { firstName: 'A', lastName: 'B', phone: '1', [field]: empty };
      expect(errorOf(typed)).toBe(SIGNUP_ERRORS.empty_field);
      expect(parseSignup(typed)).toMatchObject({ fields: [field] });
    }
    expect(parseSignup({})).toMatchObject({ fields: ['firstName', 'lastName', 'phone'] });
  });

  test('with a wrong phone and a long name names the phone first', () => {
    const lastName = 'x'.repeat(51);
    expect(parseSignup({ ...ana, lastName, phone: '1' })).toMatchObject({ fields: ['phone'] });
    expect(errorOf({ ...ana, lastName })).toBe(SIGNUP_ERRORS.name_too_long);
    expect(errorOf({ ...ana, firstName: ` ${'x'.repeat(50)} ` })).toBeUndefined();
  });

  test.each(['\u200b', '\u0301\u0323', '\u0000\u0085', '\u202e\u2066', '\u3164', '\u2800 \ufeff'])(
    'with nothing to see in a name (%j) has an empty one',
    (name) => {
      expect(errorOf({ ...ana, firstName: name })).toBe(SIGNUP_ERRORS.empty_field);
      expect(errorOf({ ...ana, lastName: name })).toBe(SIGNUP_ERRORS.empty_field);
    },
  );

  test.each([
    ...['李小龍', 'ليلى', '👩🏽‍🚀', 'Zoë\u0301\u0323', 'می‌خواهم', "O'Neil-{x} $&", '7'].map(
      (it) => [it, it],
    ),
    ['\u0000An\u001ba\tMaria\u0007 ', 'Ana Maria'],
    ['\u009bLee\nIto\u007f', 'Lee Ito'],
  ])('keeps the name %j but its control characters', (typed = '', name = '') => {
    const value = { firstName: name, lastName: name };
    const sent = { ...ana, firstName: typed, lastName: typed };
    expect(parseSignup(sent)).toMatchObject({ value });
  });

  test('is read without an exception, whatever is sent', () => {
    const property = fc.property(fc.anything(), (input) => {
      expect(parseSignup(input).ok).toBe(false);
    });
    fc.assert(property, { numRuns: 2000 });
  });
});

test('two sentences of the function are told in the words of the copy, all others as given', () => {
  expect(shownError(SIGNUP_ERRORS.phone_registered)).toBe(MESSAGES.registered);
  expect(shownError(SIGNUP_ERRORS.rate_limited)).toBe(MESSAGES.limited);
  for (const other of ['The list is full', 'constructor']) expect(shownError(other)).toBe(other);
});
