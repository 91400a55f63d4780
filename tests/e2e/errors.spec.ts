import type { Locator, Page } from 'playwright/test';
import { KEYS } from '../../netlify/queue/keys.ts';
import { NAME_MAX_LENGTH, SIGNUP_ERRORS } from '../../src/waitlist/shared/contract.ts';
import { MESSAGES } from '../../src/waitlist/shared/messages.ts';
import { SPOTS_PER_FRIEND } from '../../src/waitlist/shared/referral.ts';
import { expect, test } from '../support/site.ts';
import { ANA, ANA_TYPED, keyOf, SIGNUP } from '../support/visitor.ts';
import { words } from '../support/words.ts';

/** What a browser says of a connection that broke. */
const BROKEN = 'Failed to fetch';

/** The function runs, and its answer is lost on the way to her. */
async function loseAnswers(page: Page) {
  await page.route(SIGNUP, async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
}

test.describe('a mistake in a field', () => {
  test('is told before anything is sent, at its field, and is forgiven', async ({ me }) => {
    const sent = me.requestsTo(SIGNUP);
    await me.openForm();
    for (const [field, typed, sentence] of [
      ['firstName', { ...ANA_TYPED, firstName: '' }, SIGNUP_ERRORS.empty_field],
      ['lastName', { ...ANA_TYPED, lastName: '   ' }, SIGNUP_ERRORS.empty_field],
      ['phone', { ...ANA_TYPED, phone: '(555) 010-000' }, SIGNUP_ERRORS.invalid_phone],
    ] as const) {
      await me.send(typed);
      await me.expectForm(sentence, typed);
      await expect(me[field]).toBeFocused();
      await me.expectMistake(me[field], sentence);
    }
    expect(sent).toEqual([]);
    await me.send(ANA);
    await expect(me.confirmation).toBeVisible();
    await expect(me.message).toHaveText('');
  });

  test('is not even possible where a name is too long', async ({ me }) => {
    await me.openForm();
    for (const field of [me.firstName, me.lastName]) {
      await expect(field).toHaveAttribute('maxlength', `${NAME_MAX_LENGTH}`);
    }
  });

  test('is told for a while, and beside its field until I edit it', async ({ me, page }) => {
    await page.clock.install();
    await me.openForm();
    const top = () => me.joinButton.evaluate((it: HTMLElement) => it.offsetTop);
    const before = await top();
    await me.joinButton.tap();
    await expect(me.message).toHaveText(SIGNUP_ERRORS.empty_field);
    await page.clock.fastForward(60_000);
    await expect(me.message).toHaveText('');
    for (const field of [me.firstName, me.lastName, me.phone]) {
      await me.expectMistake(field, SIGNUP_ERRORS.empty_field);
      await expect(me.complaint).toHaveCount(1);
      // Nothing jumps.
      expect(await top()).toBe(before);
      await field.fill('5');
      await me.expectMistake(field, '');
    }
    await expect(me.complaint).toHaveCount(0);
  });

  test('is in sight with its field, with the keyboard up or on a small phone, and moves nothing', async ({
    me,
    page,
  }) => {
    await me.openForm();
    for (const [width, height] of [
      [390, 420],
      [320, 568],
      [320, 320],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.reload();
      await me.scriptArrived();
      const inSight = (part: Locator) =>
        expect(part, `at ${width} x ${height}`).toBeInViewport({ ratio: 1 });
      const top = () => me.joinButton.evaluate((it: HTMLElement) => it.offsetTop);
      const before = await top();
      await me.send({ ...ANA_TYPED, phone: '555' });
      await inSight(me.phone);
      await inSight(me.complaint);
      // Where the box beside it leaves no room, the sentence below the field has to do.
      const { height: box = 0 } = (await me.box.locator('..').boundingBox()) ?? {};
      if (height > 320 && box + 260 < height) {
        await inSight(me.joinButton);
        await inSight(me.message.locator('span'));
      }
      // The room below a field is for one line, and this machine's letters are wide.
      if (width === 390) expect(await top()).toBe(before);
      await me.send({ ...ANA_TYPED, firstName: '', phone: '555' });
      await inSight(me.firstName);
      await inSight(me.complaint);
    }
  });
});

test('an exception nobody expected is told all the same', async ({ me, page }) => {
  await page.addInitScript(() => {
    Object.assign(window, { AbortController: undefined });
  });
  // Without room for the button and what is below it.
  await page.setViewportSize({ width: 320, height: 320 });
  await me.openForm();
  await me.firstName.fill(ANA.firstName);
  await me.lastName.fill(ANA.lastName);
  await me.phone.fill(ANA.phone);
  await me.phone.press('Enter');
  await me.expectForm(MESSAGES.unexpected, ANA_TYPED);
  await expect(me.message.locator('span')).toBeInViewport({ ratio: 0.9 });
});

test('while I wait I hear of it and nothing can be done, and going back ends it', async ({
  me,
  page,
}) => {
  const sent = me.requestsTo(SIGNUP);
  await page.route(SIGNUP, () => {});
  await me.openForm();
  await me.send(ANA);
  await expect(me.message).toHaveText(words.signup.form.sending);
  for (const part of [me.sendingButton, me.firstName, me.lastName, me.phone]) {
    await expect(part).toBeDisabled();
  }
  await expect(me.joinButton).toBeHidden();
  await expect(me.message).toBeFocused();
  await page.keyboard.press('Enter');
  await me.sendingButton.tap({ force: true });
  expect(sent).toHaveLength(1);
  const ended = page.waitForEvent('requestfailed');
  await me.back.tap();
  expect((await ended).failure()?.errorText).toBe('net::ERR_ABORTED');
  await me.picture.tap();
  await me.expectForm('', ANA_TYPED);
});

test.describe('an answer that got lost', () => {
  test.beforeEach(({ allow }) => allow(/Failed to load resource/));

  test('twice, and my name corrected: I join once, by one key', async ({ me, page, site }) => {
    // Nothing of ours, which is not taken for a key.
    await page.addInitScript(() => localStorage.setItem('idempotency-key', 'x; y'));
    const inviter = await site.member();
    const sent = me.requestsTo(SIGNUP);
    await me.openForm(`/?ref=${inviter}`);
    await loseAnswers(page);
    for (const _ of ['once', 'twice']) {
      await me.send(ANA);
      await me.expectForm(BROKEN, ANA_TYPED);
    }
    await page.unroute(SIGNUP);
    await me.send({ ...ANA, firstName: 'Anna' });
    await expect(me.greeting('Anna')).toBeVisible();
    await expect(me.position(2)).toBeVisible();
    expect(sent.map(keyOf)).toEqual(Array(3).fill(expect.stringMatching(/^[\w-]{21}$/)));
    expect(new Set(sent.map(keyOf)).size).toBe(1);
    expect(await site.memberCount()).toBe(2);
    expect(await site.scoreOf(inviter)).toBe(1 - SPOTS_PER_FRIEND);
  });

  test('and the tab closed: still the same spot, and its position of now', async ({ me, site }) => {
    for (let ahead = 0; ahead < 7; ahead += 1) await site.member();
    await loseAnswers(me.page);
    await me.openForm();
    await me.send(ANA);
    await expect(me.message).toHaveText(BROKEN);
    const [mine = ''] = await site.redis.zrange(KEYS.queue, -1, -1);
    const next = await me.newTab();
    await me.page.close();
    await site.member({ referralCode: mine });
    expect(await next.join(ANA)).toContain(mine);
    await expect(next.position(8 - SPOTS_PER_FRIEND)).toBeVisible();
    expect(await site.memberCount()).toBe(9);
    expect(await next.page.evaluate(() => Object.keys(localStorage))).toEqual(['member']);
  });

  for (const broken of ['SecurityError', 'QuotaExceededError'] as const) {
    test(`where storage throws ${broken}: I press again and join once`, async ({ me, site }) => {
      await me.breakStorage(broken);
      await loseAnswers(me.page);
      await me.openForm();
      await me.send(ANA);
      await expect(me.message).toHaveText(BROKEN);
      await me.page.unroute(SIGNUP);
      await me.joinButton.tap();
      await expect(me.position(1)).toBeVisible();
      expect(await site.memberCount()).toBe(1);
      await me.back.tap();
      await me.page.goBack();
      await expect(me.picture).toBeVisible();
    });
  }
});
