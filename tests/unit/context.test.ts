import { expect, test } from 'vitest';
import { rateLimitKeyOf } from '../../netlify/http/context.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:DB8:0001:3FF:FFFF:4:5:6', '2001:db8:1:300::/56'],
  ['2001:db8::1', '2001:db8::/56'],
  ['fe80::1%eth0', 'fe80::/56'],
  ['', ''],
])('the limits count the IP %s as %s', (ip, rateLimitKey) =>
  expect(rateLimitKeyOf(ip)).toBe(rateLimitKey),
);
