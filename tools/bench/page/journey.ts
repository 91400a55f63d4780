import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from 'playwright';
import { type Observed, watchFromInside } from './inside.ts';
import type { Site } from './served.ts';

/** A tap that has shown no form by then is lost; she taps again. */
const PATIENCE_MS = 5000;

/** From the form to the first field, and from there to the first key: nobody is faster. */
const REACH_MS = 400;

/**
 * Between keys. People type 36 words a minute on a phone, one key in 330 ms (Palin et al., How do
 * People Type on Mobile Devices?, 2019); this is three times as fast.
 */
const KEY_MS = 110;

export interface Journey extends Observed {
  isTapLost: boolean;
  /** Of all that she typed; any other difference in a field counts as one. */
  charactersLost: number;
}

let people = 0;

/**
 * One person's way from the address to her position in line, on a slow phone with a bad signal:
 * `rate` is how many times slower its processor is than this machine, `pause` how many milliseconds
 * after the first sight of the picture she taps it.
 */
export async function travel(
  browser: Browser,
  site: Site,
  { rate, pause }: { rate: number; pause: number },
): Promise<Journey> {
  people += 1;
  const phone = String(2_125_550_000 + people);
  const typed = { firstName: 'Marguerite', lastName: 'Featherstone', phone };
  const viewport = { width: 390, height: 844 };
  const context = await browser.newContext({ viewport, hasTouch: true, isMobile: true });
  try {
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    const sight = Promise.withResolvers<{ x: number; y: number }>();
    const form = Promise.withResolvers<true>();
    await page.exposeFunction('benchSight', sight.resolve);
    await page.exposeFunction('benchForm', () => form.resolve(true));
    await page.addInitScript(watchFromInside);
    await slowDown(cdp, rate);
    // Not awaited: she taps before the load event.
    page.goto(site.origin).catch(sight.reject);

    const { x, y } = await sight.promise;
    await sleep(pause);
    let taps = 0;
    do {
      if (++taps > 4) throw new Error(`${site.name}: the form never came.`);
      await page.touchscreen.tap(x, y);
    } while (!(await Promise.race([form.promise, sleep(PATIENCE_MS, false)])));
    await fillIn(page, cdp, typed);
    await sleep(500); // For the last key's frame to be reported.
    const observed = await page.evaluate(() => window.benchResult());
    await page.locator('.join button[type=submit]').tap();
    await page.locator('.confirmation').waitFor({ timeout: 30_000 });
    return { ...observed, isTapLost: taps > 1, charactersLost: countLost(typed, site.received()) };
  } finally {
    await context.close();
  }
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
  await page.locator('input[name=firstName]').tap();
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

function countLost(typed: Record<string, string>, received: Record<string, string>): number {
  const losses = Object.entries(typed).map(([name, text]) => {
    const arrived = name === 'phone' ? received[name]?.replace(/\D/g, '') : received[name];
    return arrived === text ? 0 : Math.max(1, text.length - (arrived?.length ?? 0));
  });
  return losses.reduce((sum, lost) => sum + lost);
}
