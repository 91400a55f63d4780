import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('the built site has converted pictures, and none as it was uploaded', () => {
  const read = (folder: string) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(avif|jpe?g|png|webp)$/i.test(entry.name))
      .map(({ parentPath, name }) => readFileSync(join(parentPath, name)));
  const published = read('dist/_astro');
  expect(published).toHaveLength(4);
  for (const upload of read('src/assets'))
    expect(published.some((file) => file.equals(upload))).toBe(false);
});
