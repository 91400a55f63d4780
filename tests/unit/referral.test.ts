import { expect, test } from 'vitest';
import {
  POSITIONS_PER_REFERRAL,
  parseReferralCode,
  readRef,
  referralLink,
  smsLink,
} from '../../src/waitlist/shared/referral.ts';
import { parseStatusKey, statusLink } from '../../src/waitlist/shared/status-link.ts';

const code = 'Xpwq64k2m7';
const statusKey = { referralCode: code, statusToken: 'abcDEF1234' };

test('a referral is worth five positions', () => {
  expect(POSITIONS_PER_REFERRAL).toBe(5);
});

test('the first ref in a URL counts, in any form that a campaign may use', () => {
  for (const search of [`?ref=${code}`, `?from=ig&ref=${code}&ref=x`, '?ref=Xpwq64k2m%37']) {
    expect(readRef(search)).toBe(code);
  }
  for (const ref of ['SUMMER', 'LAUNCHWEEK', 'instagram1', '7', 'a-b_C', 'x'.repeat(64)]) {
    expect([readRef(`?ref=${ref}`), parseReferralCode(ref)]).toEqual([ref, undefined]);
  }
  const wrong = ['', 'x'.repeat(65), `${code}%0A`, `%20${code}`, '%C3%A4', '%E0%A4%A'];
  for (const search of ['', `?Ref=${code}`, ...wrong.map((text) => `?ref=${text}`)]) {
    expect(readRef(search), search).toBeUndefined();
  }
});

test('a text message keeps all of its text and the referral link', () => {
  const text = `Zoë & 👩‍🔬 #1? ${referralLink('https://fabio.example', code)}`;
  const sms = smsLink(text);
  expect(text).toMatch(/https:\/\/fabio\.example\/\?ref=Xpwq64k2m7$/);
  expect(sms).toMatch(/^sms:\?&body=[\w%.!~*'()-]+$/);
  expect(decodeURIComponent(sms.slice('sms:?&body='.length))).toBe(text);
});

test('a status link has the code and token in its fragment, and ignores what an app adds', () => {
  const link = statusLink('https://fabio.example', statusKey);
  const [start, text = ''] = link.split('#spot=');
  expect(start).toBe('https://fabio.example/');
  for (const tail of ['', '.', ')', '%20', '&fbclid=x', '…', 'x']) {
    expect(parseStatusKey(text + tail)).toEqual(statusKey);
  }
  for (const other of ['', code, `${code}.`, text.slice(0, -1), 'x.abcDEF1234']) {
    expect(parseStatusKey(other)).toBeUndefined();
  }
});
