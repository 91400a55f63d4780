import type { BrowserContext, Page } from 'playwright/test';
import { joinQueue, KEYS } from '../../netlify/queue/queue.ts';
import { SIGNUP_ERRORS } from '../../src/waitlist/shared/contract.ts';
import { MESSAGES } from '../../src/waitlist/shared/messages.ts';
import { STATUS_ERRORS, STATUS_PATH } from '../../src/waitlist/shared/status.ts';
import { expect, type Site, test } from '../support/site.ts';
import {
  ANA,
  BEA,
  CLEO,
  codeIn,
  FAILED_REQUEST,
  fillIn,
  join,
  pressJoin,
  screen,
  smsText,
  UNKNOWN_CODE,
} from '../support/visitor.ts';
import { someone } from '../support/waitlist.ts';

/** Requests for a place, by this page from now on. */
function looks(page: Page) {
  let count = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === STATUS_PATH) count += 1;
  });
  return () => count;
}

async function friendsJoin(site: Site, referralCode: string, count: number) {
  for (let i = 0; i < count; i += 1) await joinQueue(site.upstash, someone({ referralCode }));
}

/** Another day: the same browser, whose pages have all been closed. */
async function nextDay(page: Page): Promise<Page> {
  const context = page.context();
  await page.close();
  return context.newPage();
}

/** As a tab is left and looked at again. */
async function turnTab(page: Page, state: 'hidden' | 'visible') {
  await page.evaluate((to) => {
    Object.defineProperty(document, 'visibilityState', { value: to, configurable: true });
    Object.defineProperty(document, 'hidden', { value: to === 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
}

/** Her way back, from the text to herself. */
async function wayBack(page: Page): Promise<string> {
  const text = await smsText(screen(page).shareWithMe);
  return text.match(/\S+#spot=\S+/)?.[0] ?? '';
}

async function refuseStorage(context: BrowserContext) {
  await context.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
      });
    }
  });
}

test.describe('two friends over two days', () => {
  test('I come back, see my spot of today, and who joined through my link', async ({
    page,
    site,
    visitor,
  }) => {
    for (let ahead = 0; ahead < 12; ahead += 1) await joinQueue(site.upstash, someone());
    const link = await join(page, ANA);
    await expect(screen(page).place(13)).toBeVisible();

    const bea = await visitor();
    await bea.goto(link);
    await expect(screen(bea).savedSpot).toBeVisible();
    await expect(bea.getByText('Ana')).toHaveCount(0);
    await join(bea, BEA, link);

    const today = await nextDay(page);
    const asked = looks(today);
    await today.goto('/');
    await expect(screen(today).seeSpot('Ana')).toBeVisible();
    await expect(screen(today).savedSpot).toBeHidden();
    expect(asked()).toBe(0);
    await screen(today).seeSpot('Ana').tap();
    await expect(screen(today).greeting('Ana')).toBeVisible();
    await expect(screen(today).place(8)).toBeVisible();
    await expect(today.getByText('1 friend joined through your link')).toBeVisible();
    await expect(screen(today).link).toHaveValue(link);
    expect(asked()).toBe(1);

    await join(await visitor(), CLEO, link);
    const dayAfter = await nextDay(today);
    await dayAfter.goto('/');
    await screen(dayAfter).seeSpot('Ana').tap();
    await expect(screen(dayAfter).place(3)).toBeVisible();
    await expect(dayAfter.getByText('2 friends joined through your link')).toBeVisible();
  });

  test('where nothing can be stored, the text to myself leads me back', async ({
    page,
    context,
    site,
  }) => {
    await refuseStorage(context);
    const link = await join(page, ANA);
    const back = await wayBack(page);
    expect(back).toBe(`${site.origin}/#spot=${codeIn(link)}`);
    await friendsJoin(site, codeIn(link), 1);
    const today = await nextDay(page);
    await today.goto('/');
    await expect(screen(today).picture).toBeVisible();
    await expect(today.getByText('See your spot')).toBeHidden();
    await today.goto('/about');
    await today.goto(back);
    await expect(today.getByText("You're in line!", { exact: true })).toBeVisible();
    await expect(screen(today).place(1)).toBeVisible();
    await expect(today.getByText('1 friend joined through your link')).toBeVisible();
  });

  test('where the storage was wiped, too, and on any other phone', async ({ page, visitor }) => {
    const link = await join(page, ANA);
    const back = await wayBack(page);
    await page.evaluate(() => localStorage.clear());
    const today = await nextDay(page);
    await today.goto('/');
    await expect(today.getByText('See your spot')).toBeHidden();
    for (const phone of [today, await visitor()]) {
      await phone.goto('/about');
      await phone.goto(back);
      await expect(screen(phone).place(1)).toBeVisible();
      await expect(screen(phone).link).toHaveValue(link);
      await expect(phone.getByText('Ana')).toHaveCount(0);
      expect(await phone.evaluate(() => Object.keys(localStorage))).toEqual([]);
    }
  });
});

