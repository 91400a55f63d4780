import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { palette } from '../../src/pictures/palette.ts';

test.each([
  'src/assets/heart.svg',
  'src/assets/preview-home.svg',
  'src/assets/preview-about.svg',
  'src/assets/share-picture.svg',
  'public/favicon.svg',
])('%s has the colours of the page, and white and black only in masks', (file) => {
  const colours = readFileSync(file, 'utf8').match(/#[0-9a-f]{3,6}(?=")/g) ?? [];
  const allowed: string[] = [...Object.values(palette), '#fff'];
  expect(colours.length).toBeGreaterThan(0);
  expect(colours.filter((colour) => !allowed.includes(colour))).toEqual([]);
});
