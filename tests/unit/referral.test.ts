import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { randomEnd, randomToken } from '../../netlify/queue/referral-code.ts';
import {
  parseReferralCode,
  RANDOM_LENGTH,
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
  TOKEN_LENGTH,
} from '../../src/waitlist/shared/status-link.ts';

const code = 'FFFFFFEabcDEF12';
const spot = `${code}.abcDEF1234`;

describe('the code in an address', () => {
  test.each([
    `?ref=${code}`,
    `ref=${code}`,
    `?utm_source=tiktok&ref=${code}&fbclid=x`,
    `?ref=${code}&ref=other`,
    '?ref=FFFFFFEabcDEF%312',
  ])('is found in %s', (search) => {
    expect(readReferralCode(search)).toBe(code);
  });

  test.each([
    ['', 'nothing'],
    ['?ref=', 'nothing'],
    [`?Ref=${code}`, 'another name'],
    [`?ref=${code.toLowerCase()}`, 'a prefix in small letters'],
    [`?ref=${code}x`, 'a letter more'],
    [`?ref=${code.slice(1)}`, 'a letter less'],
    [`?ref=${code}%0A`, 'a line break behind it'],
    [`?ref=%20${code}`, 'a space before it'],
    ['?ref=FFFFFFEabcDEF1é', 'an accent'],
    ['?ref=%E0%A4%A', 'a broken encoding'],
  ])('%s holds none: %s', (search) => {
    expect(readReferralCode(search)).toBeUndefined();
  });

  test('is a code or nothing, whatever the address', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(readReferralCode(`?ref=${text}`) ?? code).toMatch(/^[0-9A-Za-z]{15}$/);
      }),
    );
  });
});

describe('what I share', () => {
  test('my link is the site with my code, and is read back from it', () => {
    const link = referralLink('https://fabio.example', code);
    expect(link).toBe('https://fabio.example/?ref=FFFFFFEabcDEF12');
    expect(readReferralCode(new URL(link).search)).toBe(code);
  });

  test('the text message says it all, whatever stands in it', () => {
    const text = `Skip the line & "win" 100% #1 + 🥀\nhttps://fabio.example/?ref=${code}`;
    const link = smsLink(text);
    expect(link).toMatch(/^sms:\?&body=[\w%.!~*'()-]+$/);
    expect(decodeURIComponent(link.slice('sms:?&body='.length))).toBe(text);
  });
});

test.each([
  [
    'the random end of a code',
    randomEnd,
    RANDOM_LENGTH,
    (it: string) => parseReferralCode(`FFFFFFF${it}`),
  ],
  ['a token', randomToken, TOKEN_LENGTH, parseStatusToken],
])('%s is one the site takes, and comes once', (_, make, length, parse) => {
  const made = Array.from({ length: 10_000 }, () => make());
  expect(new Set(made).size).toBe(made.length);
  expect(made.filter((one) => one.length !== length || parse(one) === undefined)).toEqual([]);
});

test('her way back is a fragment, which is read again from the address', () => {
  const statusKey = { referralCode: code, statusToken: 'abcDEF1234' };
  const link = statusLink('https://fabio.example', statusKey);
  expect(link).toBe(`https://fabio.example/#spot=${spot}`);
  expect(statusKeyInAddress(new URL(link), undefined)).toBe(spot);
  expect(statusKeyFrom(spot)).toEqual(statusKey);
  for (const other of ['', code, `${code}.`, `${spot}x`, `${spot}.`, 'x.y', `.${spot}`]) {
    expect(statusKeyFrom(other)).toBeUndefined();
  }
  for (const hash of ['', '#', '#join', '#spots=x', '#spot']) {
    expect(statusKeyInAddress({ hash, search: '' }, undefined)).toBeUndefined();
  }
});

test('her address is her link, and her spot only where her browser remembers her', () => {
  const address = new URL(statusAddress(code), 'https://fabio.example');
  expect(address.href).toBe('https://fabio.example/?ref=FFFFFFEabcDEF12#spot');
  expect(statusKeyInAddress(address, spot)).toBe(spot);
  for (const other of ['FFFFFFDabcDEF12.abcDEF1234', undefined]) {
    expect(statusKeyInAddress(address, other)).toBeUndefined();
  }
});
