import { expect, test } from 'vitest';
import { readSiteUrl } from '../../tools/astro/site-url.ts';

test('SITE_URL sets the origin, whatever Netlify says', () => {
  const env = { SITE_URL: 'https://fabio.example', URL: 'https://fabio.netlify.app' };
  expect(readSiteUrl(env)).toBe('https://fabio.example');
});

test('the origin is all that is taken of it', () => {
  for (const SITE_URL of ['https://fabio.example/', ' https://FABIO.example/about?ref=x#join\n']) {
    expect(readSiteUrl({ SITE_URL })).toBe('https://fabio.example');
  }
  expect(readSiteUrl({ SITE_URL: 'http://localhost:8080/' })).toBe('http://localhost:8080');
});

test('on Netlify it is the production site, in previews too', () => {
  const env = {
    URL: 'https://fabio.netlify.app',
    DEPLOY_PRIME_URL: 'https://deploy-preview-7--fabio.netlify.app',
  };
  expect(readSiteUrl(env)).toBe('https://fabio.netlify.app');
  expect(readSiteUrl({ ...env, SITE_URL: ' ' })).toBe('https://fabio.netlify.app');
});

test('on a laptop it is the dev server', () => {
  for (const env of [{}, { SITE_URL: '', URL: '' }, { URL: 'not ours' }]) {
    expect(readSiteUrl(env)).toBe('http://localhost:4321');
  }
});

test.each(['fabio.example', 'localhost:4321', 'ftp://fabio.example', 'https://', '/about', 'null'])(
  'SITE_URL=%s is refused in one sentence that names it',
  (SITE_URL) => {
    const refused = /^SITE_URL must be [^.]+\.\w+: see \.env\.example\.$/;
    expect(() => readSiteUrl({ SITE_URL })).toThrow(refused);
  },
);
