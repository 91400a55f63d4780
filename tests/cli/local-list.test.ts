import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { copyProject } from '../support/copy-project.ts';

test('Ctrl-C while the local list is being opened leaves no Redis behind', async () => {
  const root = mkdtempSync(join(tmpdir(), 'local-list-'));
  copyProject(root);
  const socket = join(root, '.data/redis/redis.sock');
  const stats = ['tools/local/command-line.ts', '--local', 'stats'];
  const command = spawn(process.execPath, stats, { cwd: root });
  while (!existsSync(socket)) await setImmediate();
  command.kill('SIGINT');
  expect(await once(command, 'exit')).toEqual([130, null]);
  // Redis removes it when it ends.
  expect(existsSync(socket)).toBe(false);
  rmSync(root, { recursive: true });
});
