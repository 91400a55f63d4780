import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { HONEYPOT, parseSignup, parseStatusRequest } from '../../src/waitlist/shared/contract.ts';
import * as words from '../../src/waitlist/shared/form-messages.ts';
import { foldName } from '../../src/waitlist/shared/name.ts';

const ana = { firstName: 'Ana', lastName: 'Lee', phone: '5551234567' };

test('a signup keeps trimmed names, ten digits, and any other well-formed fields', () => {
  const referralCode = 'Xpwq64k2m7';
  const rest = { consent: '1a2b3c4d', source: 'ig' };
  const written = { firstName: '  Ana ', phone: '(555) 123-4567', source: 'IG', more: 1 };
  const read = parseSignup({ ...ana, ...rest, referralCode: `(${referralCode}.`, ...written });
  expect(read).toEqual({ ok: true, value: { ...ana, ...rest, referredBy: referralCode } });
  const malformed = { referralCode: '.', consent: 'on', source: 7, [HONEYPOT]: ' ' };
  expect(parseSignup({ ...ana, ...malformed })).toEqual({ ok: true, value: ana });
  expect(parseSignup({ [HONEYPOT]: 'x' })).toEqual({ ok: false, code: 'honeypot' });
});

const names = (name: unknown) => ({ firstName: name, lastName: name });
const BOTH = ['firstName', 'lastName'];
const INVISIBLE = '\u200b\u0301\u0323\u0000\u0085\u202e\u2066\u3164\u2800 \ufeff';
test.each<[object, string, string[]]>([
  [{}, 'empty_field', [...BOTH, 'phone']],
  [{ ...names(7), phone: '1' }, 'empty_field', BOTH],
  [{ ...names(INVISIBLE), phone: '1' }, 'empty_field', BOTH],
  [{ ...names('x'.repeat(51)), phone: '1' }, 'invalid_phone', ['phone']],
  [{ ...ana, ...names('x'.repeat(51)) }, 'name_too_long', BOTH],
])('the first error in %j is %s, in %j', (input, code, fields) => {
  expect(parseSignup(input)).toEqual({ ok: false, code, fields });
});

test.each([
  ['x'.repeat(50)],
  ...['李小龍', '👩🏽‍🚀', "Zoë\u0301\u0323 می‌خواهم O'Neil-{x} $&"].map((name) => [name]),
  ['\u0000An\u001ba\tMaria\u0007 ', 'Ana Maria'],
  ['\u009bLee\nIto\u007f', 'Lee Ito'],
  ['An\ud800a', 'An\ufffda'],
])('the name %j loses only control characters and half characters', (input = '', name = input) => {
  expect(parseSignup({ ...ana, ...names(input) })).toMatchObject({ value: names(name) });
});

test.each([
  ["O'Brien", 'o’brien', 'OʼBRIEN', 'O´Brien', 'O`Brien', 'O＇Brien'],
  ['Zoë', 'zoe\u0308', 'Zoe', 'ZOË'],
  ['Ana Maria', ' ana\u00a0maria', 'Ana\u2003\u3000Maria', 'Ana \tMaria', 'Ána\u200f Maria'],
  ['Strauß', 'STRAUSS', 'strauß'],
  ['Anne-Marie', 'Anne\u2010Marie', 'anne\u2011marie', 'Anne–Marie', 'Anne−Marie'],
  ['İpek', 'ipek', 'IPEK', 'ıpek'],
])('%s is the same name as %s, and no other', (...spellings) => {
  expect(new Set(spellings.map(foldName)).size).toBe(1);
  const others = [spellings[0] ?? '', 'Ana', 'A na', 'मीना', 'मोना', 'ガ', 'カ', ''];
  expect(new Set(others.map(foldName)).size).toBe(others.length);
});

test('a status request without a whole code and token is refused', () => {
  const key = { referralCode: 'Xpwq64k2m7', statusToken: 'abcDEF1234' };
  expect(parseStatusRequest(key)).toEqual({ ok: true, value: key });
  for (const cutOff of [null, { ...key, statusToken: 'abc' }, { ...key, referralCode: 1 }])
    expect(parseStatusRequest(cutOff)).toEqual({ ok: false, code: 'malformed_link' });
});

test('errors have the words of docs/specification.md', () => {
  const specification = readFileSync('docs/specification.md', 'utf8');
  const { name_too_long: _, ...ofForm } = words.FORM_MESSAGES;
  const { NO_ANSWER, SPECIFIED_ERRORS } = words;
  for (const text of [ofForm, SPECIFIED_ERRORS, { NO_ANSWER }].flatMap(Object.values))
    expect(specification).toContain(`"${text}"`);
});
