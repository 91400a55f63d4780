import { expect, test } from 'vitest';
import { breakName } from '../../src/waitlist/ui/draw-share-picture.ts';

test.each([
  [['Ana Marie-', 'Luise']],
  [['Wolfeschlegelstei', 'nhausenbergerdorff']],
  // Arabic joins its letters.
  [['عبدالرحمنعبدالرحيم']],
])('the share picture breaks a name like this: %j', (lines) => {
  expect(breakName(lines.join(''))).toEqual(lines);
});
