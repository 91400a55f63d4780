import type { Page } from 'playwright/test';
import { admitMembers } from '../../netlify/queue/admit-members.ts';
import { SIGNUP_ERRORS } from '../../src/waitlist/shared/contract.ts';
import { fill } from '../../src/waitlist/shared/fill.ts';
import { MESSAGES } from '../../src/waitlist/shared/messages.ts';
import { SPOTS_PER_FRIEND } from '../../src/waitlist/shared/referral.ts';
import { STATUS_ERRORS } from '../../src/waitlist/shared/status.ts';
import { formatStatusKey } from '../../src/waitlist/shared/status-link.ts';
import { expect, test } from '../support/site.ts';
import {
  ANA,
  BEA,
  codeIn,
  SCRIPTS,
  STATUS,
  statusKeyIn,
  UNKNOWN_CODE,
  UNKNOWN_STATUS,
} from '../support/visitor.ts';
import { words } from '../support/words.ts';

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

const away = () => Promise.reject(new Error('away'));

test.describe('coming back', () => {
  test('I see my position of today, and who joined by my link', async ({ me, site, visitor }) => {
    for (let ahead = 0; ahead < 12; ahead += 1) await site.member();
    const link = await me.join({ ...ANA, firstName: 'Ana Sofía' });
    await expect(me.position(13)).toBeVisible();
    const kept = await me.page.evaluate(() => ({ ...localStorage, ...sessionStorage }));
    const [, spot] = (await statusKeyIn(me)).split('#spot=');
    expect(spot).toMatch(RegExp(`^${codeIn(link)}\\.\\w{10}$`));
    expect(kept).toEqual({ member: `${spot}#13 Ana Sofía` });
    expect(await me.page.context().cookies()).toEqual([]);

    // What I copy from the address is my link, and for me it is my spot.
    await expect(me.page).toHaveURL(`${link}#spot`);
    const bea = await visitor();
    await bea.page.goto(me.page.url());
    await expect(bea.savedSpot).toBeVisible();
    await expect(bea.page.getByText(/\bAna\b/)).toHaveCount(0);
    await bea.join(BEA, link);
    await me.page.reload();
    await expect(me.greeting('Ana Sofía')).toBeVisible();
    await expect(me.position(13 - SPOTS_PER_FRIEND)).toBeVisible();
    await expect(me.movedUp(SPOTS_PER_FRIEND)).toBeVisible();

    const today = await me.newTab();
    await me.page.close();
    const asked = today.requestsTo(STATUS);
    await today.page.goto('/');
    await expect(today.seeSpot('Ana Sofía')).toBeVisible();
    await expect(today.savedSpot).toBeHidden();
    expect(asked).toHaveLength(0);
    await today.seeSpot('Ana Sofía').tap();
    await expect(today.greeting('Ana Sofía')).toBeVisible();
    await expect(today.position(13 - SPOTS_PER_FRIEND)).toBeVisible();
    await expect(today.oneFriend).toBeVisible();
    await expect(today.link).toHaveValue(link);
    expect(asked).toHaveLength(1);
    // Told once: since then she has looked.
    await expect(today.movedUp(SPOTS_PER_FRIEND)).toHaveCount(0);
  });

  for (const [reducedMotion, title, turning] of [
    ['no-preference', 'my number turns over from the old to the new one within 300 ms', 2],
    ['reduce', 'where nothing may move, it is simply the new one', 0],
  ] as const) {
    test(`having moved up, ${title}`, async ({ visitor, site }) => {
      const { page } = await visitor({ reducedMotion });
      const spot = formatStatusKey(await site.memberKey());
      await page.addInitScript((kept) => localStorage.setItem('member', kept), `${spot}#1009 Ana`);
      await page.goto(`/#spot=${spot}`);
      const number = page.getByText('#1,009#1', { exact: true });
      await expect(number).toBeVisible();
      // The old one, which may be longer, has room, too. In the widest serif 21 px are missing.
      expect(await number.evaluate((it) => it.scrollWidth - it.clientWidth)).toBeLessThan(24);
      const times = await number.evaluate((it) =>
        it.getAnimations({ subtree: true }).map((part) => {
          const { delay = 0, endTime = 0 } = part.effect?.getComputedTiming() ?? {};
          return { delay, end: Number(endTime) };
        }),
      );
      expect(times).toHaveLength(turning);
      const start = Math.min(...times.map(({ delay }) => delay));
      for (const { end } of times) expect(end - start).toBeLessThanOrEqual(300);
      await expect(page.getByText('#1,009', { exact: true })).toBeHidden();
    });
  }

  test('I read that I was let in, and my friends still count', async ({ me, site }) => {
    const link = await me.join(ANA, '/?utm_source=TikTok&utm_campaign=launch-week');
    expect((await site.memberWith(ANA.phone))?.source).toBe('tiktok/launch-week');
    await admitMembers(site.upstash, 'october-1', 1);
    await site.member({ referralCode: codeIn(link) });
    await me.page.reload();
    await expect(me.admitted).toBeVisible();
    await expect(me.oneFriend).toBeVisible();
    await expect(me.link).toHaveValue(link);
    for (const gone of [me.confirmation, me.position(1)]) await expect(gone).toHaveCount(0);
  });

  test('by the text to myself, where nothing is stored yet or ever', async ({
    me,
    page,
    site,
    visitor,
  }) => {
    await me.breakStorage('SecurityError');
    const link = await me.join(ANA);
    const back = await statusKeyIn(me);
    await site.member({ referralCode: codeIn(link) });
    await page.goto('/about');
    await page.goto('/');
    await expect(me.picture).toBeVisible();
    await expect(me.seeSpot('Ana')).toBeHidden();
    for (const [phone, address] of [
      [me, back],
      [await visitor(), `${link}#spot`],
    ] as const) {
      await phone.page.goto('/about');
      await phone.page.goto(back);
      await expect(phone.page.getByText(words.signup.spot.greeting, { exact: true })).toBeVisible();
      await expect(phone.position(1)).toBeVisible();
      await expect(phone.oneFriend).toBeVisible();
      await expect(phone.link).toHaveValue(link);
      await expect(phone.page.getByText(/\bAna\b/)).toHaveCount(0);
      await expect(phone.page).toHaveURL(address);
      await phone.page.reload();
      await expect(phone.position(1)).toBeVisible();
      await phone.back.tap();
      await expect(phone.picture).toBeFocused();
      await expect(phone.seeSpot()).toBeVisible({ visible: phone !== me });
    }
  });
});

