import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fillBlanks } from '../../netlify/http/fill-blanks.ts';

describe('filling the blanks of a page', () => {
  test('what she typed is text, whatever it is', () => {
    expect(fillBlanks('<p title="{{a}}">{{a}}</p>', { a: `"><script>'&` })).toBe(
      '<p title="&quot;&gt;&lt;script&gt;&#39;&amp;">&quot;&gt;&lt;script&gt;&#39;&amp;</p>',
    );
  });

  test('a blank inside an address is percent-encoded', () => {
    expect(
      fillBlanks('sms:?&amp;body=Hi%20%7B%7Blink%7D%7D', { link: 'https://x.y/?ref=A&b' }),
    ).toBe('sms:?&amp;body=Hi%20https%3A%2F%2Fx.y%2F%3Fref%3DA%26b');
  });

  test('a value that looks like a blank stays what it is', () => {
    expect(fillBlanks('{{a}} {{b}}', { a: '{{b}}', b: '$&' })).toBe('{{b}} $&amp;');
  });

  test('a blank without a value is empty', () => {
    expect(fillBlanks('[{{a}}]', {})).toBe('[]');
  });

  test('no value ever opens a tag or ends an attribute', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...`<>"'&{}%7Bax`) }), (a) => {
        expect(fillBlanks('{{a}}', { a })).not.toMatch(/[<>"']/);
      }),
    );
  });
});
