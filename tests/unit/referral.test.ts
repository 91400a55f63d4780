import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseSignup } from '../../src/waitlist/shared/contract.ts';
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
  const searches = [`?ref=${code}`, `?from=ig&ref=&ref=${code}&ref=x`, '?ref=Xpwq64k2m%37'];
  for (const search of searches) expect(readRef(search)).toBe(code);
  for (const ref of ['SUMMER', '7', 'a-b_C', 'x'.repeat(64), `${code}x`, `x${code}`]) {
    expect([readRef(`?ref=${ref}. ${code}`), parseReferralCode(ref)]).toEqual([ref, undefined]);
  }
  for (const search of ['', `?Ref=${code}`, '?ref=', '?ref=.', '?ref=%C3%A4']) {
    expect(readRef(search), search).toBeUndefined();
  }
});

const notInCode = fc.string().map((text) => text.replace(/[0-9A-Za-z]/g, ''));

test('what surrounds a code in a URL or a form is ignored', () => {
  const codes = fc.stringMatching(/^[A-X][0-9A-Za-z]{4}\d[a-z]\d[a-z]\d$/);
  const property = (code: string, before: string, after: string, more: string) => {
    const ref = before + code + (after && after + more);
    expect(readRef(`?${new URLSearchParams({ ref })}`)).toBe(code);
    const signup = { firstName: 'Ana', lastName: 'Lee', phone: '5551234567', referralCode: ref };
    expect(parseSignup(signup)).toMatchObject({ value: { referralCode: code } });
  };
  fc.assert(fc.property(codes, notInCode, notInCode, fc.string(), property));
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
