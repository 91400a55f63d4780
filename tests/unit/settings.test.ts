import { expect, test } from 'vitest';
import { readSettings } from '../../netlify/queue/settings.ts';

test.each([
  [undefined, undefined, { limit: 20, windowSeconds: 600 }],
  [' ', '', { limit: 20, windowSeconds: 600 }],
  ['0', ' 1\n', { limit: 0, windowSeconds: 1 }],
  ['1000000', '86400', { limit: 1_000_000, windowSeconds: 86_400 }],
])('of a limit of %j in %j seconds %j holds', (limit, seconds, settings) => {
  const env = { WAITLIST_RATE_LIMIT: limit, WAITLIST_RATE_WINDOW_SECONDS: seconds };
  expect(readSettings(env)).toEqual(settings);
});

test.each([
  ...['-1', 'off', '2.5', '1000001'].map((text) => ['WAITLIST_RATE_LIMIT', text, '0 to 1000000']),
  ...['0', '10 min', '86401'].map((text) => ['WAITLIST_RATE_WINDOW_SECONDS', text, '1 to 86400']),
])('%s=%s is refused in a sentence that names it', (name = '', value = '', rule) => {
  expect(() => readSettings({ [name]: value })).toThrow(
    `${name} must be a whole number from ${rule}: see .env.example`,
  );
});
