/**
 * Visits the built page as a slow phone on slow 4G does, taps the picture and types:
 *   npm run bench:page                 a minute
 *   npm run bench:page -- ../other     also visits another checkout's page, in turn
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from 'playwright';
import { statusHash } from '../../src/waitlist/shared/links.ts';
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

const STATUS_KEY = { referralCode: 'ABCDE0a0a0', statusToken: 'abcDEF1234' };
const MEMBER = JSON.stringify({ statusKey: STATUS_KEY, firstName: 'Ana', position: 7 });

/** Milliseconds until a member who comes back sees the position: from the navigation with a status link, or from the tap. */
async function timeStatus(url: string, hasLink: boolean): Promise<number> {
  const page = await openPhone();
  await page.addInitScript((member) => localStorage.setItem('member', member), MEMBER);
  await page.route(/waitlist-status/, async (route) => {
    // The emulated network delays no response that comes from here.
    await sleep(SLOW_4G.latency);
    await route.fulfill({ json: { success: true, position: 7, referralCount: 0 } });
  });
  if (!hasLink) await page.goto(url, { waitUntil: 'networkidle' });
  const startedAt = Date.now();
  if (hasLink) await page.goto(`${url}/${statusHash(STATUS_KEY)}`, { waitUntil: 'commit' });
  else await page.tap('.returning-member a');
  const shown = await page.waitForFunction(() =>
    document.querySelector('.position') ? performance.timeOrigin + performance.now() : 0,
  );
  const shownAt = await shown.jsonValue();
  await page.context().close();
  return Math.round(shownAt - startedAt);
}

async function openPhone() {
  const viewport = { width: 390, height: 844 };
  const context = await browser.newContext({ viewport, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await page.addInitScript(collectEntries);
  const phone = await context.newCDPSession(page);
  await phone.send('Network.emulateNetworkConditions', { offline: false, ...SLOW_4G });
  await phone.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  return page;
}

async function visit(url: string) {
  const page = await openPhone();

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
  await page.context().close();
  return {
    bytes: await bytesSent(url),
    'LCP ms': Math.round(paint),
    CLS: Number(shifts.reduce((sum, shift) => sum + shift, 0).toFixed(4)),
    // Events shorter than 16 ms have no entry.
    'tap ms': Math.max(8, ...taps),
    'slowest key ms': Math.max(8, ...keys),
    'status link ms': await timeStatus(url, true),
    'status tap ms': await timeStatus(url, false),
  };
}

await compare(database, ROUNDS, visit);
await browser.close();
process.exit();
