import type { Page } from 'playwright/test';
import { MESSAGES } from '../../src/waitlist/shared/messages.ts';
import { POSITIONS_PER_REFERRAL } from '../../src/waitlist/shared/referral.ts';
import { consentVersion, copy } from '../support/copy.ts';
import { expect, test } from '../support/site.ts';
import { ANA, ANA_FORMATTED, SCRIPTS, SIGNUP } from '../support/visitor.ts';
import { KEYS } from '../support/waitlist.ts';

/** Chromium's message for a broken connection. */
const BROKEN = 'Failed to fetch';

/** Lets the function run, but drops its response. */
async function dropResponses(page: Page) {
  await page.route(SIGNUP, async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
}

test('before sending, an error is shown under its field until I edit it', async ({ me, page }) => {
  // As little room as an open keyboard leaves.
  await page.setViewportSize({ width: 320, height: 320 });
  const sent = me.requestsTo(SIGNUP);
  await me.openForm();
  for (const [field, fields, sentence] of [
    ['phone', { ...ANA_FORMATTED, phone: '(555) 010-000' }, MESSAGES.invalid_phone],
    ['lastName', { ...ANA_FORMATTED, lastName: '   ' }, MESSAGES.empty_field],
  ] as const) {
    await me.send(fields);
    await expect(me.message).toHaveText(sentence);
    await me.expectFields(fields);
    await expect(me[field]).toBeFocused();
    await me.expectFieldError(me[field], sentence);
    for (const part of [me[field], me.formError]) await expect(part).toBeInViewport({ ratio: 1 });
  }
  await me.send({ firstName: '', lastName: '', phone: '' });
  for (const field of [me.firstName, me.lastName, me.phone]) {
    await me.expectFieldError(field, MESSAGES.empty_field);
    await expect(me.formError).toHaveCount(1);
    await field.fill('5');
  }
  await expect(me.formError).toHaveCount(0);
  expect(sent).toEqual([]);

  await me.type(ANA);
  // A password manager fills in the hidden field, which costs one press.
  await page.locator('.honeypot').evaluate((field) => Object.assign(field, { value: 'x' }));
  await me.joinButton.tap();
  await expect(me.message).toHaveText(MESSAGES.honeypot);
  await me.joinButton.tap();
  await expect(me.position(1)).toBeVisible();
  expect(sent).toHaveLength(1);
});

test('however often I send the form, and whatever I edit in between, I join once', async ({
  me,
  page,
  site,
  allow,
}) => {
  allow(/Failed to load resource/);
  await page.clock.install();
  const referrer = await site.addMember();
  const sent = me.requestsTo(SIGNUP);
  await me.openForm(`/?ref=${referrer}`);

  await dropResponses(page);
  await me.send(ANA);
  await expect(me.message).toContainText(BROKEN);
  await expect(me.joinButton).toBeFocused();
  await page.clock.fastForward(60_000);
  await expect(me.message).toHaveText('');
  await expect(me.formError).toHaveText(`${BROKEN} ${copy.member.nothingLost}`);
  await me.lastName.fill('Li');
  await expect(me.formError).toHaveCount(0);

  await page.route(SIGNUP, () => {});
  await me.joinButton.tap();
  await expect(me.message).toHaveText(copy.form.sending);
  await expect(me.message).toBeFocused();
  for (const part of [me.sendingButton, me.phone, ...(consentVersion ? [me.box] : [])])
    await expect(part).toBeDisabled();
  await page.keyboard.press('Enter');
  await me.sendingButton.tap({ force: true });
  expect(sent).toHaveLength(2);
  // Keeps the request's deadline from ending it.
  await page.clock.pauseAt(Date.now() + 62_000);
  const ended = page.waitForEvent('requestfailed');
  await me.back.tap();
  expect((await ended).failure()?.errorText).toBe('net::ERR_ABORTED');
  await page.clock.resume();
  await me.unansweredLine.tap();
  await expect(me.message).toHaveText('');
  await me.expectFields({ ...ANA_FORMATTED, lastName: 'Li' });

  const [mine = ''] = await site.redis.zrange(KEYS.queue, -1, -1);
  const next = await me.newTab();
  await page.close();
  expect(await next.join({ ...ANA, firstName: 'Anna' })).toContain(mine);
  await expect(next.greeting('Anna')).toBeVisible();
  expect(await site.memberCount()).toBe(2);
  expect(await site.scoreOf(referrer)).toBe(1 - POSITIONS_PER_REFERRAL);
  expect(await next.stored()).toEqual([{ member: expect.any(String) }, {}]);
});

test('a signup before the script loads joins me once, and is shown again', async ({
  me,
  page,
  site,
  allow,
}) => {
  allow(/Failed to load resource/, /Error hydrating/);
  const referrer = await site.addMember();
  await page.route(SCRIPTS, (route) => route.abort());
  await dropResponses(page);
  await page.goto(`/?ref=${referrer}`);
  await me.picture.tap();
  await me.send(ANA);
  await expect.poll(() => page.url()).toMatch(/^chrome-error/);
  await page.unroute(SIGNUP);
  await page.goto('/#join');
  await me.expectFields(ANA);
  await me.joinButton.tap();
  await expect(me.position(2)).toBeVisible();
  // The next visitor on this device finds nothing of mine.
  expect(await me.stored()).toEqual([{}, {}]);
  await page.goBack();
  await expect(me.firstName).toHaveValue('');
  expect(await site.memberCount()).toBe(2);
  expect(await site.scoreOf(referrer)).toBe(1 - POSITIONS_PER_REFERRAL);
});

test('in a browser that stores nothing I join once', async ({ me, page, site, allow }) => {
  allow(/Failed to load resource/);
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('', 'QuotaExceededError');
    };
    const full = { getItem: () => null, removeItem: () => {}, setItem: refuse };
    Object.defineProperty(window, 'localStorage', { get: () => full });
    Object.defineProperty(window, 'sessionStorage', { get: refuse });
  });
  await me.openForm();
  await dropResponses(page);
  await me.send(ANA);
  await expect(me.message).toContainText(BROKEN);
  await page.unroute(SIGNUP);
  await me.joinButton.tap();
  await expect(me.position(1)).toBeVisible();
  expect(await site.memberCount()).toBe(1);
  await page.reload();
  await expect(me.position(1)).toBeVisible();
  await me.back.tap();
  await expect(me.returningLine('')).toBeVisible();
});
