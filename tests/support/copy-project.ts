import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const COPIED = 'src netlify cli public tools astro.config.mjs package.json .nvmrc'.split(' ');

/** Copies what a site is built and served from, with links to the packages, to a folder with its own caches. */
export function copyProject(): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'project-')));
  const filter = (path: string) => !path.endsWith('node_modules');
  for (const part of COPIED) cpSync(part, join(root, part), { recursive: true, filter });
  mkdirSync(join(root, 'node_modules'));
  for (const name of readdirSync('node_modules')) {
    if (/^\.(astro|cache|vite)/.test(name)) continue;
    symlinkSync(resolve('node_modules', name), join(root, 'node_modules', name));
  }
  return root;
}
