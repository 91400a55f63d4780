import { expect, test } from 'vitest';
import { measureSms } from '../../src/site/mistakes/sms.ts';

test.each([
  ['', { length: 0 }],
  ["I'm on the list: https://fabio.example/?ref=FFFFFFFabcdefgh", { length: 59 }],
  ['[5€]', { length: 7 }],
  ['so “smart” 🥀🥀', { foreign: '“ ” 🥀' }],
])('%j takes %j', (text, measure) => {
  expect(measureSms(text)).toEqual(measure);
});
