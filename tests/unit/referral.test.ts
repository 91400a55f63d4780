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
const statusKey = { referralCode: code, statusToken: 'abcDEF1234' };
const keyText = `${code}.abcDEF1234`;

test.each([`?ref=${code}`, `?utm_source=tiktok&ref=${code}&ref=x`, '?ref=FFFFFFEabcDEF%312'])(
  'the address %s has the referral code',
  (search) => expect(readReferralCode(search)).toBe(code),
);

test.each([
  ...['', '?ref=', `?Ref=${code}`, `?ref=${code.toLowerCase()}`, `?ref=${code}x`, '?ref=%E0%A4%A'],
  ...[`?ref=${code.slice(1)}`, `?ref=${code}%0A`, `?ref=%20${code}`, '?ref=FFFFFFEabcDEF1é'],
])('the address %j has none', (search) => expect(readReferralCode(search)).toBeUndefined());

test('a text message holds all of its text and the referral link', () => {
  const text = `Zoë & 👩‍🔬 #1? ${referralLink('https://fabio.example', code)}`;
  const sms = smsLink(text);
  expect(text).toMatch(/https:\/\/fabio\.example\/\?ref=FFFFFFEabcDEF12$/);
  expect(sms).toMatch(/^sms:\?&body=[\w%.!~*'()-]+$/);
  expect(decodeURIComponent(sms.slice('sms:?&body='.length))).toBe(text);
});

test.each([
  ['end of a code', () => `FFFFFFF${randomEnd()}`, parseReferralCode],
  ['status token', randomToken, parseStatusToken],
])('a random %s is one that the site takes, and comes once', (_, make, parse) => {
  const made = Array.from({ length: 10_000 }, make);
  expect(new Set(made.map(parse)).size).toBe(made.length);
});

test('a status link holds code and token in its fragment alone', () => {
  const link = statusLink('https://fabio.example', statusKey);
  expect(link).toBe(`https://fabio.example/#spot=${keyText}`);
  expect(statusKeyInAddress(new URL(link), undefined)).toBe(keyText);
  expect(statusKeyFrom(keyText)).toEqual(statusKey);
  for (const other of ['', code, `${code}.`, `${keyText}x`, `${keyText}.`, 'x.y', `.${keyText}`]) {
    expect(statusKeyFrom(other)).toBeUndefined();
  }
});

test('the address of a status is the referral link, and shows what this browser remembers alone', () => {
  const address = new URL(statusAddress(code), 'https://fabio.example');
  expect(address.href).toBe('https://fabio.example/?ref=FFFFFFEabcDEF12#spot');
  expect(statusKeyInAddress(address, keyText)).toBe(keyText);
  for (const other of ['FFFFFFDabcDEF12.abcDEF1234', undefined]) {
    expect(statusKeyInAddress(address, other)).toBeUndefined();
  }
  for (const hash of ['', '#join', '#spots=x', '#spot']) {
    expect(statusKeyInAddress({ hash, search: '' }, keyText)).toBeUndefined();
  }
});
