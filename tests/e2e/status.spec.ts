import type { Page } from 'playwright/test';
import { DEADLINE_MS } from '../../src/waitlist/client/send.ts';
import { POSITIONS_PER_REFERRAL } from '../../src/waitlist/shared/links.ts';
import { copy } from '../support/copy.ts';
import { expect, test } from '../support/site.ts';
import { ANA, BEA, codeIn, SCRIPTS, STATUS, visitorPage } from '../support/visitor.ts';
import { KEYS, NOBODY } from '../support/waitlist.ts';

/** Hides or shows the tab, and waits for the request that this causes. */
async function turnTab(page: Page, state: 'hidden' | 'visible') {
  await page.evaluate(async (to) => {
    Object.defineProperty(document, 'hidden', { value: to === 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
    await fetch('/robots.txt');
  }, state);
}

test('I move up, am overtaken, and then I am admitted', async ({ me, page, site, browser }) => {
  await site.addMember();
  const other = await site.addMember();
  for (let ahead = 2; ahead <= POSITIONS_PER_REFERRAL; ahead += 1) await site.addMember();
  const link = await me.join(ANA);
  // For others this URL is a referral link, for the member their status.
  await expect(page).toHaveURL(`${link}#spot`);
  const bea = visitorPage(await browser.newPage());
  await bea.page.goto(page.url());
  await expect(bea.badge).toBeVisible();
  await bea.join(BEA, link);
  await page.reload();
  await expect(me.position(2)).toBeVisible();
  await expect(me.movedUp(POSITIONS_PER_REFERRAL)).toBeVisible();

  await page.goto(`/?ref=${NOBODY.referralCode}`);
  await expect(me.badge).toBeHidden();
  await me.returningLine('Ana').tap();
  await expect(me.oneFriend).toBeVisible();
  // The new position has been seen.
  await expect(me.movedUp(POSITIONS_PER_REFERRAL)).toHaveCount(0);

  await site.addMember({ referralCode: other });
  await page.reload();
  await expect(me.position(3)).toBeVisible();
  await expect(page.getByText(copy.confirmation.overtaken)).toBeVisible();

  await site.admitFirst(3);
  await page.reload();
  await expect(me.admitted).toBeVisible();
  await expect(me.link).toHaveValue(link);
  await expect(me.confirmation).toHaveCount(0);
  await me.back.tap();
  await expect(me.admittedLine).toBeVisible();
});

test('a status link is remembered only in the tab where I open it', async ({ me, page, site }) => {
  const code = await site.addMember({ phone: BEA.phone });
  const key = `${code}.${(await site.memberWith(BEA.phone))?.token}`;
  await page.goto(`/#spot=${key}`);
  await expect(me.position(1)).toBeVisible();
  await expect(page).toHaveURL(`/?ref=${code}#spot`);
  await page.reload();
  await expect(me.position(1)).toBeVisible();
  await me.back.tap();
  await expect(me.picture).toBeFocused();
  await expect(me.returningLine()).toBeVisible();
  expect((await me.stored())[0]).toEqual({});

  // A browser that joined doesn't remember the link, and shows a way to its own status if a link is cut off.
  const mine = await me.newTab();
  await mine.join(ANA);
  await mine.page.goto(`/#spot=${key}`);
  await expect(mine.position(1)).toBeVisible();
  await mine.back.tap();
  await expect(mine.returningLine('Ana')).toBeVisible();
  await mine.page.goto(`/#spot=${NOBODY.referralCode}.abc`);
  await expect(mine.heading(copy.member.unknown)).toBeVisible();
  await mine.ownStatus.tap();
  await expect(mine.position(2)).toBeVisible();
});

test('until the script comes, my status says that it is missing', async ({ me, page }) => {
  await page.clock.install();
  await me.join(ANA);
  const link = await me.statusLink();
  await page.goto('/about');
  const arrive = await me.hold(SCRIPTS);
  const requests = me.requestsTo(SCRIPTS);
  await page.goto(link, { waitUntil: 'commit' });
  // The page has begun to wait.
  await expect.poll(() => requests.length).toBeGreaterThan(0);
  await page.clock.fastForward(DEADLINE_MS);
  await expect(me.heading(copy.member.noStatus)).toBeFocused();
  arrive();
  await expect(me.position(1)).toBeFocused();
  await expect(me.tryAgain).toBeHidden();

  await page.route(SCRIPTS, (route) => route.abort());
  await page.reload();
  await expect(me.heading(copy.member.noStatus)).toBeFocused();
  await page.context().setOffline(true);
  await me.tryAgain.tap();
  await expect(me.message).toHaveText(copy.form.noConnection);
  await page.context().setOffline(false);
  await page.unroute(SCRIPTS);
  await me.tryAgain.tap();
  await expect(me.position(1)).toBeFocused();
});

test('whatever fails, I stay a member here and on the list', async ({ me, page, site }) => {
  await me.join(ANA);
  await site.redis.rename(KEYS.members, 'away');
  await page.reload();
  await expect(me.heading(copy.member.unknown)).toBeFocused();
  await site.redis.rename('away', KEYS.members);
  await page.reload();
  await expect(me.greeting('Ana')).toBeVisible();
});

test('coming back to a status requests it at most every 15 s', async ({ me, page, site }) => {
  await page.clock.install();
  const sent = me.requestsTo(STATUS);
  const link = await me.join(ANA);
  await site.addMember({ referralCode: codeIn(link) });
  for (const [milliseconds, requests] of [
    // The clock also keeps running, by seconds on a busy machine.
    [5_000, 0],
    [12_000, 1],
    [16_000, 2],
    [1, 2],
  ] as const) {
    // The first request fails.
    site.faults.inject = requests === 1 ? async () => ({ status: 500, body: {} }) : undefined;
    await turnTab(page, 'hidden');
    await page.clock.fastForward(milliseconds);
    await turnTab(page, 'visible');
    expect(sent).toHaveLength(requests);
    await expect(me.oneFriend).toHaveCount(requests > 1 ? 1 : 0);
    await expect(me.position(1)).toBeVisible();
  }
});

test('every tab knows me until I leave or press "Not you?"', async ({ me, page }) => {
  await page.clock.install();
  const other = await me.newTab();
  // On a small phone the second button opens below the edge of the screen.
  await other.page.setViewportSize({ width: 320, height: 568 });
  await other.page.goto('/');
  // A tab in the background paints, and thus reacts, slowly.
  await page.bringToFront();
  const link = await me.join(ANA);
  await other.page.bringToFront();
  await other.returningLine('Ana').tap();
  await other.leave.tap();
  await expect(other.confirmLeave).toBeInViewport();
  const lost = Promise.withResolvers<void>();
  await other.dropResponses(/leave/, lost.promise);
  await other.confirmLeave.tap();
  await expect(other.leaving).toBeDisabled();
  lost.resolve();
  await expect(other.message).toHaveText(copy.member.notLeft);
  await expect(other.confirmLeave).toBeFocused();
  await other.page.unroute(/leave/);
  // The second request finds no member.
  await other.confirmLeave.tap();
  await expect(other.left).toBeFocused();
  expect(await other.stored()).toEqual([{}, {}]);

  await page.clock.fastForward(16_000);
  await turnTab(page, 'visible');
  await expect(me.heading(copy.member.unknown)).toBeFocused();
  await me.back.tap();
  for (const tab of [page, other.page]) expect(tab.url()).not.toContain(codeIn(link));
  for (const gone of [me.notYou, me.badge]) await expect(gone).toBeHidden();

  await other.back.last().tap();
  await other.picture.tap();
  await other.send(ANA);
  await expect(other.position(1)).toBeVisible();
  await me.notYou.tap();
  await expect(me.picture).toBeFocused();
  expect(await me.stored()).toEqual([{}, {}]);
  await other.back.tap();
  await expect(other.notYou).toBeHidden();
});
