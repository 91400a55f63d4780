import { expect, test } from 'vitest';
import { fillTemplate } from '../../netlify/http/fill-template.ts';

test('a page is filled with text alone, once, and a placeholder without a value with none', () => {
  const page = '<p title="{{a}}">{{a}} sms:?body=Hi%20%7B%7Ba%7D%7D {{b}}[{{x}}%7B%7Bx%7D%7D]';
  const text = '{{b}}&#34;&#62;&#60;i&#62;&#39;&#38;';
  const address = '%7B%7Bb%7D%7D%22%3E%3Ci%3E&#39;%26';
  const filled = `<p title="${text}">${text} sms:?body=Hi%20${address} $&#38;[]`;
  expect(fillTemplate(page, { a: `{{b}}"><i>'&`, b: '$&' })).toBe(filled);
});
