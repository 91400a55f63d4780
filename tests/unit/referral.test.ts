import { expect, test } from 'vitest';
import { randomEnd, randomToken } from '../../netlify/queue/referral-code.ts';
import {
  parseReferralCode,
  readRef,
  referralLink,
  smsLink,
} from '../../src/waitlist/shared/referral.ts';
import {
  parseStatusKey,
  statusKeyInAddress,
  statusLink,
} from '../../src/waitlist/shared/status-link.ts';

const code = 'Xpwq6abDE1';
const statusKey = { referralCode: code, statusToken: 'abcDEF1234' };
const statusKeyText = `${code}.abcDEF1234`;

test('an address names the first ref, of any form that a campaign may use', () => {
  for (const search of [`?ref=${code}`, `?from=ig&ref=${code}&ref=x`, '?ref=Xpwq6abDE%31']) {
    expect(readRef(search)).toBe(code);
  }
  for (const ref of ['SUMMER', '7', 'a-b_C', 'x'.repeat(64)]) {
    expect([readRef(`?ref=${ref}`), parseReferralCode(ref)]).toEqual([ref, undefined]);
  }
  const wrong = ['', 'x'.repeat(65), `${code}%0A`, `%20${code}`, '%C3%A4', '%E0%A4%A'];
  for (const search of ['', `?Ref=${code}`, ...wrong.map((text) => `?ref=${text}`)]) {
    expect(readRef(search), search).toBeUndefined();
  }
});

test('a text message holds all of its text and the referral link', () => {
  const text = `Zoë & 👩‍🔬 #1? ${referralLink('https://fabio.example', code)}`;
  const sms = smsLink(text);
  expect(text).toMatch(/https:\/\/fabio\.example\/\?ref=Xpwq6abDE1$/);
  expect(sms).toMatch(/^sms:\?&body=[\w%.!~*'()-]+$/);
  expect(decodeURIComponent(sms.slice('sms:?&body='.length))).toBe(text);
});

test('a new code and a new status token are ones that the site takes, and no others', () => {
  const make = () => parseStatusKey(`Xpwq6${randomEnd()}.${randomToken()}`)?.statusToken;
  expect(new Set(Array.from({ length: 1_000 }, make)).size).toBe(1_000);
});

test('a status link holds code and token in its fragment alone', () => {
  const link = statusLink('https://fabio.example', statusKey);
  expect(link).toBe(`https://fabio.example/#spot=${statusKeyText}`);
  for (const tail of ['', '.', ')', '%20', '&fbclid=x', '…']) {
    expect(statusKeyInAddress(new URL(link + tail), undefined)).toBe(statusKeyText);
  }
  expect(parseStatusKey(statusKeyText)).toEqual(statusKey);
  const text = statusKeyText;
  for (const other of [
    '',
    code,
    `${code}.`,
    `${text}x`,
    text.slice(0, -1),
    'x.abcDEF1234',
    `.${text}`,
  ]) {
    expect(parseStatusKey(other)).toBeUndefined();
    expect(statusKeyInAddress({ hash: `#spot=${other}`, search: '' }, text)).toBe(other);
  }
});

test('the address of a status is the referral link, and shows what this browser remembers alone', () => {
  const address = new URL('https://fabio.example/?ref=Xpwq6abDE1#spot');
  expect(statusKeyInAddress(address, statusKeyText)).toBe(statusKeyText);
  for (const other of ['Xpwq5abDE1.abcDEF1234', undefined]) {
    expect(statusKeyInAddress(address, other)).toBeUndefined();
  }
  for (const hash of ['', '#join', '#spots=x', '#spot']) {
    expect(statusKeyInAddress({ hash, search: '' }, statusKeyText)).toBeUndefined();
  }
});
