import type { Page } from 'playwright/test';
import { KEYS } from '../../netlify/queue/queue.ts';
import { SIGNUP_ERRORS, SIGNUP_PATH } from '../../src/waitlist/shared/contract.ts';
import { expect, test } from '../support/site.ts';
import {
  ANA,
  FAILED_REQUEST,
  fillIn,
  join,
  pressJoin,
  screen,
  scriptArrived,
  signups,
  startAtForm,
} from '../support/visitor.ts';

test('a number of another country stays as I paste it, and is told', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const sent = signups(page);
  await startAtForm(page);
  for (const [number, shown] of [
    ['+44 7911 123456', '+44 7911 12345'],
    ['07911123456', '07911123456'],
    ['+47 22 34 56 78', '+47 22 34 56 7'],
  ] as const) {
    await fillIn(page, { ...ANA, phone: '' });
    await screen(page).phone.focus();
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), number);
    await page.keyboard.press('ControlOrMeta+v');
    await expect(screen(page).phone).toHaveValue(shown);
    await page.keyboard.type('9');
    await pressJoin(page);
    await expect(screen(page).message).toHaveText(SIGNUP_ERRORS.invalid_phone);
  }
  expect(sent.count()).toBe(0);
});

test.describe('the key of my signup', () => {
  test.beforeEach(({ allow }) => allow(FAILED_REQUEST));

  async function loseAnswer(page: Page) {
    await page.route(`**${SIGNUP_PATH}`, async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await startAtForm(page);
    await fillIn(page, ANA);
    await pressJoin(page);
    await expect(screen(page).message).toHaveText('Failed to fetch');
  }

  test('outlives a tab that I close after a lost answer', async ({ page, context, site }) => {
    await loseAnswer(page);
    await page.close();
    const next = await context.newPage();
    const sent = signups(next);
    await join(next, ANA);
    await expect(screen(next).place(1)).toBeVisible();
    expect(sent.count()).toBe(1);
    expect(await site.redis.hlen(KEYS.members)).toBe(1);
    expect(await next.evaluate(() => localStorage.getItem('idempotency-key'))).toBeNull();
  });

  for (const [what, breakStorage] of [
    [
      'is refused',
      () => {
        const get = () => {
          throw new DOMException('', 'SecurityError');
        };
        Object.defineProperty(window, 'localStorage', { get });
        Object.defineProperty(window, 'sessionStorage', { get });
      },
    ],
    [
      'is full',
      () => {
        Storage.prototype.setItem = () => {
          throw new DOMException('', 'QuotaExceededError');
        };
      },
    ],
  ] as const) {
    test(`is the same at the next press where storage ${what}`, async ({ page, site }) => {
      await page.addInitScript(breakStorage);
      await loseAnswer(page);
      await page.unrouteAll();
      await pressJoin(page);
      await expect(screen(page).place(1)).toBeVisible();
      expect(await site.redis.hlen(KEYS.members)).toBe(1);
    });
  }

  test('is made anew where what is kept is none', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('idempotency-key', 'x; y'));
    const sent = signups(page);
    await join(page, ANA);
    expect(sent.keys()).toEqual([expect.stringMatching(/^[\w-]{21}$/)]);
  });
});

test.describe('a script that did not come', () => {
  test.beforeEach(({ allow }) => allow(FAILED_REQUEST, /Error hydrating/));

  /** Until `restore` is called, the files do not come; Astro asks once more after a second. */
  async function failScripts(page: Page, files: string) {
    let failing = true;
    await page.route(files, (route) => (failing ? route.abort() : route.continue()));
    return {
      restore: () => {
        failing = false;
      },
    };
  }

  for (const [which, files] of [
    ['the form', '**/_astro/WaitlistIsland*.js*'],
    ['React', '**/_astro/client*.js*'],
    ['what both share', '**/_astro/react*.js*'],
    ['any', '**/_astro/*.js*'],
  ] as const) {
    test(`is asked for again at the next sign: ${which}`, async ({ page }) => {
      const scripts = await failScripts(page, files);
      const failed = page.waitForEvent('console', (message) => /hydrating/.test(message.text()));
      await page.goto('/#join');
      await failed;
      scripts.restore();
      await screen(page).firstName.fill('Ana');
      await scriptArrived(page);
      await expect(screen(page).firstName).toHaveValue('Ana');
    });
  }

  test('leaves the first view instead of my spot', async ({ page }) => {
    await failScripts(page, '**/_astro/*.js*');
    await page.goto('/#spot=ABCDEF0xxxxxxxx');
    await expect(screen(page).picture).toBeVisible();
  });
});

test('the cursor of /about never stands alone on a line', async ({ page }) => {
  await page.goto('/about');
  for (const width of [320, 390, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const { cursor, text, right } = await page.getByRole('heading', { level: 1 }).evaluate((h1) => {
      const style = getComputedStyle(h1, '::after');
      const mark = document.createElement('span');
      // The pseudo-element has no box to ask for; a copy of it has.
      for (const name of ['display', 'width', 'height', 'margin', 'verticalAlign'] as const) {
        mark.style[name] = style[name];
      }
      h1.append(mark);
      const range = document.createRange();
      range.selectNodeContents(h1);
      range.setEndBefore(mark);
      const lines = [...range.getClientRects()];
      const box = mark.getBoundingClientRect();
      mark.remove();
      return { cursor: box.top + box.height / 2, text: lines.at(-1), right: box.right };
    });
    expect(cursor, `at ${width}`).toBeGreaterThan(text?.top ?? 0);
    expect(cursor, `at ${width}`).toBeLessThan(text?.bottom ?? 0);
    expect(right, `at ${width}`).toBeLessThan(width);
  }
});
