import { expect, test } from 'vitest';
import { readSettings } from '../../netlify/queue/settings.ts';

test('twenty attempts in ten minutes, where nothing else is said', () => {
  const usual = { limit: 20, windowSeconds: 600 };
  expect(readSettings({})).toEqual(usual);
  const env = { WAITLIST_RATE_LIMIT: ' ', WAITLIST_RATE_WINDOW_SECONDS: '' };
  expect(readSettings(env)).toEqual(usual);
});

test.each([
  ['0', ' 3600\n', { limit: 0, windowSeconds: 3600 }],
  ['1000000', '86400', { limit: 1_000_000, windowSeconds: 86_400 }],
])('a limit of %s in %j seconds is taken', (limit, seconds, settings) => {
  const env = { WAITLIST_RATE_LIMIT: limit, WAITLIST_RATE_WINDOW_SECONDS: seconds };
  expect(readSettings(env)).toEqual(settings);
});

test.each([
  ['WAITLIST_RATE_LIMIT', '-1', '0 to 1000000'],
  ['WAITLIST_RATE_LIMIT', 'off', '0 to 1000000'],
  ['WAITLIST_RATE_LIMIT', '2.5', '0 to 1000000'],
  ['WAITLIST_RATE_LIMIT', '1e99', '0 to 1000000'],
  ['WAITLIST_RATE_WINDOW_SECONDS', '0', '1 to 86400'],
  ['WAITLIST_RATE_WINDOW_SECONDS', '10 min', '1 to 86400'],
  ['WAITLIST_RATE_WINDOW_SECONDS', '86401', '1 to 86400'],
])('%s=%s is refused in a sentence that names it', (name, value, rule) => {
  expect(() => readSettings({ [name]: value })).toThrow(
    `${name} must be a whole number from ${rule}: see .env.example`,
  );
});
