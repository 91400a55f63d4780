/**
 * What the waitlist does when things break, on a real Redis behind the REST gateway:
 *   npm run bench:faults             the full run, some minutes
 *   npm run bench:faults -- --short  the form that `npm test` runs (tests/function/faults.test.ts)
 */

import { silenceLog } from './faults/function.ts';
import { figureOf, type Row, rows } from './faults/rows.ts';
import { FULL, SHORT } from './faults/scale.ts';
import { table } from './markdown.ts';

function verdict({ sound, known }: Row): string {
  if (sound) return 'yes';
  return known ? 'no, as known: docs/operations.md' : 'NO';
}

const print = console.log;
silenceLog();
const scale = process.argv.includes('--short') ? SHORT : FULL;
const results: Row[] = [];
for await (const row of rows(scale)) {
  results.push(row);
  process.stderr.write(`${row.fault}: as it must be: ${verdict(row)}\n`);
  for (const problem of row.problems.slice(0, 5)) process.stderr.write(`  ${problem}\n`);
}
print(`\nSeed ${scale.seed}, ${scale.clients} clients.\n`);
print(
  table(
    ['fault', 'how often', 'what came of it', 'time', 'as it must be'],
    results.map((row) => [row.fault, row.often, row.outcome, figureOf(row.ms), verdict(row)]),
  ),
);
process.exitCode = results.every(({ sound, known }) => sound || known) ? 0 : 1;
