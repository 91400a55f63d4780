/**
 * Visits the built page as a slow phone on slow 4G does, taps the picture and types:
 *   npm run bench:page                 a minute
 *   npm run bench:page -- ../other     also visits another checkout's page, in turn
 */
import { chromium } from 'playwright';
import { bytesSent } from '../../tests/support/bytes-sent.ts';
import { browserOptions } from '../local/programs.mjs';
import { compare } from './figures.ts';

const ROUNDS = 9;
const CPU_SLOWDOWN = 6;
/** Lighthouse's slow 4G: React arrives while the visitor types. */
const SLOW_4G = { latency: 562.5, downloadThroughput: 188_743, uploadThroughput: 86_400 };
const INPUT = ['Marguerite', 'Featherstone', '2125550100'].join('\t');
/** Three times as fast as people type on a phone (Palin et al., 2019). */
const KEY_MS = 110;

// Nobody joins, so it needs no database.
const database = { UPSTASH_REDIS_REST_URL: 'http://127.0.0.1', UPSTASH_REDIS_REST_TOKEN: '-' };
const browser = await chromium.launch(browserOptions());

/** Runs in the page before its scripts. */
function collectEntries() {
  const entries: PerformanceEntry[] = [];
  Object.assign(window, { entries });
  for (const type of ['largest-contentful-paint', 'layout-shift', 'event']) {
    const options = { type, durationThreshold: 16 };
    new PerformanceObserver((list) => entries.push(...list.getEntries())).observe(options);
  }
}

async function visit(url: string) {
  const viewport = { width: 390, height: 844 };
  const context = await browser.newContext({ viewport, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await page.addInitScript(collectEntries);
  const phone = await context.newCDPSession(page);
  await phone.send('Network.emulateNetworkConditions', { offline: false, ...SLOW_4G });
  await phone.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });

  async function collected(type: string, key: string): Promise<number[]> {
    const all = await page.evaluate(() => JSON.stringify(Reflect.get(window, 'entries')));
    const entries: Record<string, unknown>[] = JSON.parse(all);
    return entries.filter(({ entryType }) => entryType === type).map((entry) => Number(entry[key]));
  }
  await page.goto(url, { waitUntil: 'networkidle' });
  const [paint = 0] = (await collected('largest-contentful-paint', 'startTime')).toReversed();
  const shifts = await collected('layout-shift', 'value');
  await page.tap('.hint');
  await page.waitForTimeout(800);
  const taps = await collected('event', 'duration');
  await page.focus('input[name=firstName]');
  await page.keyboard.type(INPUT, { delay: KEY_MS });
  await page.waitForTimeout(500);
  const keys = (await collected('event', 'duration')).slice(taps.length);
  await context.close();
  return {
    bytes: await bytesSent(url),
    'LCP ms': Math.round(paint),
    CLS: Number(shifts.reduce((sum, shift) => sum + shift, 0).toFixed(4)),
    // Events shorter than 16 ms have no entry.
    'tap ms': Math.max(8, ...taps),
    'slowest key ms': Math.max(8, ...keys),
  };
}

await compare(database, ROUNDS, visit);
await browser.close();
process.exit();
