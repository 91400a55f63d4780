import { expect, test } from 'vitest';
import {
  isReferralCode,
  parseSource,
  parseStatusKey,
  readRef,
  readSource,
  smsLink,
} from '../../src/waitlist/shared/links.ts';

/** Glued behind letters, a part of it and of them looks like another code. */
const code = 'Xpw5q4k2m7';

test.each([
  `${code}https://example.com/?ref=${code}`,
  `https%3A%2F%2Fexample.com%2F%3Fref%3D${code}`,
  `ref=${code}`,
  `3D${code}`,
  `SUMMER${code}`,
  `${code}join`,
  `SUMMER&from=ig&ref=&ref=${code}&ref=Xpwq54k2m7`,
  'Xpw5q4k2m%37.',
])('the link /?ref=%s credits the member whose code it has', (ref) => {
  expect(readRef(`?ref=${ref}`)).toBe(code);
});

test('a ref without a code is a campaign', () => {
  for (const ref of ['SUMMER', 'Summer2024', 'X1234567890', '7', 'a-b_C', 'x'.repeat(65)]) {
    const campaign = ref.slice(0, 64);
    expect([readRef(`?ref=&ref=.${ref}.&ref=x`), isReferralCode(ref)]).toEqual([campaign, false]);
  }
  for (const search of ['', `?Ref=${code}`, '?ref=', '?ref=.', '?ref=%C3%A4']) {
    expect(readRef(search), search).toBeUndefined();
  }
});

test('a text message keeps all of its text', () => {
  expect(smsLink('Zoë & #1?')).toBe('sms:?&body=Zo%C3%AB%20%26%20%231%3F');
});

test('a status link leads to my status, whatever an app adds to it, unless it is cut off', () => {
  const statusKey = { referralCode: code, statusToken: 'abcDEF1234' };
  for (const tail of ['', '.', ')', '%20', '&fbclid=x', '…', 'x'])
    expect(parseStatusKey(`${code}.abcDEF1234${tail}`)).toEqual(statusKey);
  for (const other of ['', code, `${code}.`, `${code}.abcDEF123`, 'x.abcDEF1234']) {
    expect(parseStatusKey(other)).toBeUndefined();
  }
});

test.each<[search: string, source?: string]>([
  ['?utm_source=TikTok&utm_medium=social&ref=Xpwq64k2m7', 'tiktok'],
  ['?from=tiktok/launch-week', 'tiktok/launch-week'],
  ['?utm_source=&from=ig', 'ig'],
  ['?utm_source=tik%20tok!&utm_campaign=caf%C3%A9_1.0', 'tiktok/caf_1.0'],
  [`?from=${'a'.repeat(40)}/${'b'.repeat(40)}/c`, `${'a'.repeat(32)}/${'b'.repeat(32)}`],
  ['?utm_source=tiktok&utm_campaign=ana%2540mail.com', 'tiktok'],
  ['?from=-1%2B12345678', '112345678'],
  ['?from=ana＠mail.com'],
  ['?from=555/1234567', '555'],
  ['?utm_campaign=launch-week'],
  ['?from=%F0%9F%A5%80'],
  ['?from=ana@mail.com'],
  ['?from=(555)%20123-4567'],
])('the source in the URL %s is %s, even when it is cleaned again', (search, source) => {
  expect(parseSource(readSource(search) ?? '')).toBe(source);
  expect(parseSource(source ?? '')).toBe(source);
});
