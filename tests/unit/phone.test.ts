import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editPhone, formatPhone, parsePhone } from '../../src/waitlist/shared/phone.ts';

const ACTS = ['type', 'paste', 'autofill', 'backspace', 'delete'] as const;
type Act = (typeof ACTS)[number];

/** What the field shows after one act of a browser; `|` is the caret. */
function edit(shown: string, act: Act, text = ''): string {
  const caret = shown.indexOf('|');
  const previous = shown.replace('|', '');
  const [from, to, inputType] = {
    type: [caret, caret, 'insertText'] as const,
    paste: [caret, caret, 'insertFromPaste'] as const,
    autofill: [0, previous.length, ''] as const,
    backspace: [Math.max(0, caret - 1), caret, 'deleteContentBackward'] as const,
    delete: [caret, caret + 1, 'deleteContentForward'] as const,
  }[act];
  const value = previous.slice(0, from) + text + previous.slice(to);
  const edited = editPhone({ previous, value, caret: from + text.length, inputType });
  return `${edited.value.slice(0, edited.caret)}|${edited.value.slice(edited.caret)}`;
}

test.each<[before: string, act: Act, text: string, after: string]>([
  ['|', 'autofill', '', '|'],
  ['|', 'type', '1', '(1|'],
  ['|', 'type', '555', '(555|'],
  ['|', 'type', '5551', '(555) 1|'],
  ['|', 'type', '55512345678', '(555) 123-4567|'],
  ['(55|5) 123-4567', 'type', '9', '(55|5) 123-4567'],
  ['|', 'type', '555-123.4567', '(555) 123-4567|'],
  ['(99|', 'autofill', '+1 555 123 4567', '(555) 123-4567|'],
  ['(99|', 'autofill', '15551234567', '(555) 123-4567|'],
  ['|', 'type', '+1 ', '+1 |'],
  ['|', 'type', '+1 (555', '(555|'],
  ['(55|1) 234', 'type', '9', '(559|) 123-4'],
  ['(555|) 123-456', 'type', '9', '(555) 9|12-3456'],
  ['|', 'type', '+47 22 34 56 78', '+47 22 34 56 7|'],
  ['+47| 22 34 56 7', 'type', '9', '+47| 22 34 56 7'],
  ['(55|5', 'paste', '1234567890', '(551234567890|5'],
  ['5|5512345678', 'backspace', '', '|(551) 234-5678'],
  ['(555) |123-4567', 'backspace', '', '(55|1) 234-567'],
  ['(555) 123-|4567', 'backspace', '', '(555) 12|4-567'],
  ['(555) 1|', 'backspace', '', '(555|'],
  ['(|555) 123', 'backspace', '', '|(555) 123'],
  ['(555|) 123-4567', 'delete', '', '(555|) 234-567'],
  ['|(555) 123-4567', 'delete', '', '|(551) 234-567'],
  ['|', 'paste', '+44 7911 123456', '+44 7911 12345|'],
  ['|', 'paste', '(555) 123-45678', '55512345678|'],
  ['|', 'paste', '+1 (555) 123-45678', '+155512345678|'],
  ['|', 'paste', 'call +47 22 34 56 78', 'call +47 22 34|'],
])('the phone field shows %j; %s %j makes it %j', (before, act, text, after) => {
  const texts = act === 'type' ? [...text] : [text];
  expect(texts.reduce((shown, key) => edit(shown, act, key), before)).toBe(after);
});

/** What may be a phone number, and what comes close to one. */
const numberLike = fc.stringMatching(/^[ ([]{0,16}[+＋]?[\d ().+eE-]{0,20}$/);

test('after any edits the field shows a formatted phone, or a text that is none', () => {
  const edits = fc.array(fc.tuple(fc.constantFrom(...ACTS), numberLike, fc.nat(14)));
  const property = fc.property(edits, (all) => {
    let shown = '|';
    for (const [act, text, caret] of all) {
      const added = {
        type: text.slice(0, 1),
        paste: text,
        autofill: text,
        backspace: '',
        delete: '',
      };
      shown = edit(shown, act, added[act]);
      const value = shown.replace('|', '');
      if (parsePhone(value)) expect(value).toBe(formatPhone(value.replace(/\D/g, '')));
      expect(value.length).toBeLessThanOrEqual(14);
      if (caret < value.length) shown = `${value.slice(0, caret)}|${value.slice(caret)}`;
    }
  });
  fc.assert(property, { numRuns: 1000 });
});

test('a pasted text is a phone in the field only where it was one before', () => {
  const property = fc.property(numberLike, (text) => {
    expect(parsePhone(edit('|', 'paste', text))).toBe(parsePhone(text));
  });
  fc.assert(property, { numRuns: 5000 });
});

test.each(['1-555-123-4567', 'tel:+1-555-123-4567', ' 555.123.4567 ', '+1 (555) 123-4567'])(
  '%s is a phone number',
  (text) => expect(parsePhone(text)).toBe('5551234567'),
);

test.each([
  ...['', '555123456', '55512345678', '(+47) 22 34 56 78', '＋47 22 34 56 78', '+1 555 123 456'],
  ...['+1 555 123 45678', '+44 7911 123456', '07911123456', '2.0007358E+09', 'call me'],
  ...['٥٥٥١٢٣٤٥٦٧', '５５５１２３４５６７', `${'+'.repeat(1e6)}1`],
])('%.20s is no phone number', (text) => expect(parsePhone(text)).toBeUndefined());
