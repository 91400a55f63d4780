import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const PARTS = ['tools', 'netlify', 'public', 'src', 'astro.config.mjs', 'netlify.toml'];

/** A copy of the project for a marketer to edit and a developer to build. */
export function copyProject() {
  const root = mkdtempSync(join(tmpdir(), 'copy-'));
  for (const part of [...PARTS, 'package.json', 'tsconfig.json']) {
    cpSync(part, join(root, part), { recursive: true });
  }
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
  return {
    root,
    /** Replaces what `pattern` finds in src/content/`file`; throws where it finds nothing. */
    edit(file: string, pattern: RegExp, text: string) {
      const path = join(root, 'src/content', file);
      const before = readFileSync(path, 'utf8');
      if (!pattern.test(before)) throw new Error(`${file} has nothing like ${pattern}`);
      writeFileSync(path, before.replace(pattern, text));
    },
    /** Runs one of Astro's commands and resolves with its exit code and all that it printed. */
    astro(command: 'build' | 'sync') {
      const program = resolve('node_modules/.bin/astro');
      const options = { cwd: root, env: { ...process.env, NO_COLOR: '1' } };
      return new Promise<{ code: number; output: string }>((done) => {
        const child = execFile(program, [command], options, (_, stdout, stderr) => {
          done({ code: child.exitCode ?? 1, output: stdout + stderr });
        });
      });
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
