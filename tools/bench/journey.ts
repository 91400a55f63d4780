import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from 'playwright';
import type { SignupRequest } from '../../src/waitlist/shared/contract.ts';
import { type Observed, type Sight, watchFromInside } from './inside.ts';
import { countLost } from './lost.ts';
import type { Site } from './serve.ts';

/** How many times slower than this machine the phone's processor is. */
export const RATES = [4, 6];

/** How long after the first sight of the picture she taps it. */
export const PAUSES_MS = [0, 700, 2000, 4000];

/** A tap that has shown no form by then is lost; she taps again. */
const PATIENCE_MS = 5000;

/** From the form to the first field, and from there to the first key: nobody is faster. */
const REACH_MS = 400;

/**
 * Between keys. People type 36 words a minute on a phone, one key in 330 ms (Palin et al., How do
 * People Type on Mobile Devices?, 2019); this is three times as fast.
 */
const KEY_MS = 110;

export interface Journey extends Pick<Observed, 'tapToForm' | 'slowestKey' | 'shift'> {
  site: string;
  rate: number;
  pause: number;
  tapLost: boolean;
  charactersLost: number;
  /** Whether she saw her place in line. */
  confirmed: boolean;
}

interface Options {
  rate: number;
  pause: number;
  takeReceived: () => Partial<SignupRequest> | undefined;
}

let people = 0;

/** One person's way from the address to her place in line, on a slow phone with a bad signal. */
export async function travel(browser: Browser, site: Site, options: Options): Promise<Journey> {
  people += 1;
  const phone = String(2_125_550_000 + people);
  const typed = { firstName: 'Marguerite', lastName: 'Featherstone', phone };
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
  });
  try {
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    const { sight, form } = await watch(page);
    await slowDown(cdp, options.rate);
    // Not awaited: she taps before the load event.
    page.goto(site.origin).catch(sight.reject);

    const { x, y } = await sight.promise;
    await sleep(options.pause);
    let taps = 0;
    do {
      if (++taps > 4) throw new Error(`${site.name}: the form never came.`);
      await page.touchscreen.tap(x, y);
    } while (!(await Promise.race([form.promise.then(() => true), sleep(PATIENCE_MS, false)])));

    await fillIn(page, cdp, typed);
    await sleep(500); // For the last key's frame to be reported.
    const { fields, ...observed } = await page.evaluate(() => window.bench.result());
    await page.locator('.join button[type=submit]').tap();
    const confirmed = await page
      .locator('.confirmation')
      .waitFor({ timeout: 30_000 })
      .then(
        () => true,
        () => false,
      );
    const received = options.takeReceived();
    return {
      site: site.name,
      rate: options.rate,
      pause: options.pause,
      tapLost: taps > 1,
      ...observed,
      charactersLost: countLost(typed, fields) + (received ? countLost(fields, received) : 0),
      confirmed,
    };
  } finally {
    await context.close();
  }
}

/** When she first sees the picture, and where; when she sees the form. */
async function watch(page: Page) {
  const sight = Promise.withResolvers<Sight>();
  const form = Promise.withResolvers<void>();
  await page.exposeFunction('benchSight', sight.resolve);
  await page.exposeFunction('benchForm', form.resolve);
  await page.addInitScript(watchFromInside);
  return { sight, form };
}

/**
 * Lighthouse's slow 4G as it sets it for DevTools, whose delay is for each request instead of each
 * round trip: 562.5 ms, 1.44 Mbit/s down, 0.66 up.
 */
async function slowDown(cdp: CDPSession, rate: number) {
  const bytesPerSecond = (kbps: number) => Math.floor((kbps * 1024) / 8);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 562.5,
    downloadThroughput: bytesPerSecond(1474.56),
    uploadThroughput: bytesPerSecond(675),
  });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate });
}

/** Types as fast as she does, whether or not the page keeps up. Her keyboard's "next" is a Tab. */
async function fillIn(page: Page, cdp: CDPSession, typed: Record<string, string>) {
  await sleep(REACH_MS);
  const box = await page.locator('input[name=firstName]').boundingBox();
  if (!box) throw new Error('The form has no first field.');
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  await sleep(REACH_MS);
  const sent: Promise<unknown>[] = [];
  for (const key of Object.values(typed).join('\t')) {
    const event = keyEvent(key);
    sent.push(cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', ...event }));
    sent.push(cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event, text: '' }));
    await sleep(KEY_MS);
  }
  await Promise.all(sent);
}

function keyEvent(key: string) {
  if (key === '\t') return { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 };
  const code = /\d/.test(key) ? `Digit${key}` : `Key${key.toUpperCase()}`;
  return { key, text: key, code, windowsVirtualKeyCode: key.toUpperCase().charCodeAt(0) };
}
