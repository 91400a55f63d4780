import { expect, test } from 'vitest';
import { markFields } from '../../netlify/http/mark-fields.ts';

const PAGE = '<input name="firstName"><input name="phone"><input name="consent" value="1a2b3c4d">';
const ana = { firstName: 'Ana', lastName: 'Lee', phone: '1' };

test.each([
  ['empty_field', {}, [['invalid', 'autofocus'], ['invalid'], []]],
  ['invalid_phone', ana, [[], ['invalid', 'autofocus'], []]],
  ['phone_registered', { consent: '1a2b3c4d' }, [[], ['invalid', 'autofocus'], ['checked']]],
  ['unavailable', { consent: '4d3c2b1a' }, [[], [], []]],
])('after %s the form marks its wrong fields and keeps the tick: %j', (name, typed, marked) => {
  const page = markFields(PAGE, { name, status: 400, answer: {}, typed });
  const marks = (tag: string) =>
    ['invalid', 'autofocus', 'checked'].filter((it) => tag.includes(it));
  expect(page.split('<').slice(1).map(marks)).toEqual(marked);
});
