import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'playwright/test';

test('a file that a deploy leaves as it was keeps its URL', () => {
  const files = globSync('dist/**/*.{html,js,css,txt,xml}');
  expect(files.length).toBeGreaterThan(10);
  for (const file of files) expect(readFileSync(file, 'utf8'), file).not.toContain('dpl=');
});
