import { expect, test } from 'vitest';
import { breakName, landingSizes } from '../../src/pictures/headline.ts';

test("a name is on one line, unless it's wide and has several words", () => {
  for (const name of ['Fabio', 'Zoë', 'Al Bo', 'Heartwhisperer', 'W'.repeat(20)]) {
    expect(breakName(name)).toEqual([name]);
  }
});

test('a wide name breaks into the two most even lines', () => {
  expect(breakName('Romeo & Co')).toEqual(['Romeo', '& Co']);
  expect(breakName('He is so Fabulous')).toEqual(['He is so', 'Fabulous']);
  expect(
    landingSizes('Maximilian Alexander', { picture: { width: 1800, height: 1500 }, focus: 0.3 }),
  ).toBe(':root{--title-ems:5.74;--title-lines:2;--picture-ratio:0.833;--focus:0.3}');
});
