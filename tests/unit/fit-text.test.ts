import { expect, test } from 'vitest';
import { fitText, wrapText } from '../../src/waitlist/shared/fit-text.ts';

test('a text is as large as its box allows, but not smaller than the smallest size', () => {
  const sizeIn = (width: number, height: number) =>
    fitText({ width, height, size: 40 }, 8, (size) => ({ size, width: size, height: size })).size;
  expect([sizeIn(20, 30), sizeIn(30, 20), sizeIn(50, 50), sizeIn(5, 5)]).toEqual([20, 20, 40, 8]);
});

test.each([
  [7, ['Ana Lee', 'Ito']],
  [6, ['Ana', 'Lee', 'Ito']],
  [11, ['Ana Lee Ito']],
])('in lines of %i letters, three names wrap as %j', (width, lines) => {
  expect(wrapText(['Ana ', 'Lee ', 'Ito'], width, (line) => line.length)).toEqual(lines);
});

test('a soft hyphen shows only at the end of a line', () => {
  const parts = ['extra\u00ad', 'ordi\u00ad', 'nary'];
  expect(wrapText(parts, 10, (line) => line.length)).toEqual(['extraordi-', 'nary']);
  expect(wrapText(parts, 13, (line) => line.length)).toEqual(['extraordinary']);
});
