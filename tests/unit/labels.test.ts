import { expect, test } from 'vitest';
import { fill } from '../../src/waitlist/shared/labels.ts';

test('a text is filled once, and a blank without a value stays', () => {
  expect(fill('{a}{b} {a} {c} { a } {}', { a: '1', b: '2' })).toBe('12 1 {c} { a } {}');
  for (const name of ['{link}', '$&', "$'", '\\', '{firstName}', '']) {
    expect(fill('{firstName} {link}', { firstName: name, link: 'x' })).toBe(`${name} x`);
  }
});