test.describe('what my browser keeps', () => {
  for (const broken of ['SecurityError', 'QuotaExceededError'] as const) {
    test(`survives in the tab where localStorage throws ${broken}`, async ({ me, page }) => {
      await me.breakStorage(broken, ['localStorage']);
      await me.join(ANA);
      await page.reload();
      await expect(me.greeting('Ana')).toBeVisible();
      await me.back.tap();
      await me.notYou.tap();
      await page.reload();
      await expect(me.picture).toBeVisible();
      await expect(me.notYou).toBeHidden();
    });
  }

  test("is not given up for a friend's way back, which stays one", async ({ me, page, site }) => {
    const friend = formatStatusKey(await site.memberKey(BEA));
    await me.join(ANA);
    await page.goto(`/#spot=${friend}`);
    await expect(me.position(1)).toBeVisible();
    await expect(page).toHaveURL(`/#spot=${friend}`);
    await me.back.tap();
    await expect(me.seeSpot('Ana')).toBeVisible();
  });

  test('is gone once I say that it is not me, in every tab and on the way back', async ({
    me,
    page,
  }) => {
    await me.join(ANA);
    for (const path of ['/about', '/', '/about']) await page.goto(path);
    const [other, third] = [await me.newTab(), await me.newTab()];
    await other.page.goto('/');
    await third.page.goto('/');
    await third.notYou.tap();
    await expect(third.seeSpot('Ana')).toBeHidden();
    await expect(third.picture).toBeFocused();
    expect(await third.page.evaluate(() => localStorage.length)).toBe(0);
    await expect(other.seeSpot('Ana')).toBeHidden();
    await page.goBack();
    await expect(me.picture).toBeVisible();
    await expect(me.seeSpot('Ana')).toBeHidden();
  });

  test('is nothing to the first view where it is not ours', async ({ me, page }) => {
    await page.goto('/');
    for (const kept of [
      '',
      'FFFFFFEabcDEF12',
      'FFFFFFEabcDEF12 Ana',
      '<b>bold</b>',
      '{"code":1}',
    ]) {
      await page.evaluate((text) => localStorage.setItem('member', text), kept);
      await page.reload();
      await expect(me.picture).toBeVisible();
      await expect(me.notYou).toBeHidden();
    }
  });
});

