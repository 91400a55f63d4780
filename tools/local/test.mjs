// `npm test` runs one part after the other, up to the first that fails, and says how long each one took.
import { spawnSync } from 'node:child_process';
import { findWebKit } from './browser.mjs';

const PARTS = ['npm run -s check', 'npm run -s build', 'vitest run', 'playwright test'];
if (findWebKit()) PARTS.push('playwright test -c tests/webkit');

const times = [];
for (const part of PARTS) {
  const started = performance.now();
  const { status } = spawnSync(part, { shell: true, stdio: 'inherit' });
  const seconds = ((performance.now() - started) / 1000).toFixed(0).padStart(4);
  times.push(`${seconds} s  ${part}${status ? '  failed' : ''}`);
  process.exitCode = Number(status !== 0);
  if (process.exitCode) break;
}
console.log(`\n${times.join('\n')}`);
