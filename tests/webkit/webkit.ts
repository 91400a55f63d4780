import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { test as base, expect } from 'playwright/test';
import { Builder, By, Key, type WebDriver, type WebElement } from 'selenium-webdriver';
import { findWebKit } from '../../tools/local/browser.mjs';
import { copy } from '../support/copy.ts';
import { killOnExit } from '../support/kill-on-exit.ts';
import { startSite } from '../support/site.ts';
import { freePort } from '../support/start-preview.ts';
import type { FormFields } from '../support/visitor.ts';

type Site = Awaited<ReturnType<typeof startSite>> & Awaited<ReturnType<typeof startWebKit>>;
type Visit = Awaited<ReturnType<typeof visit>>;

/** As tests/support/site.ts, in WebKit. */
export const test = base.extend<{ me: Visit }, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
    async ({}, use) => {
      const site = await startSite();
      await use({ ...site, ...(await startWebKit()) });
      await site.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  me: async ({ site }, use) => {
    await site.redis.flushall();
    const me = await visit(site);
    await use(me);
    await me.browser.quit();
  },
});

export { expect };

/** Safari, or WebKitGTK on a screen of its own that nobody sees. */
async function startWebKit() {
  const program = `${findWebKit()}`;
  const browserName = program === 'safaridriver' ? 'safari' : 'MiniBrowser';
  const env = { ...process.env };
  if (program !== 'safaridriver') Object.assign(env, await startScreen());

  async function startScreen() {
    const options = ['-displayfd', '1', '-screen', '0', '1600x1600x24', '-nolisten', 'tcp'];
    const screen = spawn('Xvfb', options, { stdio: ['ignore', 'pipe', 'ignore'] });
    killOnExit(screen.pid);
    const [display] = await once(screen.stdout, 'data');
    return {
      DISPLAY: `:${display}`.trim(),
      GDK_BACKEND: 'x11',
      XDG_CONFIG_HOME: fileURLToPath(new URL('.', import.meta.url)),
      // Many a container cannot have its sandbox, and it visits nothing but our own pages.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    };
  }

  /** A browser that remembers nothing; there is one at a time. */
  async function openBrowser(): Promise<WebDriver> {
    const port = await freePort();
    const driver = spawn(program, ['-p', `${port}`], { stdio: 'ignore', env });
    killOnExit(driver.pid);
    const url = `http://127.0.0.1:${port}`;
    while (!(await fetch(`${url}/status`).catch(() => undefined))) await sleep(10);
    const session = new Builder().usingServer(url).withCapabilities({ browserName }).build();
    // It takes half a second. Once it never came: then another driver is asked.
    const browser = await Promise.race([session, sleep(15_000)]);
    if (browser) return browser;
    driver.kill();
    return openBrowser();
  }

  return { openBrowser };
}

const MODIFIER = process.platform === 'darwin' ? Key.COMMAND : Key.CONTROL;
const { form } = copy;
const PARTS = By.css('a, button, input, h1, h2, img');

/** What a visitor does in this browser, and what there is to read. */
async function visit(site: Site) {
  const browser = await site.openBrowser();

  /** What is in sight with this role, its name beginning so, as screen readers are told both. */
  const find = (role: string, name: string) =>
    browser.wait(() => look(role, name), 15_000, `no ${role} "${name}"`) as Promise<WebElement>;

  async function look(role: string, name: string) {
    try {
      for (const part of await browser.findElements(PARTS)) {
        const fits = (await part.isDisplayed()) && (await part.getAriaRole()) === role;
        if (fits && (await part.getAccessibleName()).startsWith(name)) return part;
      }
    } catch {} // Something went away meanwhile: the next look tells.
    return undefined;
  }

  /** Waits as a person does until it has come to rest: its box is the same in two frames. */
  async function tap(role: string, name: string) {
    const element = await find(role, name);
    await browser.executeAsyncScript(
      `const [element, done] = arguments;
      let last;
      (function look() {
        const box = JSON.stringify(element.getBoundingClientRect());
        if (box === last) return done();
        last = box;
        requestAnimationFrame(look);
      })();`,
      element,
    );
    await element.click();
  }

  const me = {
    find,
    tap,
    browser,
    run: <Result>(script: string, ...args: unknown[]) =>
      browser.executeScript<Result>(script, ...args),
    open: (path: string) => browser.get(new URL(path, site.origin).href),
    press: (...keys: string[]) =>
      browser
        .actions()
        .sendKeys(...keys)
        .perform(),
    async type(label: string, text: string) {
      await me.tap('textbox', label);
      await browser.actions().keyDown(MODIFIER).sendKeys('a').keyUp(MODIFIER).perform();
      await me.press(Key.BACK_SPACE, text);
    },
    textIn: async (label: string) => `${await (await find('textbox', label)).getProperty('value')}`,
    sees: (text: string | RegExp) =>
      expect
        .poll(() => me.run("return document.body.innerText.replace(/\\s+/g, ' ')"))
        .toMatch(text),
    async resize(width: number) {
      await browser.manage().window().setRect({ x: 0, y: 0, width, height: 844 });
      // Safari's windows have a least width of their own.
      if (process.platform === 'darwin') return;
      await expect.poll(() => me.run('return innerWidth')).toBe(width);
    },
    /** Presses the button of the form in sight. */
    async send({ firstName, lastName, phone }: FormFields) {
      await me.type(form.firstName, firstName);
      await me.type(form.lastName, lastName);
      await me.type(form.phone, phone);
      await me.tap('button', form.button);
    },
  };
  await me.resize(390);
  return me;
}
