import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { packFunctions } from '../../tools/local/packed-functions.ts';

/** Compressed, without what the platform adds, pages and texts. */
const MAX_BYTES = 60 * 1024;

test('each function is 60 KB as Netlify packs it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'packed-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const packed = await packFunctions(resolve('.'), folder, 'none');
  const names = packed.map(({ name }) => name.replace('waitlist-', ''));
  expect(names.sort()).toEqual(['leave', 'signup', 'status']);
  for (const { name, path } of packed) {
    const bytes = readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile() && !/^___netlify-|\.(html|md)$/.test(file.name))
      .map((file) => gzipSync(readFileSync(join(file.parentPath, file.name))).length)
      .reduce((sum, size) => sum + size, 0);
    expect(bytes, name).toBeGreaterThan(20 * 1024);
    expect(bytes, name).toBeLessThan(MAX_BYTES);
  }
}, 60_000);
