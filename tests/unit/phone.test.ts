import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { editPhone, formatPhone, parsePhone } from '../../src/waitlist/shared/phone.ts';

/** What may stand for a number anywhere, and what comes close to one. */
const numberLike = fc.stringMatching(/^[ ([]{0,16}[+＋]?[\d ().+eE-]{0,20}$/);

/** A field that is edited as a browser edits one; `|` marks the caret. */
class Field {
  value = '';
  caret = 0;

  constructor(shown = '|') {
    this.caret = shown.indexOf('|');
    this.value = shown.replace('|', '');
  }

  get shown() {
    return `${this.value.slice(0, this.caret)}|${this.value.slice(this.caret)}`;
  }

  private change(from: number, to: number, text: string, inputType: string) {
    const value = this.value.slice(0, from) + text + this.value.slice(to);
    const edit = { previous: this.value, value, caret: from + text.length, inputType };
    Object.assign(this, editPhone(edit));
    return this;
  }

  type(text: string) {
    for (const key of text) this.change(this.caret, this.caret, key, 'insertText');
    return this;
  }

  paste(text: string) {
    return this.change(this.caret, this.caret, text, 'insertFromPaste');
  }

  autofill(text: string) {
    return this.change(0, this.value.length, text, '');
  }

  backspace() {
    return this.change(Math.max(0, this.caret - 1), this.caret, '', 'deleteContentBackward');
  }

  delete() {
    return this.change(this.caret, this.caret + 1, '', 'deleteContentForward');
  }
}

describe('the phone number as it is typed', () => {
  test.each([
    ['', '|'],
    ['5', '(5|'],
    ['555', '(555|'],
    ['5551', '(555) 1|'],
    ['555123', '(555) 123|'],
    ['5551234', '(555) 123-4|'],
    ['5551234567', '(555) 123-4567|'],
    ['55512345678', '(555) 123-4567|'],
    ['555-123.4567', '(555) 123-4567|'],
  ])('%s shows as %s', (typed, shown) => {
    expect(new Field().type(typed).shown).toBe(shown);
  });

  test.each(['+1 555 123 4567', '15551234567', '(555) 123-4567'])(
    'autofill of %s is the same number',
    (given) => {
      const field = new Field('(99|').autofill(given);
      expect(field.shown).toBe('(555) 123-4567|');
    },
  );

  test('a digit typed in the middle keeps the caret beside it', () => {
    expect(new Field('(55|1) 234').type('9').shown).toBe('(559|) 123-4');
    expect(new Field('(555|) 123-456').type('9').shown).toBe('(555) 9|12-3456');
  });

  test('a full field takes no more, wherever the caret is', () => {
    expect(new Field('(55|5) 123-4567').type('9').shown).toBe('(55|5) 123-4567');
  });

  test.each([
    ['+44 7911 123456', '+44 7911 12345'],
    ['07911123456', '07911123456'],
    ['+47 22 34 56 78', '+47 22 34 56 7'],
    ['2.0007358E+09', '2.0007358E+09'],
    ['(555) 123-45678', '55512345678'],
    ['+1 (555) 123-45678', '+155512345678'],
    ['call +47 22 34 56 78', 'call +47 22 34'],
  ])('%s is none, and stays what it is', (given, shown) => {
    expect(new Field().paste(given).value).toBe(shown);
    expect(new Field('(55|').autofill(given).value).toBe(shown);
    expect(parsePhone(given)).toBeUndefined();
    expect(parsePhone(shown)).toBeUndefined();
  });

  test('a foreign number is none while it is typed, and takes 14 characters', () => {
    const field = new Field().type('+47 22');
    expect(field.shown).toBe('+47 22|');
    expect(field.type(' 34 56 78').shown).toBe('+47 22 34 56 7|');
    field.caret = 3;
    expect(field.type('9').shown).toBe('+47| 22 34 56 7');
  });

  test('a country code of 1 is dropped as soon as a digit follows', () => {
    const field = new Field().type('+1 ');
    expect(field.shown).toBe('+1 |');
    expect(field.type('(5').shown).toBe('(5|');
    expect(field.type('55) 123-4567').shown).toBe('(555) 123-4567|');
  });

  test('a longer number that is corrected to ten digits is formatted again', () => {
    expect(new Field().paste('55512345678').backspace().shown).toBe('(555) 123-4567|');
    expect(new Field('5|5512345678').type('').backspace().shown).toBe('|(551) 234-5678');
  });

  test('a paste that makes a started number too long cuts nothing off', () => {
    expect(new Field('(55|5').paste('1234567890').shown).toBe('(551234567890|5');
  });

  test.each([
    ['backspace', '(555) |123-4567', '(55|1) 234-567'],
    ['backspace', '(555) 123-|4567', '(555) 12|4-567'],
    ['backspace', '(555) 1|', '(555|'],
    ['backspace', '(|555) 123', '|(555) 123'],
    ['delete', '(555|) 123-4567', '(555|) 234-567'],
    ['delete', '(555) 123|-4567', '(555) 123|-567'],
    ['delete', '|(555) 123-4567', '|(551) 234-567'],
  ] as const)('%s at %s takes the digit beside the separator', (press, before, after) => {
    expect(new Field(before)[press]().shown).toBe(after);
  });

  test('ten presses of backspace empty a full field', () => {
    const field = new Field('(555) 123-4567|');
    for (let press = 0; press < 10; press += 1) field.backspace();
    expect(field.shown).toBe('|');
  });

  test('after any edits it shows ten digits or less, formatted, or else no phone, in 14 characters', () => {
    const edit = fc.oneof(
      fc.record({
        act: fc.constant('type' as const),
        text: fc.stringMatching(/^[0-9 ()+-]{1,3}$/),
      }),
      fc.record({ act: fc.constant('paste' as const), text: fc.oneof(numberLike, fc.string()) }),
      fc.record({ act: fc.constantFrom('backspace' as const, 'delete' as const) }),
      fc.record({ act: fc.constant('move' as const), to: fc.nat(14) }),
    );
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 30 }), (edits) => {
        const field = new Field();
        for (const step of edits) {
          if (step.act === 'move') field.caret = Math.min(step.to, field.value.length);
          else if (step.act === 'type' || step.act === 'paste') field[step.act](step.text);
          else field[step.act]();
          const digits = field.value.replace(/\D/g, '');
          if (parsePhone(field.value)) expect(field.value).toBe(formatPhone(digits));
          expect(field.value.length).toBeLessThanOrEqual(14);
          expect(field.caret).toBeLessThanOrEqual(field.value.length);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test('what is pasted is a phone in the field only where it was one before', () => {
    fc.assert(
      fc.property(numberLike, (text) => {
        expect(parsePhone(new Field().paste(text).value)).toBe(parsePhone(text));
      }),
      { numRuns: 5000 },
    );
  });
});

describe('what a phone number is', () => {
  test.each(['1-555-123-4567', 'tel:+1-555-123-4567', ' 555.123.4567 '])('%s is one', (text) =>
    expect(parsePhone(text)).toBe('5551234567'),
  );

  test.each([
    '',
    '555123456',
    '55512345678',
    '(+47) 22 34 56 78',
    '＋47 22 34 56 78',
    '+1 555 123 456',
    '+1 555 123 45678',
    'call me',
    '٥٥٥١٢٣٤٥٦٧',
    '５５５１２３４５６７',
  ])('%s is none', (text) => expect(parsePhone(text)).toBeUndefined());

  test('any ten digits are, formatted or with a country code', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{10}$/), (digits) => {
        const formatted = formatPhone(digits);
        for (const text of [digits, formatted, `+1${digits}`, `1 ${formatted}`]) {
          expect(parsePhone(text)).toBe(digits);
        }
      }),
    );
  });
});
