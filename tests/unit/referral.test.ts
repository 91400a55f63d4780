import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomEnd, randomToken } from '../../netlify/queue/referral-code.ts';
import {
  parseReferralCode,
  readReferralCode,
  referralLink,
  smsLink,
} from '../../src/waitlist/shared/referral.ts';
import {
  parseStatusToken,
  statusAddress,
  statusKeyFrom,
  statusKeyInAddress,
  statusLink,
} from '../../src/waitlist/shared/status-link.ts';

const code = 'FFFFFFEabcDEF12';
const keyText = `${code}.abcDEF1234`;

test.each([
  ...[`?ref=${code}`, `ref=${code}`, `?utm_source=tiktok&ref=${code}&fbclid=x`],
  ...[`?ref=${code}&ref=other`, '?ref=FFFFFFEabcDEF%312'],
])('%s holds the code', (search) => expect(readReferralCode(search)).toBe(code));

test.each([
  ...['', '?ref=', `?Ref=${code}`, `?ref=${code.toLowerCase()}`, `?ref=${code}x`],
  ...[`?ref=${code.slice(1)}`, `?ref=${code}%0A`, `?ref=%20${code}`, '?ref=FFFFFFEabcDEF1é'],
  '?ref=%E0%A4%A',
])('%j holds none', (search) => expect(readReferralCode(search)).toBeUndefined());

test('a text message says all of a text and a referral link', () => {
  const link = referralLink('https://fabio.example', code);
  expect(link).toBe('https://fabio.example/?ref=FFFFFFEabcDEF12');
  const property = fc.property(fc.string({ unit: 'grapheme' }), (text) => {
    const sms = smsLink(`${text} ${link}`);
    expect(sms).toMatch(/^sms:\?&body=[\w%.!~*'()-]+$/);
    expect(decodeURIComponent(sms.slice('sms:?&body='.length))).toBe(`${text} ${link}`);
  });
  fc.assert(property);
});

test.each([
  ['end of a code', () => `FFFFFFF${randomEnd()}`, parseReferralCode],
  ['status token', randomToken, parseStatusToken],
])('a random %s is one that the site takes, and comes once', (_, make, parse) => {
  const made = Array.from({ length: 10_000 }, make);
  expect(new Set(made.map(parse)).size).toBe(made.length);
});

test('a status link holds code and token in its fragment alone', () => {
  const link = statusLink('https://fabio.example', {
    referralCode: code,
    statusToken: 'abcDEF1234',
  });
  expect(link).toBe(`https://fabio.example/#spot=${keyText}`);
  expect(statusKeyInAddress(new URL(link), undefined)).toBe(keyText);
  expect(statusLink('', statusKeyFrom(keyText) as never)).toBe(`/#spot=${keyText}`);
  for (const other of ['', code, `${code}.`, `${keyText}x`, `${keyText}.`, 'x.y', `.${keyText}`]) {
    expect(statusKeyFrom(other)).toBeUndefined();
  }
  for (const hash of ['', '#', '#join', '#spots=x', '#spot']) {
    expect(statusKeyInAddress({ hash, search: '' }, undefined)).toBeUndefined();
  }
});

test('the address of a status is the referral link, and opens what this browser remembers alone', () => {
  const address = new URL(statusAddress(code), 'https://fabio.example');
  expect(address.href).toBe('https://fabio.example/?ref=FFFFFFEabcDEF12#spot');
  expect(statusKeyInAddress(address, keyText)).toBe(keyText);
  for (const other of ['FFFFFFDabcDEF12.abcDEF1234', undefined]) {
    expect(statusKeyInAddress(address, other)).toBeUndefined();
  }
});
