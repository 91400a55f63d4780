// `npm test`: one part after the other, up to the first that fails, and how long each one took. With
// `--edited-content`, all parts on two copies of the project in which every text, name and picture is
// another one.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findWebKit } from './browser.mjs';

const PARTS = ['npm run -s check', 'vitest run', 'npm run -s build', 'playwright test'];
if (findWebKit()) PARTS.push('playwright test -c tests/webkit');

const times = [];
let failed = false;
function run(part, where = '', options = {}) {
  const started = performance.now();
  const { status } = spawnSync(part, { shell: true, stdio: 'inherit', ...options });
  const seconds = ((performance.now() - started) / 1000).toFixed(0).padStart(4);
  times.push(`${seconds} s  ${part}${where}${status ? '  failed' : ''}`);
  failed ||= status !== 0;
}

if (process.argv.includes('--edited-content')) {
  for (const how of ['long', 'short']) {
    const cwd = mkdtempSync(join(tmpdir(), `${how}-`));
    execFileSync('node', ['tests/support/edit-content.ts', cwd, how]);
    const env = { ...process.env, EDITED_CONTENT: how };
    for (const part of PARTS) run(part, ` in ${cwd}`, { cwd, env });
  }
} else {
  for (const part of PARTS) if (!failed) run(part);
}
console.log(`\n${times.join('\n')}`);
process.exitCode = Number(failed);
