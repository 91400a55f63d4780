/**
 * Measures the built page:
 *   npm run bench:page                 four minutes
 *   npm run bench:page -- ../other     also measures another checkout's, in turn
 */
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from 'playwright';
import { findBrowser } from '../local/browser.mjs';
import { compare } from './figures.ts';

/** Not a dependency: it's large, and few people run this. */
const LIGHTHOUSE = 'lighthouse@13.5.0';
const INPUT = ['Marguerite', 'Featherstone', '2125550100'].join('\t');
/** Three times as fast as people type on a phone (Palin et al., 2019). */
const KEY_MS = 110;

const CPU_SLOWDOWN = 6;
const ROUNDS = 5;

/** Serves the built site of a checkout. */
async function serve(folder: string) {
  const { startPreview } = await import(resolve(folder, 'tests/support/start-preview.ts'));
  // Nobody joins, so it needs no database.
  const database = { UPSTASH_REDIS_REST_URL: 'http://127.0.0.1', UPSTASH_REDIS_REST_TOKEN: '-' };
  const { origin } = await startPreview(database);
  return { name: folder, url: origin };
}

const sites = await Promise.all(['.', ...process.argv.slice(2)].map(serve));
const executablePath = findBrowser() ?? '';
const args = ['--no-sandbox', '--disable-gpu'];
const browser = await chromium.launch({ executablePath, args });

async function runLighthouse({ url }: { url: string }) {
  // Lighthouse starts its own browser, because in ours the second visit would be a returning one.
  const options = ['--output=json', '--quiet', `--chrome-flags=--headless ${args.join(' ')}`];
  const env = { ...process.env, CHROME_PATH: executablePath };
  const npx = ['--yes', LIGHTHOUSE, url, ...options];
  const run = () => promisify(execFile)('npx', npx, { env, maxBuffer: 1e8 });
  // Lighthouse itself says to run it again if a trace lacks its beginning (NO_NAVSTART).
  const { stdout } = await run().catch(run);
  const { audits, categories } = JSON.parse(stdout);
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

/** Taps the picture and fills in the form; milliseconds to the next paint, by the Event Timing API. */
async function tapAndType({ url }: { url: string }) {
  const viewport = { width: 390, height: 844 };
  const context = await browser.newContext({ viewport, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.push(duration);
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });
  // Anything below 16 ms has no entry and counts as 8.
  const slowest = () => page.evaluate(() => Math.max(8, ...Reflect.get(window, 'seen').splice(0)));
  const slow = await context.newCDPSession(page);
  // Lighthouse's slow 4G: React arrives while the visitor types.
  const network = { latency: 562.5, downloadThroughput: 188_743, uploadThroughput: 86_400 };
  await slow.send('Network.emulateNetworkConditions', { offline: false, ...network });
  await slow.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.tap('.hint');
  await page.waitForTimeout(800);
  const tap = await slowest();
  await page.focus('input[name=firstName]');
  await page.keyboard.type(INPUT, { delay: KEY_MS });
  await page.waitForTimeout(500);
  const key = await slowest();
  await context.close();
  return { tap, 'slowest key': key };
}

console.log('Lighthouse on a phone with slow 4G:\n');
await compare(sites, ROUNDS, runLighthouse);
console.log(`Milliseconds to the next paint, CPU ${CPU_SLOWDOWN} times slower:\n`);
await compare(sites, ROUNDS, tapAndType);
await browser.close();
process.exit();
