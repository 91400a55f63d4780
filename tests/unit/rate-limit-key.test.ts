import { expect, test } from 'vitest';
import { rateLimitKeyOf } from '../../netlify/http/rate-limit-key.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:DB8:0001:3:FFFF:4:5:6', '2001:db8:1:3::/64'],
  ['2001:db8::1', '2001:db8::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['', ''],
])('the limits count the address %s as %s', (ip, rateLimitKey) =>
  expect(rateLimitKeyOf(ip)).toBe(rateLimitKey),
);
