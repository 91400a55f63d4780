import { expect, test } from 'vitest';
import { KEYS } from '../support/waitlist.ts';

test('the keys of a waitlist that has launched keep their names', () => {
  const keys = Object.values(KEYS).map((key) => (typeof key === 'string' ? key : key('caller')));
  const names = 'members joined consents queue admitted phones waves importing'.split(' ');
  const passing = ['reading', 'attempts', 'status-requests'].map((name) => `${name}:caller`);
  expect(keys).toEqual([...names, ...passing].map((name) => `{waitlist}:${name}`));
});
