import { test as base, expect } from 'playwright/test';
import { By, Key, type WebElement } from 'selenium-webdriver';
import { startSite } from '../support/site.ts';
import type { Person } from '../support/visitor.ts';
import { words } from '../support/words.ts';
import { startWebKit } from './driver.ts';
import { startProxy } from './proxy.ts';

interface Site extends Awaited<ReturnType<typeof startSite>> {
  proxy: Awaited<ReturnType<typeof startProxy>>['state'];
  openBrowser: Awaited<ReturnType<typeof startWebKit>>['openBrowser'];
}
type Visit = Awaited<ReturnType<typeof visit>>;

/** As tests/support/site.ts, in WebKit: nothing may have been refused by the policy of any page. */
export const test = base.extend<{ me: Visit }, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
    async ({}, use) => {
      const site = await startSite();
      const { origin, state, stop } = await startProxy(site.origin);
      const webkit = await startWebKit();
      await use({ ...site, origin, proxy: state, openBrowser: webkit.openBrowser });
      webkit.stop();
      stop();
      await site.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  me: async ({ site }, use) => {
    await site.redis.flushall();
    Object.assign(site.proxy, { scripts: true, refused: [] });
    const me = await visit(site);
    await use(me);
    // Once a refusal made on purpose has been reported, all before it have been.
    await me.run(`new Image().src = '${REFUSED}'`);
    await expect.poll(() => site.proxy.refused.at(-1), 'the policy holds').toContain(REFUSED);
    await me.browser.quit();
    expect(site.proxy.refused, 'refused').toHaveLength(1);
  },
});

export { expect };

const MODIFIER = process.platform === 'darwin' ? Key.COMMAND : Key.CONTROL;
const { form } = words.signup;
const PARTS = By.css('a, button, input, h1, h2, img');
/** What no policy of ours lets in. */
const REFUSED = 'http://refused.test';

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

  const me = {
    find,
    browser,
    run: <Result>(script: string, ...given: unknown[]) =>
      browser.executeScript<Result>(script, ...given),
    open: (path: string) => browser.get(new URL(path, site.origin).href),
    tap: async (role: string, name: string) => (await find(role, name)).click(),
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
    async resize(width: number, height = 844) {
      await browser.manage().window().setRect({ x: 0, y: 0, width, height });
      // Safari's windows have a least width of their own.
      if (process.platform === 'darwin') return;
      await expect.poll(() => me.run('return innerWidth')).toBe(width);
    },
    /** Presses the button of the form in sight. */
    async send({ firstName, lastName, phone }: Person) {
      await me.type(form.firstName, firstName);
      await me.type(form.lastName, lastName);
      await me.type(form.phone, phone);
      await me.tap('button', form.button);
    },
  };
  await me.resize(390);
  return me;
}