test.describe('what my browser keeps', () => {
  test('is my code and first name, and nothing else', async ({ page }) => {
    const link = await join(page, { ...ANA, firstName: 'Ana Sofía' });
    const kept = await page.evaluate(() => ({ ...localStorage }));
    expect(kept).toEqual({ spot: `${codeIn(link)} Ana Sofía` });
    expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
    expect(await page.context().cookies()).toEqual([]);
  });

  test('"Not you?" forgets', async ({ page }) => {
    await join(page, ANA);
    await page.goto('/about');
    await page.goto('/');
    await screen(page).notYou.tap();
    await expect(screen(page).seeSpot('Ana')).toBeHidden();
    await expect(screen(page).picture).toBeFocused();
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
    await page.reload();
    await expect(screen(page).picture).toBeVisible();
    await expect(page.getByText('See your spot')).toBeHidden();
  });

  test('"Not you?" forgets in every tab, and on the way back', async ({ page, context }) => {
    await join(page, ANA);
    await page.goto('/');
    await page.goto('/about');
    const other = await context.newPage();
    await other.goto('/');
    const third = await context.newPage();
    await third.goto('/');
    await screen(third).notYou.tap();
    await expect(screen(other).seeSpot('Ana')).toBeHidden();
    await page.goBack();
    await expect(screen(page).picture).toBeVisible();
    await expect(screen(page).seeSpot('Ana')).toBeHidden();
  });

  test('a friend joins on my phone, and from then on it is her spot', async ({ page }) => {
    await join(page, ANA);
    await screen(page).back.tap();
    await screen(page).picture.tap();
    await fillIn(page, BEA);
    await pressJoin(page);
    await expect(screen(page).greeting('Bea')).toBeVisible();
    await screen(page).back.tap();
    await expect(screen(page).seeSpot('Bea')).toBeVisible();
  });

  test('whatever a storage holds, the first view is there', async ({ page }) => {
    for (const kept of ['', 'x', 'FFFFFFEabcDEF12', '<b>bold</b>', '{"code":1}']) {
      await page.goto('/');
      await page.evaluate((text) => localStorage.setItem('spot', text), kept);
      await page.reload();
      await expect(screen(page).picture).toBeVisible();
      await expect(page.getByText('See your spot')).toBeHidden();
    }
  });

  test('a name is text on the first view, too', async ({ page }) => {
    const firstName = `<img src=x onerror=alert(1)>{firstName} $& "'`;
    await join(page, { ...ANA, firstName });
    await screen(page).back.tap();
    await expect(screen(page).seeSpot(firstName)).toBeVisible();
    await expect(page.locator('#line img')).toHaveCount(0);
  });
});

