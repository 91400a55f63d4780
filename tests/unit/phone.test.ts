import { expect, test } from 'vitest';
import { parsePhone } from '../../src/waitlist/shared/phone.ts';

test('a phone has ten digits with any punctuation, and can start with +1', () => {
  const phones = ['1-555-123-4567', 'tel:+1-555-123-4567', ' 555.123.4567 '];
  expect(phones.map(parsePhone)).toEqual(phones.map(() => '5551234567'));
  expect(parsePhone('1555123456')).toBe('1555123456');
  const short = ['', '555123456', '+1 555 123 456', '٥٥٥١٢٣٤٥٦٧', `${'+'.repeat(1e6)}1`];
  const foreign = ['(+47) 22 34 56 78', '＋47 22 34 56 78', '+1 555 123 45678', '07911123456'];
  expect([...short, ...foreign, '2.0007358E+09'].filter(parsePhone)).toEqual([]);
});
