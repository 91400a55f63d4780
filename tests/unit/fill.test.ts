import { expect, test } from 'vitest';
import { fill, formatPosition } from '../../src/waitlist/shared/fill.ts';

test('a name stands where the text leaves room for it', () => {
  expect(fill("You're in line, {firstName}!", { firstName: 'Zoë' })).toBe("You're in line, Zoë!");
  expect(fill('{a}{b} {a}', { a: '1', b: '2' })).toBe('12 1');
});

test('a name is never read as room for another, or as anything but itself', () => {
  for (const name of ['{link}', '$&', "$'", '\\', '{firstName}', '']) {
    expect(fill('{firstName} {link}', { firstName: name, link: 'x' })).toBe(`${name} x`);
  }
});

test('room that nobody fills stays', () => {
  expect(fill('{nobody} { a } {} {', { a: '1' })).toBe('{nobody} { a } {} {');
});

test.each([
  [999, '999'],
  [1234567, '1,234,567'],
])('position %i reads %s', (position, shown) => {
  expect(formatPosition(position)).toBe(shown);
});
