import fc from 'fast-check';
import { expect, test } from 'vitest';
import { guardFormula, unguardFormula } from '../../cli/formula-guard.ts';

const RUN = ['=1+1', '+1', '-1', '@SUM(A1)', '＝1', '＋1', '－1', '＠a'];
const PLAIN = ['Ana', "O'Brien", "'", "'n Boer", '', '1=1', ' =1', 'a;b', "a;'b"];

test.each([
  ...RUN.map((text) => [text, `'${text}`]),
  ...PLAIN.map((text) => [text, text]),
  ['\r=1', "'\r'=1"],
  ['x;=1+1', "x;'=1+1"],
  ['x\t@A1;-2', "x\t'@A1;'-2"],
  ['x\n=1', "x\n'=1"],
])('in CSV, %j is written as %j', (text = '', cell) => {
  expect(guardFormula(text)).toBe(cell);
});

test('what was guarded comes back, apostrophes and all', () => {
  const text = fc.string({ unit: fc.constantFrom("'", '=', '＝', '-', ';', '\t', '\n', 'a', ' ') });
  fc.assert(
    fc.property(text, (name) => {
      expect(unguardFormula(guardFormula(name))).toBe(name);
    }),
  );
});
