import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { copyProject } from '../support/copy-project.ts';

const root = mkdtempSync(join(tmpdir(), 'picture-'));
afterAll(() => rmSync(root, { recursive: true }));

test('the site has only copies of an uploaded picture, without the place where it was taken', async () => {
  copyProject(root);
  const size = { width: 1200, height: 1000, channels: 3, background: 'crimson' } as const;
  const place = { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' };
  const upload = sharp({ create: size }).withExif({ IFD0: { Make: 'A phone' }, IFD3: place });
  const original = await upload.jpeg().toBuffer();
  writeFileSync(join(root, 'src/assets/phone.jpg'), original);
  const landing = join(root, 'src/content/landing.md');
  const text = readFileSync(landing, 'utf8').replace(/^picture: .*/m, 'picture: phone.jpg');
  writeFileSync(landing, text);

  const astro = ['node_modules/astro/bin/astro.mjs', 'build'];
  await promisify(execFile)(process.execPath, astro, { cwd: root });

  const files = readdirSync(join(root, 'dist'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  expect(files.filter((file) => /phone\..*\.(avif|webp)$/.test(file))).toHaveLength(4);
  for (const file of files) {
    const content = readFileSync(file);
    expect(content.equals(original), file).toBe(false);
    if (!/\.(avif|jpe?g|png|webp)$/.test(file)) continue;
    expect((await sharp(content).metadata()).exif, file).toBeUndefined();
  }
}, 120_000);
