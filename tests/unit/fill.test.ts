import { expect, test } from 'vitest';
import { fillBlanks } from '../../netlify/http/fill-blanks.ts';
import { fill, formatPosition } from '../../src/waitlist/shared/fill.ts';

test('a text is filled once, and a blank without a value stays', () => {
  expect(fill('{a}{b} {a} {c} { a } {}', { a: '1', b: '2' })).toBe('12 1 {c} { a } {}');
  for (const name of ['{link}', '$&', "$'", '\\', '{firstName}', '']) {
    expect(fill('{firstName} {link}', { firstName: name, link: 'x' })).toBe(`${name} x`);
  }
});

test('a position has commas', () => {
  expect([999, 1_234_567].map(formatPosition)).toEqual(['999', '1,234,567']);
});

test.each([
  [
    '<p title="{{a}}">{{a}}</p>',
    `"><i>'&`,
    '<p title="&quot;&gt;&lt;i&gt;&#39;&amp;">&quot;&gt;&lt;i&gt;&#39;&amp;</p>',
  ],
  [
    'sms:?&amp;body=Hi%20%7B%7Ba%7D%7D',
    "https://x.y/?ref=A&b'",
    'sms:?&amp;body=Hi%20https%3A%2F%2Fx.y%2F%3Fref%3DA%26b&#39;',
  ],
  ['{{a}} {{b}}', '{{b}}', '{{b}} $&amp;'],
  ['[{{nobody}}%7B%7Bnobody%7D%7D]', '', '[]'],
])('the page %s is filled with text alone', (page, a, filled) => {
  expect(fillBlanks(page, { a, b: '$&' })).toBe(filled);
});
