import fc from 'fast-check';
import { expect, test } from 'vitest';
import { guardFormula, unguardFormula } from '../../cli/formula-guard.ts';

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠a'])(
  'no cell begins with %j',
  (text) => {
    expect(guardFormula(text)).toBe(`'${text}`);
  },
);

test.each(['Ana', "O'Brien", "'", "'n Boer", '', '1=1', ' =1'])('%j stays as it is', (text) => {
  expect(guardFormula(text)).toBe(text);
});

test('what was guarded comes back, apostrophes and all', () => {
  const text = fc.string({ unit: fc.constantFrom("'", '=', '＝', '-', '\t', 'a', ' ') });
  fc.assert(
    fc.property(text, (name) => {
      expect(unguardFormula(guardFormula(name))).toBe(name);
    }),
  );
});
