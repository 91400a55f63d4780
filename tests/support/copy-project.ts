import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Copies what a server or a build needs; the packages are linked. */
export function copyProject(root: string) {
  const folders = ['src', 'netlify', 'cli', 'public', 'tools'];
  for (const part of [...folders, 'astro.config.mjs', 'package.json']) {
    cpSync(part, join(root, part), { recursive: true });
  }
  mkdirSync(join(root, 'node_modules'));
  // The copy has its own caches.
  const packages = readdirSync('node_modules').filter(
    (name) => !/^\.(astro|cache|vite)/.test(name),
  );
  for (const name of packages)
    symlinkSync(resolve('node_modules', name), join(root, 'node_modules', name));
}
