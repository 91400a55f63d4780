import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from '../support/site.ts';
import { ANA, join, screen, scriptArrived } from '../support/visitor.ts';

const run = promisify(execFile);
const KB = 1024;
const brotli = (source: string | Uint8Array) => brotliCompressSync(source).length;
const landing = () => readFileSync('dist/index.html', 'utf8');
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

/** Says the figure in the report, whether or not it is within its budget. */
function budget(name: string, bytes: number, atMost: number) {
  test.info().annotations.push({ type: name, description: `${bytes} of ${atMost} bytes` });
  expect(bytes, name).toBeLessThanOrEqual(atMost);
  expect(bytes, `${name} was measured`).toBeGreaterThan(0);
}

test('the landing page is 6 KB with all its styles', () => {
  expect(landing()).not.toContain('rel="stylesheet"');
  budget('landing HTML, brotli', brotli(landing()), 6 * KB);
});

test('2 KB of script stand in it', () => {
  const scripts = [...landing().matchAll(/<script(?![^>]* src=)[^>]*>([\s\S]*?)<\/script>/g)];
  const source = scripts.map(([, text]) => text).join('\n');
  expect(landing()).not.toMatch(/<script[^>]* src=/);
  test.info().annotations.push({ type: 'inline script, raw', description: `${source.length}` });
  budget('inline script, brotli', brotli(source), 2 * KB);
});

test('64 KB of script come after I mean to join, 5 KB of them ours', async ({ page }) => {
  const files = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'script') files.add(new URL(request.url()).pathname);
  });
  await page.goto('/#join');
  await scriptArrived(page);
  const sizes = [...files].map((file) => ({ file, size: brotli(readFileSync(`dist${file}`)) }));
  const ours = sizes.filter(({ file }) => file.includes('/WaitlistIsland'));
  budget('script after intent, brotli', sum(sizes.map(({ size }) => size)), 64 * KB);
  budget('of which ours', sum(ours.map(({ size }) => size)), 5 * KB);
});

test('no script is built that nobody asks for', async ({ page }) => {
  const files = new Set<string>();
  page.on('request', (request) => files.add(new URL(request.url()).pathname));
  await join(page, ANA);
  expect([...files].filter((file) => file.includes('draw-code'))).toEqual([]);
  await screen(page).showCode.tap();
  await expect(screen(page).code).toBeVisible();
  const built = readdirSync('dist/_astro').filter((file) => file.endsWith('.js'));
  expect(built.filter((file) => !files.has(`/_astro/${file}`))).toEqual([]);
});

for (const [format, unknown] of [
  ['avif', []],
  ['webp', [/<source[^>]*image\/avif[^>]*>/g]],
] as const) {
  test(`the hero is 35 KB on a phone, as ${format}`, async ({ page }) => {
    await page.route('/', async (route) => {
      const response = await route.fetch();
      const html = await response.text();
      const body = unknown.reduce((rest, source) => rest.replace(source, ''), html);
      await route.fulfill({ response, body });
    });
    const image = page.waitForResponse((response) => response.request().resourceType() === 'image');
    await page.goto('/');
    await expect(screen(page).picture.getByRole('img')).toBeVisible();
    expect(await (await image).headerValue('content-type')).toBe(`image/${format}`);
    // At 390 x 844 with two dots to the pixel (playwright.config.ts).
    const { responseBodySize } = await (await image).request().sizes();
    budget(`hero, ${format}`, responseBodySize, 35 * KB);
  });
}

test('each function is 60 KB as Netlify packs it, without the platform’s own', async () => {
  const folder = test.info().outputPath();
  const { stdout } = await run(process.execPath, ['tests/support/packed-sizes.ts', folder]);
  const functions: Record<string, { name: string; size: number }[]> = JSON.parse(stdout);
  expect(Object.keys(functions).sort()).toEqual(['waitlist-signup', 'waitlist-status']);
  for (const [name, entries] of Object.entries(functions)) {
    const ours = entries.filter((entry) => !entry.name.includes('___netlify-'));
    for (const { name: file, size } of ours) {
      test.info().annotations.push({ type: `${name}: ${file}`, description: `${size}` });
    }
    expect(ours.filter((entry) => entry.name.endsWith('.html'))).toHaveLength(2);
    budget(`${name}, zipped`, sum(ours.map(({ size }) => size)), 60 * KB);
  }
});
