import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { palette } from '../../src/pictures/palette.ts';

test.each([
  'src/assets/heart.svg',
  'src/assets/preview-home.svg',
  'src/assets/preview-about.svg',
  'src/assets/share-picture.svg',
  'public/favicon.svg',
])('%s has only the colors of tokens.css, and white', (file) => {
  const colors = readFileSync(file, 'utf8').match(/#[0-9a-f]{3,6}(?=")/g) ?? [];
  const allowed: string[] = [...Object.values(palette), '#fff'];
  expect(colors.length).toBeGreaterThan(0);
  expect(colors.filter((color) => !allowed.includes(color))).toEqual([]);
});
