/**
 * Visits the built page as a slow phone on slow 4G does, taps the picture and types:
 *   npm run bench:page                 four minutes
 *   npm run bench:page -- ../other     also visits another checkout's page, in turn
 */
import { chromium } from 'playwright';
import { joinQueue } from '../../netlify/queue/join-queue.ts';
import { type StatusKey, statusHash } from '../../src/waitlist/shared/links.ts';
import { bytesSent } from '../../tests/support/bytes-sent.ts';
import { newAttempt, startWaitlist } from '../../tests/support/waitlist.ts';
import { browserOptions } from '../local/programs.mjs';
import { compare } from './figures.ts';

const ROUNDS = 9;
const CPU_SLOWDOWN = 6;
/** Lighthouse's slow 4G: React arrives while the visitor types. */
const SLOW_4G = { latency: 562.5, downloadThroughput: 188_743, uploadThroughput: 86_400 };
const INPUT = ['Marguerite', 'Featherstone', '2125550100'].join('\t');
/** Three times as fast as people type on a phone (Palin et al., 2019). */
const KEY_MS = 110;

const waitlist = await startWaitlist();
const joined = await joinQueue(waitlist.client, newAttempt());
if (!joined.ok) throw new Error(joined.code);
const statusKey: StatusKey = joined;
/** As a browser remembers a member. */
const MEMBER = JSON.stringify({ statusKey, firstName: 'Ana', position: 1 });
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

/** Milliseconds until a member who comes back sees the position: from the navigation with a status link, or from the tap. */
async function timeStatus(url: string, hasLink: boolean): Promise<number> {
  const page = await openPhone();
  await page.addInitScript((member) => localStorage.setItem('member', member), MEMBER);
  if (!hasLink) await page.goto(url, { waitUntil: 'networkidle' });
  const startedAt = Date.now();
  if (hasLink) await page.goto(`${url}/${statusHash(statusKey)}`, { waitUntil: 'commit' });
  else await page.tap('.returning-member a');
  await page.waitForSelector('.position');
  const shownAt = Date.now();
  await page.context().close();
  return shownAt - startedAt;
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
  const collected = async (type: string, key: string) => {
    const entries = await page.evaluate<Record<string, unknown>[]>(
      'entries.map((it) => it.toJSON())',
    );
    return entries.filter((it) => it.entryType === type).map((it) => Number(it[key]));
  };
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

await compare(waitlist.env, ROUNDS, visit);
await browser.close();
process.exit();
