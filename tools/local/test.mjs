// `npm test`: one part after the other, up to the first that fails, and how long each one took.
import { spawnSync } from 'node:child_process';
import { findWebKit } from './browser.mjs';

const PARTS = [
  'npm run -s check:content',
  'npm run -s check',
  'vitest run',
  'npm run -s build',
  'playwright test',
];
if (findWebKit()) PARTS.push('playwright test -c tests/webkit');

let status = 0;
const times = [];
for (const part of PARTS) {
  const started = performance.now();
  status = spawnSync(part, { shell: true, stdio: 'inherit' }).status ?? 1;
  times.push(`${((performance.now() - started) / 1000).toFixed(0).padStart(4)} s  ${part}`);
  if (status) break;
}
console.log(`\n${times.join('\n')}${status ? '  failed' : ''}`);
process.exitCode = status;
