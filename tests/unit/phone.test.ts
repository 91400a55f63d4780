import { expect, test } from 'vitest';
import {
  isForeignPhone,
  isTextablePhone,
  parsePhone,
  parseWrittenPhone,
} from '../../src/waitlist/shared/phone.ts';
import { editPhone } from '../../src/waitlist/ui/PhoneField.tsx';

test('a phone has ten digits with any punctuation, and can start with +1', () => {
  const phones = ['1-555-123-4567', 'tel:+1-555-123-4567', ' 555.123.4567 '];
  expect(phones.map(parsePhone)).toEqual(phones.map(() => '5551234567'));
  expect(parsePhone('1555123456')).toBe('1555123456');
  const digits = ['٥٥٥١٢٣٤٥٦٧', '۵۵۵۱۲۳۴۵۶۷', '५५५१२३४५६७', '５５５１２３４５６７', '𝟝𝟧𝟱𝟭𝟐𝟑𝟒𝟓𝟔𝟳'];
  expect(digits.map(parsePhone)).toEqual(digits.map(() => '5551234567'));
  const short = ['', '555123456', '+1 555 123 456', '⁵⁵⁵¹²³⁴⁵⁶⁷', `${'+'.repeat(1e6)}1`];
  const foreign = ['(+47) 22 34 56 78', '＋47 22 34 56 78', '+1 555 123 45678', '07911123456'];
  expect([...short, ...foreign].filter(parsePhone)).toEqual([]);
});

test.each([
  ...['15551234567', '(555)123-4567', '(+1) 555.123.4567', ' ５５５\u00a0123\u20114567'],
  ...['+1 (555) 123-4567', '\u202a+1 555/123 4567\u202c', '555−123−4567', '555•123·4567'],
  ...['="5551234567"', '="p:+15551234567"', 'whatsapp:+15551234567', 'SMS:5551234567'],
  ...['5551234567.0', '+15551234567.0', '1 — 555 – 123 ‒ 4567', 'tel: 555-123-4567'],
  ...["'5551234567", "'+1 555 123 4567", '’555-123-4567', '"5551234567"', 'Tel. (555) 123-4567'],
])('%j in a file is a phone', (text) => {
  expect(parseWrittenPhone(text)).toBe('5551234567');
});

test.each([
  ...['123-4567 x890', '123-4567 #890', '555123 x:4567', '555-123-4567 89', '5551234567 (cell)'],
  ...['555123456.0', '1555123456.07', '2.1255501E+09', '5,551,234,567', '+1555123456'],
  ...['555-12-34567', '5551234567/5551234568', '-5551234567', 'Total: 5551234567', '+44 7911'],
  ...['555.123.4567.0', '+44 7911 123456 x9', '"5,551,234,567"', "5551234567' 5551234568"],
])('%j in a file is nobody’s phone', (text) => {
  expect(parseWrittenPhone(text)).toBeUndefined();
  expect(isForeignPhone(text)).toBe(false);
});

test('a phone of another country is told from a mistake', () => {
  const foreign = ['+447911123456', 'whatsapp:(+47) 22 34 56 78', '＋4722345678'];
  expect(foreign.filter(isForeignPhone)).toEqual(foreign);
});

test('an area or exchange code that nobody can have is told', () => {
  const areas = '212 365 556 800 971 989'.split(' ');
  expect(areas.filter((area) => isTextablePhone(`${area}5550100`))).toEqual(areas);
  const noAreas = '012 112 211 911 290 999 370 379 960 969 555'.split(' ');
  expect(noAreas.filter((area) => isTextablePhone(`${area}5550100`))).toEqual([]);
  const exchanges = '055 155 211 911'.split(' ');
  expect(exchanges.filter((exchange) => isTextablePhone(`212${exchange}0100`))).toEqual([]);
  expect(['212555010', '12125550100', '21255501000'].filter(isTextablePhone)).toEqual([]);
});

type Act = 'type' | 'replace' | 'paste' | 'backspace' | 'delete';

/** What the field shows after one edit by the browser; `|` is the caret. */
function edit(shown: string, act: Act, text = ''): string {
  const caret = shown.indexOf('|');
  const previous = shown.replace('|', '');
  const [from, to, inputType] = {
    type: [caret, caret, 'insertText'] as const,
    // As a keyboard's clipboard key does with everything selected.
    replace: [0, previous.length, 'insertText'] as const,
    paste: [caret, caret, 'insertFromPaste'] as const,
    backspace: [Math.max(0, caret - 1), caret, 'deleteContentBackward'] as const,
    delete: [caret, caret + 1, 'deleteContentForward'] as const,
  }[act];
  const value = previous.slice(0, from) + text + previous.slice(to);
  const input = { value, selectionStart: from + text.length };
  const data = inputType === 'insertText' ? text : null;
  const edited = editPhone(previous, input, { inputType, data });
  return `${edited.value.slice(0, edited.caret)}|${edited.value.slice(edited.caret)}`;
}

test.each<[before: string, act: Act, text: string, after: string]>([
  ['|', 'type', '55512345678', '(555) 123-4567|'],
  ['|(555) 123-4567', 'type', '1', '|(555) 123-4567'],
  ['(555) 123|', 'type', '٤५', '(555) 123-45|'],
  ['|', 'type', '+1 (555', '(555|'],
  ['(555|) 123-456', 'type', '9', '(555) 9|12-3456'],
  ['(55|5', 'paste', '1234567890', '551234567890|5'],
  ['|15551234567', 'paste', '+', '|(555) 123-4567'],
  ['5|5512345678', 'backspace', '', '|(551) 234-5678'],
  ['(555) |123-4567', 'backspace', '', '(55|1) 234-567'],
  ['(|555) 123', 'backspace', '', '|(555) 123'],
  ['(555) 12|3', 'backspace', '', '(555) 1|3'],
  ['|(555) 123-4567', 'delete', '', '|(551) 234-567'],
  ['|', 'type', '+44 7911 123456', '+447911123456|'],
  ['|', 'paste', '+44 7911 123456 789', '+4479111234567|'],
  ['+47|22345678223', 'type', '9', '+47|22345678223'],
  ['(555) 123-4567|', 'replace', '+44 7911 123456', '+447911123456|'],
])('the phone field shows %j; %s %j makes it %j', (before, act, text, after) => {
  const texts = act === 'type' ? [...text] : [text];
  expect(texts.reduce((shown, key) => edit(shown, act, key), before)).toBe(after);
});
