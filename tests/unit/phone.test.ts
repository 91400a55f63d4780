import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { editPhone, formatPhone, phoneDigits } from '../../src/waitlist/shared/phone.ts';

/** A field that is edited as a browser edits one; `|` marks the caret. */
class Field {
  value = '';
  caret = 0;
  digits = '';

  constructor(shown = '|') {
    this.caret = shown.indexOf('|');
    this.value = shown.replace('|', '');
    this.digits = phoneDigits(this.value);
  }

  get shown() {
    return `${this.value.slice(0, this.caret)}|${this.value.slice(this.caret)}`;
  }

  private change(from: number, to: number, text: string, inputType: string) {
    const value = this.value.slice(0, from) + text + this.value.slice(to);
    const edit = { previous: this.digits, value, caret: from + text.length, inputType };
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

  test.each([
    '+1 555 123 4567',
    '15551234567',
    '(555) 123-4567',
    '555 123 4567',
    '+1 (555) 123-4567',
  ])('autofill of %s is the same number', (given) => {
    const field = new Field('(99|').autofill(given);
    expect(field.shown).toBe('(555) 123-4567|');
    expect(field.digits).toBe('5551234567');
  });

  test('a digit typed in the middle keeps the caret beside it', () => {
    expect(new Field('(55|1) 234').type('9').shown).toBe('(559|) 123-4');
    expect(new Field('(555|) 123-456').type('9').shown).toBe('(555) 9|12-3456');
  });

  test('a full field takes no more, wherever the caret is', () => {
    expect(new Field('(55|5) 123-4567').type('9').shown).toBe('(55|5) 123-4567');
  });

  test('a paste into the middle of a started number keeps the first ten digits', () => {
    expect(new Field('(55|5').paste('1234567890').value).toBe('(551) 234-5678');
  });

  test.each([
    ['(555) |123-4567', '(55|1) 234-567'],
    ['(555) 123-|4567', '(555) 12|4-567'],
    ['(555) 1|', '(555|'],
    ['(|555) 123', '|(555) 123'],
  ])('backspace at %s takes the digit before the separator', (before, after) => {
    expect(new Field(before).backspace().shown).toBe(after);
  });

  test.each([
    ['(555|) 123-4567', '(555|) 234-567'],
    ['(555) 123|-4567', '(555) 123|-567'],
    ['|(555) 123-4567', '|(551) 234-567'],
  ])('delete at %s takes the digit after the separator', (before, after) => {
    expect(new Field(before).delete().shown).toBe(after);
  });

  test('ten presses of backspace empty a full field', () => {
    const field = new Field('(555) 123-4567|');
    for (let press = 0; press < 10; press += 1) field.backspace();
    expect(field.shown).toBe('|');
  });

  test('after any edits it shows its digits, formatted, in at most 14 characters', () => {
    const edit = fc.oneof(
      fc.record({
        act: fc.constant('type' as const),
        text: fc.stringMatching(/^[0-9 ()+-]{1,3}$/),
      }),
      fc.record({ act: fc.constant('paste' as const), text: fc.string({ maxLength: 18 }) }),
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
          expect(field.value).toBe(formatPhone(field.digits));
          expect(field.value.length).toBeLessThanOrEqual(14);
          expect(field.caret).toBeLessThanOrEqual(field.value.length);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
