import { globSync, readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { transformWithOxc } from 'vite';
import packageJson from '../../package.json' with { type: 'json' };
import { bytesSent } from '../support/bytes-sent.ts';
import { copy } from '../support/copy.ts';
import { expect, test } from '../support/site.ts';
import { ANA } from '../support/visitor.ts';

test.use({ deviceScaleFactor: 2 });

const KB = 1024;
const brotli = (source: string | Uint8Array) => brotliCompressSync(source).length;

test('the landing page is one file that fits into the first round trip', async ({ site }) => {
  const html = readFileSync('dist/index.html', 'utf8');
  expect(html).not.toMatch(/rel="stylesheet"|<script[^>]* src=/);
  // The first paint waits for the line that returning members see.
  expect(html).toMatch(/<link rel="expect" href="#join" blocking="render">.*<\/head>/s);
  // A server sends ten packets before it waits: 14,600 bytes. A host adds headers of its own.
  expect(await bytesSent(site.origin)).toBeLessThanOrEqual(14_300);
});

test('each script is written for the oldest supported browsers', async () => {
  const target = packageJson.browserslist.map((range) => range.replace(/(_saf)? >= /, ''));
  const html = readFileSync('dist/index.html', 'utf8');
  const inline = Array.from(
    html.matchAll(/<script[^>]*>(.*?)<\/script>/gs),
    ([, code = '']) => code,
  );
  const files = globSync('dist/_astro/*.js').map((file) => readFileSync(file, 'utf8'));
  expect(inline.length * files.length).toBeGreaterThan(0);
  for (const code of [...inline, ...files]) {
    const { code: asWritten } = await transformWithOxc(code, 'script.js', { target: 'esnext' });
    expect((await transformWithOxc(code, 'script.js', { target })).code).toBe(asWritten);
  }
});

test('each press loads only what it needs', async ({ me, page }) => {
  const requests = me.requestsTo(/./);
  /** Names the files loaded since the last call. */
  const loaded = () => requests.splice(0).map((request) => new URL(request.url()).pathname);
  const sizeOf = (paths: string[], measure = (file: Uint8Array) => file.length) =>
    paths.reduce((sum, path) => sum + measure(readFileSync(`dist${path}`)), 0);
  const [script, font, picture] = [/\.js$/, /\.woff2$/, /\.(avif|webp|jpg)$/];
  const only = (paths: string[], type: RegExp) => paths.filter((path) => type.test(path));

  await page.goto('/', { waitUntil: 'networkidle' });
  const beforeLoad = await page.evaluate(() => {
    const [{ loadEventStart }] = performance.getEntriesByType('navigation') as [
      PerformanceNavigationTiming,
    ];
    const files = performance.getEntriesByType('resource');
    return files.filter(({ startTime }) => startTime < loadEventStart).map(({ name }) => name);
  });
  // More would delay the first paint.
  expect(only(beforeLoad, font)).toHaveLength(1);
  await page.mouse.wheel(0, 300);
  await me.heading(copy.site.product).tap();
  const first = loaded();
  expect(only(first, script)).toEqual([]);
  expect(only(first, picture)).toEqual([expect.stringContaining('.avif')]);
  expect(sizeOf(only(first, picture))).toBeLessThan(35 * KB);
  expect(sizeOf(only(first, font))).toBeLessThan(50 * KB);

  await me.picture.tap();
  await me.scriptArrived();
  await me.send(ANA);
  await expect(me.confirmation).toBeVisible();
  const joining = loaded();
  // React itself is 58 KB, and the copy that it shows 2.
  const scripts = sizeOf(only(joining, script), brotli);
  expect(scripts).toBeGreaterThan(50 * KB);
  expect(scripts).toBeLessThan(69 * KB);
  expect(sizeOf(only(joining, picture))).toBeLessThan(12 * KB);
});
