import { readdirSync, readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import type { Request } from 'playwright/test';
import { copy } from '../support/copy.ts';
import { expect, test } from '../support/site.ts';
import { ANA } from '../support/visitor.ts';

const KB = 1024;
const brotli = (source: string | Uint8Array) => brotliCompressSync(source).length;

test('the landing page is at most 12 KB with all its styles and scripts', () => {
  const landing = readFileSync('dist/index.html', 'utf8');
  expect(landing).not.toMatch(/rel="stylesheet"|<script[^>]* src=/);
  expect(brotli(landing)).toBeLessThan(12 * KB);
});

test('until I join, only a picture and 50 KB of fonts load', async ({ me, page }) => {
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  const fonts = () => requests.filter((request) => request.resourceType() === 'font');
  await page.goto('/', { waitUntil: 'load' });
  // More would delay the first paint.
  expect(fonts()).toHaveLength(1);
  await page.waitForLoadState('networkidle');
  await page.mouse.wheel(0, 300);
  await me.heading(copy.site.product).tap();
  const types = requests.map((request) => request.resourceType());
  const loaded = types.filter((type) => type !== 'other');
  expect(loaded.toSorted()).toEqual(['document', 'font', 'font', 'font', 'font', 'image']);
  const files = fonts().map((request) => readFileSync(`dist${new URL(request.url()).pathname}`));
  expect(Buffer.concat(files).length).toBeLessThan(50 * KB);
});

test('joining loads at most 67 KB of script, and every script is used', async ({ me, page }) => {
  const requested = new Set<string>();
  page.on('request', (request) => requested.add(new URL(request.url()).pathname));
  await me.join(ANA);
  const scripts = readdirSync('dist/_astro').filter((file) => file.endsWith('.js'));
  const isRequested = (file: string) => requested.has(`/_astro/${file}`);
  const loaded = scripts.filter(isRequested).map((file) => readFileSync(`dist/_astro/${file}`));
  // React itself is 58 KB.
  const size = loaded.reduce((sum, script) => sum + brotli(script), 0);
  expect(size).toBeGreaterThan(50 * KB);
  expect(size).toBeLessThan(67 * KB);
  await me.showCode.tap();
  await me.sharePictureButton.tap();
  await expect(me.savePicture).toBeVisible();
  expect(scripts.filter((file) => !isRequested(file))).toEqual([]);
});

test('the share picture is at most 5 KB of script and 170 KB of pictures', () => {
  const script = readdirSync('dist/_astro').find((name) => name.startsWith('draw-share-picture'));
  expect(brotli(readFileSync(`dist/_astro/${script}`))).toBeLessThan(5 * KB);
  const sizeOf = (name: string) => readFileSync(`dist/pictures/${name}.jpg`).length;
  expect(sizeOf('share-picture')).toBeLessThan(170 * KB);
  expect(sizeOf('share-picture-small')).toBeLessThan(12 * KB);
});

test('on a phone the picture is at most 35 KB, as AVIF and as WebP', async ({ visitor }) => {
  const { page } = await visitor({ deviceScaleFactor: 2 });
  await page.goto('/');
  for (const format of ['avif', 'webp']) {
    const source = () => page.evaluate(() => document.images[0]?.currentSrc ?? '');
    await expect.poll(source).toContain(`.${format}`);
    const { length } = await (await page.request.get(await source())).body();
    expect(length).toBeGreaterThan(KB);
    expect(length).toBeLessThan(35 * KB);
    // Now like a browser without AVIF.
    await page.evaluate(() => document.querySelector('source[type="image/avif"]')?.remove());
  }
});
