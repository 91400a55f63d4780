import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'playwright/test';
import { Builder, type WebDriver, type WebElement } from 'selenium-webdriver';
import { findWebKit } from '../../tools/local/programs.mjs';
import { startProgram } from '../../tools/local/start-program.ts';
import { siteTest } from '../support/site.ts';
import { freePort } from '../support/start-preview.ts';
import { PARTS, type Part } from '../support/visitor.ts';

const program = `${findWebKit()}`;
const isSafari = program === 'safaridriver';

/** Playwright's test in Safari or WebKitGTK. */
export const test = siteTest.extend<{ me: ReturnType<typeof visitorPage> }>({
  me: async ({ site }, use) => {
    await site.redis.flushall();
    const browser = await openBrowser(isSafari ? {} : await startScreen());
    const me = visitorPage(browser, site.origin);
    await me.resize(390);
    await use(me);
    await browser.quit();
  },
});

export { expect };

/** Starts a virtual screen; resolves with the environment that puts WebKitGTK on it. */
async function startScreen(): Promise<NodeJS.ProcessEnv> {
  const options = ['-displayfd', '1', '-screen', '0', '1600x1600x24', '-nolisten', 'tcp'];
  const screen = startProgram('Xvfb', options, { stdio: ['ignore', 'pipe', 'ignore'] });
  const [display] = await once(screen.stdout as Readable, 'data');
  return {
    DISPLAY: `:${display}`.trim(),
    GDK_BACKEND: 'x11',
    XDG_CONFIG_HOME: fileURLToPath(new URL('.', import.meta.url)),
    // Its sandbox fails in many containers, and it only visits our own pages.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  };
}

/** A browser with a fresh profile; only one runs at a time. */
async function openBrowser(screen: NodeJS.ProcessEnv): Promise<WebDriver> {
  const port = await freePort();
  const driver = startProgram(program, ['-p', `${port}`], { env: { ...process.env, ...screen } });
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${url}/status`).catch(() => undefined))) await sleep(10);
  const browserName = isSafari ? 'safari' : 'MiniBrowser';
  const session = new Builder().usingServer(url).withCapabilities({ browserName }).build();
  // A session takes half a second, but one never started; then start another driver.
  const browser = await Promise.race([session, sleep(15_000)]);
  if (browser) return browser;
  driver.kill();
  return openBrowser(screen);
}

/**
 * Finds the visible element with this accessible name, scrolls to it, and waits until its box is the same
 * in two frames, as a person would.
 */
const FIND = `
  const [name, done] = arguments;
  const nameOf = (it) => it.ariaLabel || (it.labels?.[0] ?? it).innerText.trim();
  let last;
  (function look() {
    const element = [...document.querySelectorAll('a, button, input, h2')].find(
      (it) => nameOf(it) === name && it.checkVisibility({ visibilityProperty: true }),
    );
    element?.scrollIntoView({ block: 'center' });
    const box = JSON.stringify(element?.getBoundingClientRect());
    if (box && box === last) return done(element);
    last = box;
    requestAnimationFrame(look);
  })();`;

/** What a visitor does in this browser, and what there is to read. */
function visitorPage(browser: WebDriver, origin: string) {
  const me = {
    browser,
    find: (part: Part) => browser.executeAsyncScript<WebElement>(FIND, PARTS[part][1]),
    run: <Result>(script: string, ...args: unknown[]) =>
      browser.executeScript<Result>(script, ...args),
    open: (path: string) => browser.get(new URL(path, origin).href),
    tap: async (part: Part) => (await me.find(part)).click(),
    async type(part: Part, ...keys: string[]) {
      const field = await me.find(part);
      await field.clear();
      await field.sendKeys(...keys);
    },
    textIn: async (part: Part) => `${await (await me.find(part)).getProperty('value')}`,
    sees: (text: string | RegExp) =>
      expect
        .poll(() => me.run("return document.body.innerText.replace(/\\s+/g, ' ')"))
        .toMatch(text),
    async resize(width: number) {
      await browser.manage().window().setRect({ x: 0, y: 0, width, height: 844 });
      // Safari's windows have a minimum width of their own.
      if (!isSafari) await expect.poll(() => me.run('return innerWidth')).toBe(width);
    },
  };
  return me;
}
