import fc from 'fast-check';
import { expect, test } from 'vitest';
import { guardFormula, unguardFormula } from '../../cli/formula-guard.ts';

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠a'])(
  'no cell begins with %j',
  (text) => {
    expect(guardFormula(text)[0]).toBe("'");
  },
);

test.each([
  ['x;=1+1', "x;'=1+1"],
  ['x\t@A1;-2', "x\t'@A1;'-2"],
  ['x\n=1', "x\n'=1"],
])('where a spreadsheet may split %j, neither', (text, cell) => {
  expect(guardFormula(text)).toBe(cell);
});

test.each(['Ana', "O'Brien", "'", "'n Boer", '', '1=1', ' =1', 'a;b', "a;'b"])(
  '%j stays as it is',
  (text) => {
    expect(guardFormula(text)).toBe(text);
  },
);

test('what was guarded comes back, apostrophes and all', () => {
  const text = fc.string({ unit: fc.constantFrom("'", '=', '＝', '-', ';', '\t', '\n', 'a', ' ') });
  fc.assert(
    fc.property(text, (name) => {
      expect(unguardFormula(guardFormula(name))).toBe(name);
    }),
  );
});
