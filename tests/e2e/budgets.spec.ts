import { readdirSync, readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import type { Response } from 'playwright/test';
import { expect, test } from '../support/site.ts';
import { ANA } from '../support/visitor.ts';

const KB = 1024;
const brotli = (source: string | Uint8Array) => brotliCompressSync(source).length;

test('the landing page is 12 KB with all its styles and scripts', () => {
  const landing = readFileSync('dist/index.html', 'utf8');
  expect(landing).not.toMatch(/rel="stylesheet"|<script[^>]* src=/);
  expect(brotli(landing)).toBeLessThan(12 * KB);
});

test('67 KB of script come when I join, and none is built in vain', async ({ me, page }) => {
  const asked = new Set<string>();
  page.on('request', (request) => asked.add(new URL(request.url()).pathname));
  await me.join(ANA);
  const scripts = readdirSync('dist/_astro').filter((file) => file.endsWith('.js'));
  const soFar = scripts.filter((file) => asked.has(`/_astro/${file}`));
  const sizes = soFar.map((file) => brotli(readFileSync(`dist/_astro/${file}`)));
  // React alone is 58 KB.
  expect(sizes.length).toBeGreaterThan(0);
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(67 * KB);
  await me.showCode.tap();
  await me.sharePictureKey.tap();
  await expect(me.savePicture).toBeVisible();
  expect(scripts.filter((file) => !asked.has(`/_astro/${file}`))).toEqual([]);
});

test('the share picture is 5 KB of script, 170 KB of picture, and 55 KB of faces at most', () => {
  const filesIn = (folder: string, part: RegExp) =>
    readdirSync(`dist/${folder}`)
      .filter((name) => part.test(name))
      .map((name) => readFileSync(`dist/${folder}/${name}`));
  const sum = (sizes: number[]) => sizes.reduce((all, size) => all + size, 0);
  const script = sum(filesIn('_astro', /^draw-share-picture.*js$/).map(brotli));
  const faces = sum(filesIn('_astro', /900-italic/).map(({ length }) => length));
  const pictures = filesIn('share-picture', /jpg$/).map(({ length }) => length);
  expect(Math.min(script, faces, ...pictures)).toBeGreaterThan(KB);
  expect(script).toBeLessThan(5 * KB);
  expect(faces).toBeLessThan(55 * KB);
  expect(Math.max(...pictures)).toBeLessThan(170 * KB);
  expect(Math.min(...pictures)).toBeLessThan(12 * KB);
});

for (const [format, unknown] of [
  ['avif', /$^/],
  ['webp', /<source[^>]*image\/avif[^>]*>/g],
] as const) {
  test(`on a phone the picture is 35 KB and the bust 12 KB, as ${format}`, async ({ visitor }) => {
    const { page } = await visitor({ deviceScaleFactor: 2 });
    await page.route('/', async (route) => {
      const response = await route.fetch();
      const html = await response.text();
      await route.fulfill({ response, body: html.replace(unknown, '') });
    });
    const images: Response[] = [];
    page.on('response', (it) => it.request().resourceType() === 'image' && images.push(it));
    await page.goto('/', { waitUntil: 'networkidle' });
    const types = await Promise.all(images.map((it) => it.headerValue('content-type')));
    expect(types).toEqual([`image/${format}`, `image/${format}`]);
    const sizes = await Promise.all(images.map((it) => it.request().sizes()));
    const [bust = 0, hero = 0] = sizes.map((it) => it.responseBodySize).sort((a, b) => a - b);
    expect(bust).toBeGreaterThan(KB);
    expect(bust).toBeLessThan(12 * KB);
    expect(hero).toBeLessThan(35 * KB);
  });
}
