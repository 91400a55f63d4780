import { expect, test } from 'vitest';
import { POSITIONS_PER_FRIEND } from '../../src/waitlist/shared/referral.ts';
import { KEYS } from '../support/waitlist.ts';

test('a friend is worth 5 positions, on a list that has launched for ever', () => {
  expect(POSITIONS_PER_FRIEND).toBe(5);
});

test('the keys of a list that has launched keep their names', () => {
  const keys = Object.values(KEYS).map((key) => (typeof key === 'string' ? key : key('caller')));
  const names = 'members joined consents queue admitted phones waves importing'.split(' ');
  const passing = ['reading', 'attempts', 'status-requests'].map((name) => `${name}:caller`);
  expect(keys).toEqual([...names, ...passing].map((name) => `{waitlist}:${name}`));
});
