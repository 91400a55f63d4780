import { expect, test } from 'vitest';
import { fillPlaceholders } from '../../src/waitlist/shared/labels.ts';

test('a text is filled in one pass, and a placeholder without a value stays', () => {
  expect(fillPlaceholders('{a}{b} {a} {c} { a } {}', { a: '1', b: '2' })).toBe('12 1 {c} { a } {}');
  for (const name of ['{link}', '$&', "$'", '\\', '{name}', '']) {
    expect(fillPlaceholders('{name} {link}', { name, link: 'x' })).toBe(`${name} x`);
  }
});
