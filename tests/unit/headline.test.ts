import { expect, test } from 'vitest';
import { landingSizes } from '../../src/pictures/headline.ts';

test('the landing page knows how wide the name and how high the picture is', () => {
  const landing = { picture: { width: 1800, height: 1500 }, focus: 0.3 };
  const sizes = ':root{--title-ems:2.85;--picture-ratio:0.833;--focus:0.3}';
  expect(landingSizes('Fabio', landing)).toBe(sizes);
  // An accent adds no width.
  expect(landingSizes('Fábiö', landing)).toBe(sizes);
});
