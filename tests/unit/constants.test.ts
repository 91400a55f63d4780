import { expect, test } from 'vitest';
import { KEYS } from '../../netlify/queue/keys.ts';
import { parseSignup } from '../../src/waitlist/shared/contract.ts';
import { editPhone, parsePhone } from '../../src/waitlist/shared/phone.ts';
import { SPOTS_PER_FRIEND } from '../../src/waitlist/shared/referral.ts';

test('what the site promises in numbers: 5 spots a friend, 10 digits, 14 characters, 50 letters', () => {
  expect(SPOTS_PER_FRIEND).toBe(5);
  const digits = ['555123456', '5551234567', '55512345678'];
  expect(digits.map(parsePhone)).toEqual([undefined, '5551234567', undefined]);
  const typed = { previous: '', value: '+47 22 34 56 78 90', caret: 0, inputType: '' };
  expect(editPhone(typed).value).toHaveLength(14);
  const names = ['x'.repeat(50), 'x'.repeat(51)];
  const signups = names.map((lastName) =>
    parseSignup({ firstName: 'Ana', lastName, phone: '5551234567' }),
  );
  expect(signups).toMatchObject([{ ok: true }, { ok: false, fields: ['lastName'] }]);
});

test('the keys of a list that has launched keep their names', () => {
  const keys = Object.values(KEYS).map((key) => (typeof key === 'string' ? key : key('caller')));
  const names = 'members joined consents queue admitted phones waves'.split(' ');
  const counters = ['attempts:caller', 'status-requests:caller'];
  expect(keys).toEqual([...names, ...counters].map((name) => `{waitlist}:${name}`));
});
