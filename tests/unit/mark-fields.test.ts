import { expect, test } from 'vitest';
import { markFields } from '../../netlify/http/mark-fields.ts';

const PAGE = '<input name="firstName"><input name="phone"><input name="consent" value="1a2b3c4d">';
const marks = (name: string, typed: object) =>
  markFields(PAGE, { name, status: 400, answer: {}, typed })
    .split('<')
    .slice(1)
    .map((tag) => ['invalid', 'autofocus', 'checked'].filter((mark) => tag.includes(mark)));

test.each([
  ['empty_field', {}, ['invalid', 'autofocus'], ['invalid'], []],
  [
    'invalid_phone',
    { firstName: 'A', lastName: 'B', phone: '1' },
    [],
    ['invalid', 'autofocus'],
    [],
  ],
  ['phone_registered', { consent: '1a2b3c4d' }, [], ['invalid', 'autofocus'], ['checked']],
  ['unavailable', { consent: '4d3c2b1a' }, [], [], []],
])('after %s the form marks what it is about and keeps the box: %j', (name, typed, ...marked) => {
  expect(marks(name, typed)).toEqual(marked);
});
