import { expect, test } from 'vitest';
import { readSiteUrl } from '../../src/waitlist/shared/site-url.ts';

const URL = 'https://fabio.netlify.app';

test.each([
  [{ URL, SITE_URL: 'https://a.example/' }, 'https://a.example'],
  [{ SITE_URL: ' https://A.example/about?ref=x#join\n' }, 'https://a.example'],
  [{ SITE_URL: 'http://localhost:8080/' }, 'http://localhost:8080'],
  [{ URL, DEPLOY_PRIME_URL: 'https://preview.example', SITE_URL: ' ' }, URL],
  [{ SITE_URL: '', URL: '' }, 'http://localhost:4321'],
  [{ URL: 'not ours' }, 'http://localhost:4321'],
])('of %j the origin is %s', (env, origin) => expect(readSiteUrl(env)).toBe(origin));

test.each(['fabio.example', 'localhost:4321', 'ftp://fabio.example', 'https://', '/about'])(
  'SITE_URL=%s is refused in one sentence that names it',
  (SITE_URL) => {
    const refused = /^SITE_URL must be [^.]+\.\w+: see \.env\.example\.$/;
    expect(() => readSiteUrl({ SITE_URL })).toThrow(refused);
  },
);