test.describe('a spot that I look at', () => {
  test('is asked for when I come back, each 15 s, until I leave', async ({ me, page, site }) => {
    await page.clock.install();
    const asked = me.requestsTo(STATUS);
    const link = await me.join(ANA);
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
    await expect(
      page.getByText(fill(words.signup.confirmation.friends, { friends: '2' }), { exact: true }),
    ).toBeVisible();
    await turnTab(page, 'hidden');
    await turnTab(page, 'visible');
    expect(asked).toHaveLength(1);

    await me.back.tap();
    await expect(me.confirmation).toBeHidden();
    await page.clock.fastForward(60_000);
    await turnTab(page, 'visible');
    expect(asked).toHaveLength(1);
  });

  test('stays as it was where the list is away', async ({ me, page, site, allow }) => {
    allow(/Failed to load resource/);
    await page.clock.install();
    await me.join(ANA);
    site.faults.intercept = away;
    const answer = page.waitForResponse(STATUS);
    await page.clock.fastForward(16_000);
    await turnTab(page, 'visible');
    expect((await answer).status()).toBe(503);
    await expect(me.position(1)).toBeVisible();
    await expect(me.message).toHaveText('');
  });

  test('is gone in this tab too once I left in another', async ({ me, page, allow }) => {
    allow(/Failed to load resource/);
    await page.clock.install();
    const link = await me.join(ANA);
    const other = await me.newTab();
    await other.page.goto(`${link}#spot`);
    await other.takeMeOff.tap();
    await other.reallyLeave.tap();
    await expect(other.left).toBeVisible();
    await page.clock.fastForward(16_000);
    await turnTab(page, 'visible');
    await expect(me.heading(STATUS_ERRORS.unknown_member)).toBeFocused();
    expect(page.url()).not.toContain(codeIn(link));
  });
});

test.describe('a way back that leads nowhere', () => {
  test.beforeEach(({ allow }) => allow(/Failed to load resource/));

  test('a code that nobody has: I am told, and can join', async ({ me, page }) => {
    await page.goto(`/#spot=${UNKNOWN_STATUS}`);
    await expect(me.heading(STATUS_ERRORS.unknown_member)).toBeFocused();
    await me.joinAgain.tap();
    await expect(me.firstName).toBeEditable();
    await page.goBack();
    await expect(me.heading(STATUS_ERRORS.unknown_member)).toBeFocused();
    await me.back.tap();
    await expect(me.picture).toBeFocused();
  });

  test('no whole way back, as her public code alone: never shown, and nobody is asked', async ({
    me,
    page,
  }) => {
    const asked = me.requestsTo(STATUS);
    for (const spot of ['', 'You+won+a+phone', UNKNOWN_CODE, `${UNKNOWN_STATUS}.won`]) {
      await page.goto(`/#spot=${spot}`);
      await expect(me.heading(STATUS_ERRORS.malformed_link)).toBeVisible();
      await expect(page.getByText(/won a phone|\.won/)).toHaveCount(0);
    }
    expect(asked).toHaveLength(0);
  });

  test('I was taken off the list: the first view promises it no more', async ({ me, site }) => {
    await me.join(ANA);
    await site.redis.flushall();
    await me.back.tap();
    await me.seeSpot('Ana').tap();
    await expect(me.heading(STATUS_ERRORS.unknown_member)).toBeVisible();
    await me.back.tap();
    await expect(me.seeSpot('Ana')).toBeHidden();
  });

  test('the list is away, or the signal: the next press works', async ({ me, page, site }) => {
    await me.join(ANA);
    await me.back.tap();
    site.faults.intercept = away;
    await me.seeSpot('Ana').tap();
    await expect(me.heading(SIGNUP_ERRORS.unavailable)).toBeFocused();
    site.faults.intercept = undefined;
    await page.context().setOffline(true);
    await me.tryAgain.tap();
    await expect(me.heading(MESSAGES.noStatus)).toBeFocused();
    await page.context().setOffline(false);
    await me.tryAgain.tap();
    await expect(me.position(1)).toBeVisible();
    await expect(me.position(1)).toBeFocused();
    await me.back.tap();
    await expect(me.seeSpot('Ana')).toBeVisible();
  });

  test('the script does not come: the line asks for it again', async ({ me, page, allow }) => {
    allow(/Error hydrating/);
    await me.join(ANA);
    await page.goto('/about');
    await page.route(SCRIPTS, (route) => route.abort());
    await page.goto('/');
    await me.seeSpot('Ana').tap();
    await expect(page).toHaveURL(/#spot=/);
    await expect(me.picture).toBeVisible();
    await page.unroute(SCRIPTS);
    await me.seeSpot('Ana').tap();
    await expect(me.position(1)).toBeVisible();
  });
});
