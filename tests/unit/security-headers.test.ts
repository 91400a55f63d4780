import { readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { expect, test } from 'vitest';
import { SECURITY_HEADERS } from '../../netlify/http/security-headers.ts';

test('files and functions are sent with the same headers', () => {
  const { headers } = parse(readFileSync('netlify.toml', 'utf8'));
  expect(headers).toEqual([{ for: '/*', values: SECURITY_HEADERS }]);
  // A lab's other sites are not bound to HTTPS by this one.
  expect(SECURITY_HEADERS['Strict-Transport-Security']).toBe('max-age=63072000');
});
