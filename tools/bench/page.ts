/**
 * The built page beside the same page without script, and beside its words and fields alone:
 *   npm run bench:page                 ten minutes
 *   npm run bench:page -- ../other     and beside another checkout, in turn
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { writeResponse } from 'astro/app/node';
import { chromium } from 'playwright';
import { freePort } from '../../tests/support/start-preview.ts';
import { findBrowser } from '../local/browser.mjs';
import { toRequest } from '../local/function-call.ts';
import { openSite } from '../local/static-site.ts';
import { median } from './figures.ts';

/** Fetched when it is first asked for: it is large, and few people run this. */
const LIGHTHOUSE = 'lighthouse@13.5.0';
const TYPED = ['Marguerite', 'Featherstone', '2125550100'].join('\t');
/** Three times as fast as people type on a phone (Palin et al., 2019). */
const KEY_MS = 110;

const ROUNDS = 7;

/** Serves a built folder, its page changed. */
async function serve(name: string, folder: string, change?: (html: string) => string) {
  const root = mkdtempSync(join(tmpdir(), 'bench-page-'));
  process.once('exit', () => rmSync(root, { recursive: true }));
  for (const part of ['dist', 'netlify.toml']) {
    cpSync(join(folder, part), join(root, part), { recursive: true });
  }
  const page = join(root, 'dist/index.html');
  if (change) writeFileSync(page, change(readFileSync(page, 'utf8')));
  const answer = openSite(root);
  const server = createServer(async (incoming, outgoing) =>
    writeResponse(await answer(toRequest(incoming)), outgoing),
  );
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return { name, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** The island's element stays: CSS knows it. */
const withoutScript = (html: string) =>
  html
    .replace(/<script\b[^>]*>.*?<\/script>/gs, '')
    .replace(/<link\b[^>]*\brel="modulepreload"[^>]*>/g, '')
    .replace(/<astro-island(?:\s[\w-]+(?:="[^"]*")?)*>/g, '<astro-island>');

/** The words as one paragraph in the link, and the form that it opens. */
function wordsAndFields(html: string): string {
  const [form = ''] = /<form\b.*?<\/form>/s.exec(html) ?? [];
  const words = withoutScript(html)
    .replace(form, '')
    .replace(/<(style|head)\b.*?<\/\1>|<[^>]*>/gs, ' ');
  return `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Bare</title>
    <style>#join { display: none } #join:target { display: block }</style>
    <a href="#join">${words}</a><main id="join">${form}</main>`;
}

const sites = await Promise.all(
  ['.', ...process.argv.slice(2)].flatMap((folder) => [
    serve(folder, folder),
    serve(`${folder} without script`, folder, withoutScript),
    serve(`${folder} bare`, folder, wordsAndFields),
  ]),
);
const port = await freePort();
const browser = await chromium.launch({
  executablePath: findBrowser() ?? '',
  args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
});

/** Of `/` on a phone with slow 4G. */
async function askLighthouse(origin: string) {
  const options = ['--output=json', '--quiet', `--port=${port}`];
  const run = () =>
    promisify(execFile)('npx', ['--yes', LIGHTHOUSE, origin, ...options], { maxBuffer: 1e8 });
  // A trace that lacks its beginning (NO_NAVSTART) is what Lighthouse itself says to run again.
  const { audits, categories } = JSON.parse((await run().catch(run)).stdout);
  const score = (name: string) => Math.round(100 * categories[name].score);
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best practices': score('best-practices'),
    seo: score('seo'),
    'LCP ms': Math.round(audits['largest-contentful-paint'].numericValue),
    CLS: audits['cumulative-layout-shift'].numericValue,
    bytes: audits['total-byte-weight'].numericValue,
  };
}

/** A tap on the picture and a form filled in: milliseconds to the next paint, by the Event Timing API. */
async function tapAndType(origin: string, rate: number) {
  const viewport = { width: 390, height: 844 };
  const context = await browser.newContext({ viewport, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await page.goto(origin, { waitUntil: 'networkidle' });
  await page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.push(duration);
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });
  // No entry is of less than 16 ms.
  const slowest = () => page.evaluate(() => Math.max(8, ...Reflect.get(window, 'seen').splice(0)));
  const slow = await context.newCDPSession(page);
  // Lighthouse's slow 4G, so that React arrives while the visitor types.
  const network = { latency: 562.5, downloadThroughput: 188_743, uploadThroughput: 86_400 };
  await slow.send('Network.emulateNetworkConditions', { offline: false, ...network });
  await slow.send('Emulation.setCPUThrottlingRate', { rate });
  await page.tap('a[href="#join"] >> nth=0', { position: { x: 60, y: 60 } });
  await page.waitForTimeout(800);
  const tap = await slowest();
  await page.focus('input[name=firstName]');
  await page.keyboard.type(TYPED, { delay: KEY_MS });
  await page.waitForTimeout(500);
  const key = await slowest();
  await context.close();
  return { 'tap ms': tap, 'slowest key ms': key };
}

/** Each site in turn, so that what else the machine does is done to all; medians. */
async function compare(measure: (origin: string) => Promise<Record<string, number>>) {
  const rounds: Record<string, number>[][] = sites.map(() => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [i, { origin }] of sites.entries()) rounds[i]?.push(await measure(origin));
  }
  const middle = (all: Record<string, number>[]) =>
    Object.keys(all[0] ?? {}).map((key) => [key, median(all.map((one) => one[key] ?? 0))]);
  const rows = rounds.map((all, i) => [sites[i]?.name, Object.fromEntries(middle(all))]);
  console.table(Object.fromEntries(rows));
}

await compare(askLighthouse);
for (const rate of [4, 6]) {
  console.log(`Processor ${rate} times slower:`);
  await compare((origin) => tapAndType(origin, rate));
}
await browser.close();
process.exit();
