import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NAME_MAX_LENGTH, parseSignup, SIGNUP_ERRORS } from '../../src/waitlist/shared/contract.ts';
import { MESSAGES, shownError } from '../../src/waitlist/shared/messages.ts';

const ana = { firstName: 'Ana', lastName: 'Lee', phone: '(555) 123-4567' };
const errorOf = (input: unknown) => {
  const parsed = parseSignup(input);
  return parsed.ok ? undefined : SIGNUP_ERRORS[parsed.code];
};

describe('the rules for a signup', () => {
  test('names are trimmed and the phone is ten digits', () => {
    expect(parseSignup({ ...ana, firstName: '  Ana ', referralCode: 'FFFFFFEabcDEF12' })).toEqual({
      ok: true,
      value: {
        firstName: 'Ana',
        lastName: 'Lee',
        phone: '5551234567',
        referralCode: 'FFFFFFEabcDEF12',
      },
    });
  });

  test.each(['firstName', 'lastName', 'phone'])('an empty %s is named first', (field) => {
    for (const empty of ['', '  \t', undefined, null, 7, ['x'], {}]) {
      const typed = { firstName: 'A', lastName: 'B', phone: '1', [field]: empty };
      expect(errorOf(typed)).toBe('Please fill in all fields');
      expect(parseSignup(typed)).toMatchObject({ fields: [field] });
    }
  });

  test.each(['\u200b', '\u0301\u0323', '\u0000\u0085', '\u202e\u2066', '\u3164', '\u2800 \ufeff'])(
    'a name with nothing to see in it (%j) is an empty one',
    (name) => {
      expect(errorOf({ ...ana, firstName: name })).toBe('Please fill in all fields');
      expect(errorOf({ ...ana, lastName: name })).toBe('Please fill in all fields');
    },
  );

  test.each(['李小龍', 'ليلى', '👩🏽‍🚀', 'Zoë\u0301\u0323', 'می‌خواهم', "O'Neil-{x} $&", '7'])(
    'the name %s stays as she wrote it',
    (name) => {
      expect(parseSignup({ ...ana, firstName: name, lastName: name })).toMatchObject({
        value: { firstName: name, lastName: name },
      });
    },
  );

  test('a name keeps no control characters, and a pasted tab or line break as a space', () => {
    const names = { firstName: '\u0000An\u001ba\tMaria\u0007 ', lastName: '\u009bLee\nIto\u007f' };
    expect(parseSignup({ ...ana, ...names })).toMatchObject({
      value: { firstName: 'Ana Maria', lastName: 'Lee Ito' },
    });
  });

  test('a name may be as long as the field lets it, and no longer', () => {
    const longest = 'x'.repeat(NAME_MAX_LENGTH);
    expect(errorOf({ ...ana, firstName: ` ${longest} ` })).toBeUndefined();
    expect(errorOf({ ...ana, lastName: `${longest}x` })).toBe(SIGNUP_ERRORS.name_too_long);
    expect(errorOf({ ...ana, lastName: `${longest}x`, phone: '1' })).toBe(
      'Please enter a valid 10-digit phone number',
    );
  });

  test.each(['', 'nobody', 'FFFFFFE', 'ffffffeabcdef12', 'FFFFFFEabcDEF12;', 12, {}])(
    'a malformed referral code (%s) is left out and stops nobody',
    (referralCode) => {
      const parsed = parseSignup({ ...ana, referralCode });
      expect(parsed).toMatchObject({ ok: true });
      expect(parsed.ok && parsed.value.referralCode).toBeUndefined();
    },
  );

  test('anything at all is read without an exception', () => {
    fc.assert(
      fc.property(fc.anything(), (input) => {
        expect(parseSignup(input).ok).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('what she reads', () => {
  test('two sentences are put in her words, all others are shown as given', () => {
    expect(shownError('Phone number already registered')).toBe(
      'This phone number is already on the waitlist!',
    );
    expect(shownError('Rate limit exceeded')).toBe(MESSAGES.limited);
    expect(shownError('The list is full')).toBe('The list is full');
    expect(shownError('constructor')).toBe('constructor');
  });
});
