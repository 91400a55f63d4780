import { expect, test } from 'vitest';
import { readSiteUrl } from '../../src/waitlist/shared/site-url.ts';

const NETLIFY = { URL: 'https://fabio.netlify.app', DEPLOY_PRIME_URL: 'https://preview.example' };

test.each([
  ['SITE_URL at first', { ...NETLIFY, SITE_URL: 'https://a.example/' }, 'https://a.example'],
  ['of SITE_URL alone', { SITE_URL: ' https://A.example/about?ref=x#join\n' }, 'https://a.example'],
  ['with its port', { SITE_URL: 'http://localhost:8080/' }, 'http://localhost:8080'],
  ['the production site on Netlify, in previews too', NETLIFY, 'https://fabio.netlify.app'],
  ['the same where SITE_URL is empty', { ...NETLIFY, SITE_URL: ' ' }, 'https://fabio.netlify.app'],
  ['the dev server on a laptop', { SITE_URL: '', URL: '' }, 'http://localhost:4321'],
  ['the dev server where URL is not ours', { URL: 'not ours' }, 'http://localhost:4321'],
])('the origin is %s', (_, env, origin) => expect(readSiteUrl(env)).toBe(origin));

test.each(['fabio.example', 'localhost:4321', 'ftp://fabio.example', 'https://', '/about', 'null'])(
  'SITE_URL=%s is refused in one sentence that names it',
  (SITE_URL) => {
    const refused = /^SITE_URL must be [^.]+\.\w+: see \.env\.example\.$/;
    expect(() => readSiteUrl({ SITE_URL })).toThrow(refused);
  },
);