test('nothing on the first view shifts for the line', async ({ page, visitor }) => {
  const shifts = (on: Page) => on.evaluate(() => Reflect.get(window, 'shifts'));
  const watchShifts = (on: Page) =>
    on.addInitScript(() => {
      Object.assign(window, { shifts: [] });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          Reflect.get(window, 'shifts').push(Reflect.get(entry, 'value'));
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
  await join(page, ANA);
  const friend = await visitor();
  for (const [on, path, line] of [
    [page, '/', screen(page).seeSpot('Ana')],
    [friend, `/?ref=${UNKNOWN_CODE}`, screen(friend).savedSpot],
  ] as const) {
    await watchShifts(on);
    await on.goto('/about');
    await on.goto(path);
    await expect(line).toBeVisible();
    await on.waitForTimeout(500);
    expect(await shifts(on)).toEqual([]);
  }
});

test.describe('a spot that is looked at', () => {
  test('is looked up again when I come back to the tab, at most once in 15 s', async ({
    page,
    site,
  }) => {
    await page.clock.install();
    const asked = looks(page);
    const link = await join(page, ANA);
    await friendsJoin(site, codeIn(link), 2);
    const friends = page.getByText('2 friends joined through your link');

    // The clock runs on by itself, too, and on a busy machine by seconds.
    await turnTab(page, 'hidden');
    await page.clock.fastForward(5_000);
    await turnTab(page, 'visible');
    await page.waitForTimeout(300);
    expect(asked()).toBe(0);
    await page.clock.fastForward(12_000);
    await turnTab(page, 'hidden');
    await page.waitForTimeout(300);
    expect(asked()).toBe(0);
    await turnTab(page, 'visible');
    await expect(friends).toBeVisible();
    expect(asked()).toBe(1);
    for (let times = 0; times < 3; times += 1) {
      await turnTab(page, 'hidden');
      await turnTab(page, 'visible');
    }
    await page.clock.fastForward(60_000);
    await page.waitForTimeout(300);
    expect(asked()).toBe(1);
  });

  test('stays as it was where the list is away', async ({ page, site, allow }) => {
    allow(FAILED_REQUEST);
    await page.clock.install();
    await join(page, ANA);
    site.faults.intercept = () => Promise.reject(new Error('away'));
    const answer = page.waitForResponse(`**${STATUS_PATH}*`);
    await page.clock.fastForward(16_000);
    await turnTab(page, 'visible');
    expect((await answer).status()).toBe(503);
    await expect(screen(page).place(1)).toBeVisible();
    await expect(screen(page).message).toHaveText('');
  });

  test('is gone when I leave, and is asked for no more', async ({ page }) => {
    await page.clock.install();
    const asked = looks(page);
    await join(page, ANA);
    await screen(page).back.tap();
    await screen(page).seeSpot('Ana').tap();
    await expect(screen(page).place(1)).toBeVisible();
    await screen(page).back.tap();
    await expect(screen(page).picture).toBeVisible();
    await expect(screen(page).picture).toBeFocused();
    await expect(screen(page).confirmation).toBeHidden();
    await page.clock.fastForward(60_000);
    await turnTab(page, 'visible');
    await page.waitForTimeout(300);
    expect(asked()).toBe(1);
    await screen(page).picture.tap();
    await expect(screen(page).firstName).toHaveValue('');
  });
});

test.describe('a way back that leads nowhere', () => {
  test.beforeEach(({ allow }) => allow(FAILED_REQUEST));

  test('a code that nobody has: I am told, and can join', async ({ page }) => {
    await page.goto(`/#spot=${UNKNOWN_CODE}`);
    await expect(page.getByRole('heading', { name: STATUS_ERRORS.unknown_code })).toBeFocused();
    await page.getByRole('link', { name: 'Join the waitlist' }).tap();
    await expect(screen(page).formTitle).toBeVisible();
    await expect(screen(page).firstName).toBeEditable();
    await page.goBack();
    await expect(page.getByRole('heading', { name: STATUS_ERRORS.unknown_code })).toBeFocused();
    await screen(page).back.tap();
    await expect(screen(page).picture).toBeFocused();
  });

  for (const spot of ['', 'nobody', '%3Cscript%3Ealert(1)%3C/script%3E', 'You+won+a+phone']) {
    test(`"#spot=${spot}" is never shown, and asks nobody`, async ({ page }) => {
      const asked = looks(page);
      await page.goto(`/#spot=${spot}`);
      await expect(page.getByRole('heading', { name: STATUS_ERRORS.malformed_code })).toBeVisible();
      await expect(page.getByText(/nobody|alert|won a phone/)).toHaveCount(0);
      expect(asked()).toBe(0);
    });
  }

  test('I was taken off the list: the first view does not promise it any more', async ({
    page,
    site,
  }) => {
    await join(page, ANA);
    await site.redis.flushall();
    await screen(page).back.tap();
    await screen(page).seeSpot('Ana').tap();
    await expect(page.getByRole('heading', { name: STATUS_ERRORS.unknown_code })).toBeVisible();
    await screen(page).back.tap();
    await expect(screen(page).seeSpot('Ana')).toBeHidden();
  });

  for (const [what, sentence, prepare] of [
    [
      'the list is away',
      SIGNUP_ERRORS.unavailable,
      async (site: Site) => {
        site.faults.intercept = () => Promise.reject(new Error('away'));
      },
    ],
    [
      'too many look',
      'Too many attempts. Please wait a moment and try again.',
      async (site: Site) => void (await site.redis.set(KEYS.looks('127.0.0.1'), 20, 'EX', 600)),
    ],
  ] as const) {
    test(`${what}: I am told, and the next press works`, async ({ page, site }) => {
      const back = await join(page, ANA).then(() => wayBack(page));
      await page.goto('/about');
      await prepare(site);
      await page.goto(back);
      await expect(page.getByRole('heading', { name: sentence })).toBeFocused();
      site.faults.intercept = undefined;
      await site.redis.del(KEYS.looks('127.0.0.1'));
      await page.getByRole('button', { name: 'Try again' }).tap();
      await expect(screen(page).place(1)).toBeVisible();
      await expect(screen(page).confirmation).toBeFocused();
    });
  }

  test('an answer that is not ours forgets nobody', async ({ page }) => {
    await join(page, ANA);
    await screen(page).back.tap();
    await page.route(`**${STATUS_PATH}*`, (route) =>
      route.fulfill({ status: 404, contentType: 'text/html', body: '<h1>Page not found</h1>' }),
    );
    await screen(page).seeSpot('Ana').tap();
    await expect(page.getByRole('heading', { name: MESSAGES.noSpot })).toBeVisible();
    await page.unroute(`**${STATUS_PATH}*`);
    await page.getByRole('button', { name: 'Try again' }).tap();
    await expect(screen(page).place(1)).toBeVisible();
    await screen(page).back.tap();
    await expect(screen(page).seeSpot('Ana')).toBeVisible();
  });

  test('without a signal I am told in our words, and the next press works', async ({ page }) => {
    await join(page, ANA);
    await screen(page).back.tap();
    await page.context().setOffline(true);
    await screen(page).seeSpot('Ana').tap();
    await expect(page.getByRole('heading', { name: MESSAGES.noSpot })).toBeVisible();
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).tap();
    await expect(screen(page).place(1)).toBeVisible();
  });

  test('the script does not come: the first view is there, and the line asks again', async ({
    page,
    allow,
  }) => {
    allow(/Error hydrating/);
    await join(page, ANA);
    await page.goto('/about');
    await page.route('**/_astro/*.js', (route) => route.abort());
    await page.goto('/');
    await screen(page).seeSpot('Ana').tap();
    await expect(page).toHaveURL(/#spot=/);
    await expect(screen(page).picture).toBeVisible();
    await page.unroute('**/_astro/*.js');
    await screen(page).seeSpot('Ana').tap();
    await expect(screen(page).place(1)).toBeVisible();
  });
});
