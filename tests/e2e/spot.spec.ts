import type { Page } from 'playwright/test';
import { SIGNUP_ERRORS } from '../../src/waitlist/shared/contract.ts';
import { MESSAGES } from '../../src/waitlist/shared/messages.ts';
import { SPOTS_PER_FRIEND } from '../../src/waitlist/shared/referral.ts';
import { STATUS_ERRORS, STATUS_PATH } from '../../src/waitlist/shared/status.ts';
import { expect, test } from '../support/site.ts';
import {
  ANA,
  BEA,
  codeIn,
  FAILED_REQUEST,
  join,
  refuseStorage,
  requestsTo,
  SCRIPTS,
  STATUS,
  screen,
  smsText,
  UNKNOWN_CODE,
} from '../support/visitor.ts';

/** Another day: the same browser, whose pages have all been closed. */
async function nextDay(page: Page): Promise<Page> {
  const context = page.context();
  await page.close();
  return context.newPage();
}

/** As a tab is left and seen again. */
async function turnTab(page: Page, state: 'hidden' | 'visible') {
  await page.evaluate(async (to) => {
    Object.defineProperty(document, 'visibilityState', { value: to, configurable: true });
    Object.defineProperty(document, 'hidden', { value: to === 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
    // A request made by this came before this one, which the test waits for.
    await fetch('/robots.txt');
  }, state);
}

/** Her way back, from the text to herself. */
async function wayBack(page: Page): Promise<string> {
  const text = await smsText(screen(page).shareWithMe);
  return text.match(/\S+#spot=\S+/)?.[0] ?? '';
}

test.describe('coming back', () => {
  test('I see my position of today, and who joined through my link', async ({
    page,
    site,
    visitor,
  }) => {
    for (let ahead = 0; ahead < 12; ahead += 1) await site.member();
    const link = await join(page, { ...ANA, firstName: 'Ana Sofía' });
    await expect(screen(page).position(13)).toBeVisible();
    const kept = await page.evaluate(() => ({ ...localStorage, ...sessionStorage }));
    expect(kept).toEqual({ spot: `${codeIn(link)} Ana Sofía` });
    expect(await page.context().cookies()).toEqual([]);

    const bea = await visitor();
    await bea.goto(link);
    await expect(screen(bea).savedSpot).toBeVisible();
    await expect(bea.getByText('Ana')).toHaveCount(0);
    await join(bea, BEA, link);

    const today = await nextDay(page);
    const asked = requestsTo(today, STATUS_PATH);
    await today.goto('/');
    await expect(screen(today).seeSpot('Ana Sofía')).toBeVisible();
    await expect(screen(today).savedSpot).toBeHidden();
    expect(asked).toHaveLength(0);
    await screen(today).seeSpot('Ana Sofía').tap();
    await expect(screen(today).greeting('Ana Sofía')).toBeVisible();
    await expect(screen(today).position(13 - SPOTS_PER_FRIEND)).toBeVisible();
    await expect(today.getByText('1 friend joined through your link')).toBeVisible();
    await expect(screen(today).link).toHaveValue(link);
    expect(asked).toHaveLength(1);
  });

  test('where nothing can be stored, or on any other phone, by the text to myself', async ({
    page,
    site,
    visitor,
  }) => {
    await page.addInitScript(refuseStorage);
    const link = await join(page, ANA);
    const back = await wayBack(page);
    await site.member({ referralCode: codeIn(link) });
    await page.goto('/about');
    await page.goto('/');
    await expect(screen(page).picture).toBeVisible();
    await expect(screen(page).seeSpot('Ana')).toBeHidden();
    for (const phone of [page, await visitor()]) {
      await phone.goto('/about');
      await phone.goto(back);
      await expect(phone.getByText("You're in line!", { exact: true })).toBeVisible();
      await expect(screen(phone).position(1)).toBeVisible();
      await expect(phone.getByText('1 friend joined through your link')).toBeVisible();
      await expect(screen(phone).link).toHaveValue(link);
      await expect(phone.getByText('Ana')).toHaveCount(0);
    }
  });
});

test.describe('what my browser keeps', () => {
  test('"Not you?" forgets, in every tab and on the way back', async ({ page, context }) => {
    await join(page, ANA);
    await page.goto('/about');
    await page.goto('/');
    await page.goto('/about');
    const [other, third] = [await context.newPage(), await context.newPage()];
    await other.goto('/');
    await third.goto('/');
    await screen(third).notYou.tap();
    await expect(screen(third).seeSpot('Ana')).toBeHidden();
    await expect(screen(third).picture).toBeFocused();
    expect(await third.evaluate(() => localStorage.length)).toBe(0);
    await expect(screen(other).seeSpot('Ana')).toBeHidden();
    await page.goBack();
    await expect(screen(page).picture).toBeVisible();
    await expect(screen(page).seeSpot('Ana')).toBeHidden();
  });

  test('is nothing to the first view where it is not ours', async ({ page }) => {
    await page.goto('/');
    for (const kept of ['', 'FFFFFFEabcDEF12', '<b>bold</b>', '{"code":1}']) {
      await page.evaluate((text) => localStorage.setItem('spot', text), kept);
      await page.reload();
      await expect(screen(page).picture).toBeVisible();
      await expect(page.getByText('See your spot')).toBeHidden();
    }
  });
});

test.describe('a spot that I look at', () => {
  test('is asked for again when I come back to the tab, at most once in 15 s, until I leave', async ({
    page,
    site,
  }) => {
    await page.clock.install();
    const asked = requestsTo(page, STATUS_PATH);
    const link = await join(page, ANA);
    for (const _ of ['one', 'two']) await site.member({ referralCode: codeIn(link) });

    // The clock runs on by itself, too, and on a busy machine by seconds.
    await turnTab(page, 'hidden');
    await page.clock.fastForward(5_000);
    await turnTab(page, 'visible');
    expect(asked).toHaveLength(0);
    await page.clock.fastForward(12_000);
    await turnTab(page, 'hidden');
    expect(asked).toHaveLength(0);
    await turnTab(page, 'visible');
    await expect(page.getByText('2 friends joined through your link')).toBeVisible();
    await turnTab(page, 'hidden');
    await turnTab(page, 'visible');
    expect(asked).toHaveLength(1);

    await screen(page).back.tap();
    await expect(screen(page).confirmation).toBeHidden();
    await page.clock.fastForward(60_000);
    await turnTab(page, 'visible');
    expect(asked).toHaveLength(1);
  });

  test('stays as it was where the list is away', async ({ page, site, allow }) => {
    allow(FAILED_REQUEST);
    await page.clock.install();
    await join(page, ANA);
    site.faults.intercept = () => Promise.reject(new Error('away'));
    const answer = page.waitForResponse(STATUS);
    await page.clock.fastForward(16_000);
    await turnTab(page, 'visible');
    expect((await answer).status()).toBe(503);
    await expect(screen(page).position(1)).toBeVisible();
    await expect(screen(page).message).toHaveText('');
  });
});

test.describe('a way back that leads nowhere', () => {
  test.beforeEach(({ allow }) => allow(FAILED_REQUEST));
  const told = (page: Page, name: string) => page.getByRole('heading', { name });

  test('a code that nobody has: I am told, and can join', async ({ page }) => {
    await page.goto(`/#spot=${UNKNOWN_CODE}`);
    await expect(told(page, STATUS_ERRORS.unknown_code)).toBeFocused();
    await page.getByRole('link', { name: 'Join the waitlist' }).tap();
    await expect(screen(page).firstName).toBeEditable();
    await page.goBack();
    await expect(told(page, STATUS_ERRORS.unknown_code)).toBeFocused();
    await screen(page).back.tap();
    await expect(screen(page).picture).toBeFocused();
  });

  test('no code at all is never shown, and asks nobody', async ({ page }) => {
    const asked = requestsTo(page, STATUS_PATH);
    for (const spot of ['', 'You+won+a+phone']) {
      await page.goto(`/#spot=${spot}`);
      await expect(told(page, STATUS_ERRORS.malformed_code)).toBeVisible();
      await expect(page.getByText(/won/)).toHaveCount(0);
    }
    expect(asked).toHaveLength(0);
  });

  test('I was taken off the list: the first view does not promise it any more', async ({
    page,
    site,
  }) => {
    await join(page, ANA);
    await site.redis.flushall();
    await screen(page).back.tap();
    await screen(page).seeSpot('Ana').tap();
    await expect(told(page, STATUS_ERRORS.unknown_code)).toBeVisible();
    await screen(page).back.tap();
    await expect(screen(page).seeSpot('Ana')).toBeHidden();
  });

  for (const [what, sentence, answer] of [
    ['the list is away', SIGNUP_ERRORS.unavailable, undefined],
    ['there is no signal', MESSAGES.noSpot, 'none'],
    ['the answer is not ours', MESSAGES.noSpot, { status: 404, body: '<h1>Page not found</h1>' }],
  ] as const) {
    test(`${what}: I am told, and the next press works`, async ({ page, site }) => {
      await join(page, ANA);
      await screen(page).back.tap();
      if (!answer) site.faults.intercept = () => Promise.reject(new Error('away'));
      await page.route(STATUS, (route) => {
        if (answer === 'none') return route.abort('internetdisconnected');
        return answer ? route.fulfill(answer) : route.continue();
      });
      await screen(page).seeSpot('Ana').tap();
      await expect(told(page, sentence)).toBeFocused();
      site.faults.intercept = undefined;
      await page.unroute(STATUS);
      await screen(page).tryAgain.tap();
      await expect(screen(page).position(1)).toBeVisible();
      await expect(screen(page).confirmation).toBeFocused();
      await screen(page).back.tap();
      await expect(screen(page).seeSpot('Ana')).toBeVisible();
    });
  }

  test('the script does not come: the first view is there, and the line asks again', async ({
    page,
    allow,
  }) => {
    allow(/Error hydrating/);
    await join(page, ANA);
    await page.goto('/about');
    await page.route(SCRIPTS, (route) => route.abort());
    await page.goto('/');
    await screen(page).seeSpot('Ana').tap();
    await expect(page).toHaveURL(/#spot=/);
    await expect(screen(page).picture).toBeVisible();
    await page.unroute(SCRIPTS);
    await screen(page).seeSpot('Ana').tap();
    await expect(screen(page).position(1)).toBeVisible();
  });
});
