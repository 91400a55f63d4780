import { expect, test } from 'vitest';
import { breakName } from '../../src/waitlist/ui/draw-share-picture.ts';

test('the share picture breaks a long name near its middle', () => {
  expect(breakName('Ana Marie-Luise')).toEqual(['Ana Marie-', 'Luise']);
});
