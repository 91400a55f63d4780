import { readdirSync, readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import type { Request } from 'playwright/test';
import { copy } from '../support/copy.ts';
import { expect, test } from '../support/site.ts';
import { ANA } from '../support/visitor.ts';

const KB = 1024;
const brotli = (source: string | Uint8Array) => brotliCompressSync(source).length;

test('the landing page is 12 KB with all its styles and scripts', () => {
  const landing = readFileSync('dist/index.html', 'utf8');
  expect(landing).not.toMatch(/rel="stylesheet"|<script[^>]* src=/);
  expect(brotli(landing)).toBeLessThan(12 * KB);
});

test('before I mean to join a picture and 50 KB of faces come, and no script', async ({
  me,
  page,
}) => {
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  const faces = () => requests.filter((request) => request.resourceType() === 'font');
  await page.goto('/', { waitUntil: 'load' });
  // Others would delay the first paint.
  expect(faces()).toHaveLength(1);
  await page.waitForLoadState('networkidle');
  await page.mouse.wheel(0, 300);
  await me.heading(copy.site.product).tap();
  const types = requests.map((request) => request.resourceType());
  const icons = types.filter((type) => type === 'other' || type === 'manifest');
  expect(types.toSorted()).toEqual(
    ['document', ...Array(4).fill('font'), 'image', ...icons].toSorted(),
  );
  const files = faces().map((request) => readFileSync(`dist${new URL(request.url()).pathname}`));
  expect(Buffer.concat(files).length).toBeLessThan(50 * KB);
});

test('67 KB of script come when I join, and none is built in vain', async ({ me, page }) => {
  const requested = new Set<string>();
  page.on('request', (request) => requested.add(new URL(request.url()).pathname));
  await me.join(ANA);
  const scripts = readdirSync('dist/_astro').filter((file) => file.endsWith('.js'));
  const soFar = scripts.filter((file) => requested.has(`/_astro/${file}`));
  const sizes = soFar.map((file) => brotli(readFileSync(`dist/_astro/${file}`)));
  // React alone is 58 KB.
  expect(sizes.length).toBeGreaterThan(0);
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(67 * KB);
  await me.showCode.tap();
  if (copy.share.open) {
    await me.sharePictureButton.tap();
    await expect(me.savePicture).toBeVisible();
  }
  const unused = scripts.filter((file) => !requested.has(`/_astro/${file}`));
  expect(unused.filter((file) => copy.share.open || !/share-picture/.test(file))).toEqual([]);
});

test('the share picture is 5 KB of script and 170 KB of picture at most', () => {
  test.skip(!copy.share.open, 'this copy has no share picture');
  const filesIn = (folder: string, part: RegExp) =>
    readdirSync(`dist/${folder}`)
      .filter((name) => part.test(name))
      .map((name) => readFileSync(`dist/${folder}/${name}`));
  const [script = 0] = filesIn('_astro', /^draw-share-picture.*js$/).map(brotli);
  const pictures = filesIn('share-picture', /jpg$/).map(({ length }) => length);
  expect(Math.min(script, ...pictures)).toBeGreaterThan(KB);
  expect(script).toBeLessThan(5 * KB);
  expect(Math.max(...pictures)).toBeLessThan(170 * KB);
  expect(Math.min(...pictures)).toBeLessThan(12 * KB);
});

test('on a phone the picture is 35 KB, as AVIF and as WebP', async ({ visitor }) => {
  const { page } = await visitor({ deviceScaleFactor: 2 });
  await page.goto('/');
  for (const format of ['avif', 'webp']) {
    const source = () => page.evaluate(() => document.images[0]?.currentSrc ?? '');
    await expect.poll(source).toContain(`.${format}`);
    const { length } = await (await page.request.get(await source())).body();
    expect(length).toBeGreaterThan(KB);
    expect(length).toBeLessThan(35 * KB);
    // A browser that does not know AVIF.
    await page.evaluate(() => document.querySelector('source[type="image/avif"]')?.remove());
  }
});
