import { expect, test } from 'vitest';
import { breakName, firstViewSizes } from '../../src/pictures/headline.ts';

test('a name stands on one line, unless it is wide and of several words', () => {
  for (const name of ['Fabio', 'Zoë', 'Al Bo', 'Heartwhisperer', 'W'.repeat(20)]) {
    expect(breakName(name)).toEqual([name]);
  }
});

test('a wide one is broken into the two lines that are most even', () => {
  expect(breakName('Romeo & Co')).toEqual(['Romeo', '& Co']);
  expect(breakName('He is so Fabulous')).toEqual(['He is so', 'Fabulous']);
  expect(firstViewSizes('Maximilian Alexander', { width: 1800, height: 1500 })).toBe(
    ':root{--title-ems:5.74;--title-lines:2;--picture-ratio:0.833}',
  );
});
