import { expect, test } from 'vitest';
import { DRAWINGS, palette, readDrawing } from '../../src/pictures/palette.ts';

const others = Object.keys(palette).map((name, index) => [name, `#00000${index}`]);

test.each(DRAWINGS)('the drawing %s has no color of its own but white', (name) => {
  const drawing = readDrawing(name, Object.fromEntries(others));
  const colors = drawing.match(/#[0-9a-f]{3,6}(?=")/gi) ?? [];
  expect(colors.length).toBeGreaterThan(0);
  expect(colors.filter((color) => !/^#(fff|00000\d)$/.test(color))).toEqual([]);
});
