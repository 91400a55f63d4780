import { expect, test } from 'vitest';
import { parseSource, readSource } from '../../src/waitlist/shared/links.ts';

test.each<[search: string, source?: string]>([
  ['?utm_source=TikTok&utm_medium=social&ref=Xpwq64k2m7', 'tiktok'],
  ['?from=tiktok/launch-week', 'tiktok/launch-week'],
  ['?utm_source=&from=ig', 'ig'],
  ['?utm_source=tik%20tok!&utm_campaign=caf%C3%A9_1.0', 'tiktok/caf_1.0'],
  [`?from=${'a'.repeat(40)}/${'b'.repeat(40)}/c`, `${'a'.repeat(32)}/${'b'.repeat(32)}`],
  ['?utm_source=tiktok&utm_campaign=ana%2540mail.com', 'tiktok'],
  ['?from=-1%2B1', '11'],
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
