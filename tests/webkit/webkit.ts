import { test as base, expect } from 'playwright/test';
import { By, Key, type WebDriver, type WebElement } from 'selenium-webdriver';
import { startSite } from '../support/site.ts';
import type { Person } from '../support/visitor.ts';
import { startWebKit } from './driver.ts';
import { startProxy } from './proxy.ts';

type Site = Awaited<ReturnType<typeof startSiteInWebKit>>;
export type Visit = ReturnType<typeof visitIn>;

/**
 * As tests/support/site.ts, in WebKit. After each test the policy may have refused nothing but what
 * is put there to be refused: its report shows that the others have come, too.
 */
export const test = base.extend<{ me: Visit; visitor: () => Promise<Visit> }, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
    async ({}, use) => {
      const site = await startSiteInWebKit();
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  visitor: async ({ site }, use) => {
    await site.redis.flushall();
    const { state } = site.proxy;
    Object.assign(state, { refused: [], scripts: true });
    let open: Awaited<ReturnType<Site['openBrowser']>> | undefined;
    async function leave() {
      if (!open) return;
      await open.browser.executeScript("new Image().src = 'http://refused.test'");
      await expect.poll(() => state.refused.at(-1), 'the policy holds').toContain('refused.test');
      await open.close();
      open = undefined;
    }
    await use(async () => {
      await leave();
      open = await site.openBrowser();
      const visit = visitIn(open.browser, site.origin);
      await visit.resize(390, 844);
      return visit;
    });
    await leave();
    expect(state.refused.filter((it) => !it.includes('refused.test'))).toEqual([]);
  },
  me: async ({ visitor }, use) => use(await visitor()),
});

export { expect };

async function startSiteInWebKit() {
  const site = await startSite();
  const proxy = await startProxy(site.origin);
  const webkit = await startWebKit();
  return {
    ...site,
    proxy,
    origin: proxy.origin,
    openBrowser: webkit.openBrowser,
    async stop() {
      await webkit.stop();
      proxy.stop();
      await site.stop();
    },
  };
}

const MODIFIER = process.platform === 'darwin' ? Key.COMMAND : Key.CONTROL;
const WAIT_MS = 15_000;
const PARTS = By.css('a, button, input, h1, h2, img, svg');

/** What she does in her browser, and what she reads or hears there. */
function visitIn(browser: WebDriver, origin: string) {
  async function look(role: string, name: string) {
    for (const part of await browser.findElements(PARTS)) {
      try {
        if ((await part.getAriaRole()) !== role) continue;
        const its = await part.getAccessibleName();
        if (its.startsWith(name) && (await part.isDisplayed())) return part;
      } catch {} // Hidden, or gone meanwhile.
    }
    return undefined;
  }
  /** What is in sight with this role, its name beginning so, as WebKit tells both to a screen reader. */
  const find = (role: string, name: string) =>
    browser.wait<WebElement>(() => look(role, name), WAIT_MS, `no ${role} "${name}"`);
  const run = browser.executeScript.bind(browser);
  const tap = async (role: string, name: string) => (await find(role, name)).click();
  const keyboard = () => browser.actions();
  const press = (...keys: string[]) =>
    keyboard()
      .sendKeys(...keys)
      .perform();
  /** Ctrl, on a Mac Command, with this letter. */
  const shortcut = (letter: string) =>
    keyboard().keyDown(MODIFIER).sendKeys(letter).keyUp(MODIFIER).perform();
  const sees = (text: string) =>
    expect.poll(() => run("return document.body.innerText.replace(/\\s+/g, ' ')")).toContain(text);

  async function type(label: string, text: string) {
    await tap('textbox', label);
    await shortcut('a');
    await press(Key.BACK_SPACE, text);
  }

  /** Presses the button of the form she is at. */
  async function send({ firstName, lastName, phone }: Person) {
    await type('First name', firstName);
    await type('Last name', lastName);
    await type('Phone number', phone);
    await tap('button', 'Join the Waitlist');
  }

  const open = (path: string) => browser.get(new URL(path, origin).href);

  /** The form by its own address, once React has it. */
  async function openForm(path = '/') {
    await open(`${path}#join`);
    await expect.poll(() => browser.findElements(By.css('astro-island[ssr]'))).toHaveLength(0);
  }

  const textIn = async (label: string) => (await find('textbox', label)).getProperty('value');

  return {
    browser,
    find,
    run,
    tap,
    press,
    shortcut,
    sees,
    type,
    send,
    open,
    openForm,
    textIn,
    /** Through the form, for tests that are about what comes after; resolves with her link. */
    async join(person: Person, path?: string) {
      await openForm(path);
      await send(person);
      await find('button', 'Copy link');
      return `${await textIn('Your personal link')}`;
    },
    /** Its ground and the colour of its letters, which only a style that was let in can give. */
    async colours(role: string, name: string) {
      const part = await find(role, name);
      return [await part.getCssValue('background-color'), await part.getCssValue('color')];
    },
    focused: async () => browser.switchTo().activeElement().getAccessibleName(),
    /** A page of exactly this width; the window's own bars take of the height. */
    async resize(width: number, height: number) {
      await browser.manage().window().setRect({ x: 0, y: 0, width, height });
      await expect.poll(() => run('return innerWidth')).toBe(width);
    },
  };
}
