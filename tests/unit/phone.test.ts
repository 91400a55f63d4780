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

  paste = (text: string) => this.change(this.caret, this.caret, text, 'insertFromPaste');
  autofill = (text: string) => this.change(0, this.value.length, text, '');
  backspace = () =>
    this.change(Math.max(0, this.caret - 1), this.caret, '', 'deleteContentBackward');
  delete = () => this.change(this.caret, this.caret + 1, '', 'deleteContentForward');
}

describe('the phone field', () => {
  test.each<[what: string, edited: (field: Field) => Field, before: string, shown: string]>([
    ['shows nothing at first', (it) => it, '|', '|'],
    ['opens a bracket', (it) => it.type('5'), '|', '(5|'],
    ['waits with the separator for a digit', (it) => it.type('555'), '|', '(555|'],
    ['separates the exchange', (it) => it.type('5551'), '|', '(555) 1|'],
    ['separates the line', (it) => it.type('5551234'), '|', '(555) 123-4|'],
    ['takes no eleventh digit', (it) => it.type('55512345678'), '|', '(555) 123-4567|'],
    ['takes none in the middle either', (it) => it.type('9'), '(55|5) 123-4567', '(55|5) 123-4567'],
    ['takes other punctuation', (it) => it.type('555-123.4567'), '|', '(555) 123-4567|'],
    ['drops an autofilled +1', (it) => it.autofill('+1 555 123 4567'), '(99|', '(555) 123-4567|'],
    ['drops an autofilled 1', (it) => it.autofill('15551234567'), '(99|', '(555) 123-4567|'],
    ['shows a typed +1', (it) => it.type('+1 '), '|', '+1 |'],
    ['drops it at the next digit', (it) => it.type('+1 (555'), '|', '(555|'],
    ['keeps the caret beside its digit', (it) => it.type('9'), '(55|1) 234', '(559|) 123-4'],
    ['keeps it over a separator', (it) => it.type('9'), '(555|) 123-456', '(555) 9|12-3456'],
    ['leaves a foreign number', (it) => it.type('+47 22'), '|', '+47 22|'],
    ['takes 14 characters of it', (it) => it.type('+47 22 34 56 78'), '|', '+47 22 34 56 7|'],
    ['and none in its middle', (it) => it.type('9'), '+47| 22 34 56 7', '+47| 22 34 56 7'],
    ['cuts no long paste', (it) => it.paste('1234567890'), '(55|5', '(551234567890|5'],
    ['formats what was too long', (it) => it.backspace(), '5|5512345678', '|(551) 234-5678'],
    ['deletes the digit at a gap', (it) => it.backspace(), '(555) |123-4567', '(55|1) 234-567'],
    ['and at a dash', (it) => it.backspace(), '(555) 123-|4567', '(555) 12|4-567'],
    ['and the separator behind it', (it) => it.backspace(), '(555) 1|', '(555|'],
    ['and none at the bracket', (it) => it.backspace(), '(|555) 123', '|(555) 123'],
    ['deletes forward at a gap', (it) => it.delete(), '(555|) 123-4567', '(555|) 234-567'],
    ['and at a dash, too', (it) => it.delete(), '(555) 123|-4567', '(555) 123|-567'],
    ['and at the bracket', (it) => it.delete(), '|(555) 123-4567', '|(551) 234-567'],
  ])('%s', (_, edited, before, shown) => {
    expect(edited(new Field(before)).shown).toBe(shown);
  });

  test.each([
    ['+44 7911 123456', '+44 7911 12345'],
    ['07911123456', '07911123456'],
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

  test('shows ten digits or less, formatted, or else no phone, after any edits', () => {
    const edit = fc.oneof(
      fc.tuple(fc.constant('type' as const), fc.stringMatching(/^[0-9 ()+-]{1,3}$/)),
      fc.tuple(fc.constant('paste' as const), fc.oneof(numberLike, fc.string())),
      fc.tuple(fc.constantFrom('backspace' as const, 'delete' as const), fc.constant('')),
    );
    const edits = fc.array(fc.tuple(edit, fc.nat(14)), { maxLength: 30 });
    const property = fc.property(edits, (all) => {
      const field = new Field();
      for (const [[act, text], caret] of all) {
        field[act](text);
        const digits = field.value.replace(/\D/g, '');
        if (parsePhone(field.value)) expect(field.value).toBe(formatPhone(digits));
        expect(field.value.length).toBeLessThanOrEqual(14);
        expect(field.caret).toBeLessThanOrEqual(field.value.length);
        if (caret < field.value.length) field.caret = caret;
      }
    });
    fc.assert(property, { numRuns: 2000 });
  });

  test('makes a phone only of what was one before it was pasted', () => {
    const property = fc.property(numberLike, (text) => {
      expect(parsePhone(new Field().paste(text).value)).toBe(parsePhone(text));
    });
    fc.assert(property, { numRuns: 5000 });
  });
});

test.each(['1-555-123-4567', 'tel:+1-555-123-4567', ' 555.123.4567 ', '+1 (555) 123-4567'])(
  '%s is a phone number',
  (text) => expect(parsePhone(text)).toBe('5551234567'),
);

test.each([
  ...['', '555123456', '55512345678', '(+47) 22 34 56 78', '＋47 22 34 56 78', '+1 555 123 456'],
  ...['+1 555 123 45678', 'call me', '٥٥٥١٢٣٤٥٦٧', '５５５１２３４５６７', `${'+'.repeat(1e6)}1`],
])('%.20s is none', (text) => expect(parsePhone(text)).toBeUndefined());
