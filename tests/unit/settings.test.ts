import { expect, test } from 'vitest';
import { readSettings } from '../../netlify/queue/settings.ts';

test('twenty attempts in ten minutes, where nothing else is said', () => {
  const usual = { limit: 20, windowSeconds: 600 };
  expect(readSettings({})).toEqual(usual);
  for (const empty of ['', ' ', '\n']) {
    const env = { WAITLIST_RATE_LIMIT: empty, WAITLIST_RATE_WINDOW_SECONDS: empty };
    expect(readSettings(env)).toEqual(usual);
  }
});

test('both can be changed, and the limit be switched off', () => {
  expect(
    readSettings({ WAITLIST_RATE_LIMIT: '0', WAITLIST_RATE_WINDOW_SECONDS: ' 3600\n' }),
  ).toEqual({ limit: 0, windowSeconds: 3600 });
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
