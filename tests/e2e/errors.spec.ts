import type { Page, Route } from 'playwright/test';
import { KEYS } from '../../netlify/queue/keys.ts';
import { NAME_MAX_LENGTH, SIGNUP_ERRORS, SIGNUP_PATH } from '../../src/waitlist/shared/contract.ts';
import { MESSAGES } from '../../src/waitlist/shared/messages.ts';
import { SPOTS_PER_FRIEND } from '../../src/waitlist/shared/referral.ts';
import { expect, test } from '../support/site.ts';
import {
  ANA,
  ANA_TYPED,
  codeIn,
  expectForm,
  FAILED_REQUEST,
  join,
  keyOf,
  openForm,
  refuseStorage,
  requestsTo,
  SIGNUP,
  screen,
  send,
} from '../support/visitor.ts';

/** What a browser says of a connection that broke. */
const BROKEN = 'Failed to fetch';

/** The function runs, and its answer is lost on the way to her. */
async function loseAnswers(page: Page) {
  await page.route(SIGNUP, async (route: Route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
}

test.describe('a mistake in a field', () => {
  test('is told before anything is sent, I am led to the field, and it is forgiven', async ({
    page,
  }) => {
    const sent = requestsTo(page, SIGNUP_PATH);
    await openForm(page);
    for (const [field, typed, sentence] of [
      ['firstName', { ...ANA_TYPED, firstName: '' }, SIGNUP_ERRORS.empty_field],
      ['lastName', { ...ANA_TYPED, lastName: '   ' }, SIGNUP_ERRORS.empty_field],
      ['phone', { ...ANA_TYPED, phone: '(555) 010-000' }, SIGNUP_ERRORS.invalid_phone],
    ] as const) {
      await test.step(field, async () => {
        await send(page, typed);
        await expectForm(page, sentence, typed);
        await expect(screen(page)[field]).toBeFocused();
      });
    }
    expect(sent).toEqual([]);
    await send(page, ANA);
    await expect(screen(page).confirmation).toBeVisible();
    await expect(screen(page).message).toHaveText('');
  });

  test('is not even possible where a name is too long', async ({ page }) => {
    await openForm(page);
    for (const field of [screen(page).firstName, screen(page).lastName]) {
      await field.pressSequentially('x'.repeat(NAME_MAX_LENGTH + 1));
      await expect(field).toHaveValue('x'.repeat(NAME_MAX_LENGTH));
    }
  });

  test('is told for a while', async ({ page }) => {
    await page.clock.install();
    await openForm(page);
    await screen(page).joinButton.tap();
    await expect(screen(page).message).toHaveText(SIGNUP_ERRORS.empty_field);
    await page.clock.fastForward(60_000);
    await expect(screen(page).message).toHaveText('');
  });
});

test('my number is on the list already', async ({ page, site, allow }) => {
  allow(FAILED_REQUEST);
  await site.member({ phone: ANA.phone });
  await openForm(page);
  await send(page, ANA);
  await expectForm(page, MESSAGES.registered, ANA_TYPED);
  await expect(screen(page).joinButton).toBeFocused();
});

test('an exception nobody expected is told all the same', async ({ page }) => {
  await page.addInitScript(() => {
    crypto.getRandomValues = () => {
      throw new Error('no entropy');
    };
  });
  await openForm(page);
  await send(page, ANA);
  await expectForm(page, MESSAGES.unexpected, ANA_TYPED);
});

test.describe('while my spot is being saved', () => {
  test('nothing can be pressed; after 15 seconds I ask again and get the same position', async ({
    page,
    site,
  }) => {
    const sent = requestsTo(page, SIGNUP_PATH);
    const ran = Promise.withResolvers<void>();
    await page.route(SIGNUP, async (route) => {
      await route.fetch();
      ran.resolve(); // And the answer never comes.
    });
    await page.clock.install();
    await openForm(page);
    await send(page, ANA);
    const { sendingButton, firstName, lastName, phone, joinButton } = screen(page);
    for (const part of [sendingButton, firstName, lastName, phone]) {
      await expect(part).toBeDisabled();
    }
    await expect(joinButton).toBeHidden();
    await ran.promise;
    await page.clock.fastForward(15_000);
    await expectForm(page, MESSAGES.tooSlow, ANA_TYPED);

    await page.unroute(SIGNUP);
    await joinButton.tap();
    await expect(screen(page).position(1)).toBeVisible();
    expect(sent).toHaveLength(2);
    expect(new Set(sent.map(keyOf)).size).toBe(1);
    expect(await site.redis.hlen(KEYS.members)).toBe(1);
  });

  test('going back ends it, and I find the form as I left it', async ({ page }) => {
    await page.route(SIGNUP, () => {});
    await openForm(page);
    await send(page, ANA);
    await expect(screen(page).sendingButton).toBeVisible();
    const ended = page.waitForEvent('requestfailed');
    await screen(page).back.tap();
    expect((await ended).failure()?.errorText).toBe('net::ERR_ABORTED');
    await expect(screen(page).picture).toBeVisible();
    await screen(page).picture.tap();
    await expectForm(page, '', ANA_TYPED);
  });
});

test.describe('an answer that got lost', () => {
  test.beforeEach(({ allow }) => allow(FAILED_REQUEST));

  test('twice, and my name corrected: I am in line once, my inviter credited once', async ({
    page,
    site,
  }) => {
    const inviter = await site.member();
    const sent = requestsTo(page, SIGNUP_PATH);
    await openForm(page, `/?ref=${inviter}`);
    await loseAnswers(page);
    for (const _ of ['once', 'twice']) {
      await send(page, ANA);
      await expectForm(page, BROKEN, ANA_TYPED);
    }
    await page.unroute(SIGNUP);
    await send(page, { ...ANA, firstName: 'Anna' });
    await expect(screen(page).greeting('Anna')).toBeVisible();
    await expect(screen(page).position(2)).toBeVisible();
    expect(sent.map(keyOf)).toEqual(Array(3).fill(expect.stringMatching(/^[\w-]{21}$/)));
    expect(new Set(sent.map(keyOf)).size).toBe(1);
    expect(await site.redis.hlen(KEYS.members)).toBe(2);
    expect(await site.scoreOf(inviter)).toBe(1 - SPOTS_PER_FRIEND);
  });

  test('and the tab closed: still the same spot, and its position of now', async ({
    page,
    context,
    site,
  }) => {
    for (let ahead = 0; ahead < 7; ahead += 1) await site.member();
    await loseAnswers(page);
    await openForm(page);
    await send(page, ANA);
    await expect(screen(page).message).toHaveText(BROKEN);
    const [mine = ''] = await site.redis.zrange(KEYS.queue, -1, -1);
    await page.close();
    await site.member({ referralCode: mine });
    const next = await context.newPage();
    expect(codeIn(await join(next, ANA))).toBe(mine);
    await expect(screen(next).position(8 - SPOTS_PER_FRIEND)).toBeVisible();
    expect(await site.redis.hlen(KEYS.members)).toBe(9);
    expect(await next.evaluate(() => Object.keys(localStorage))).toEqual(['spot']);
  });

  for (const [storage, breakIt] of [
    ['is refused', refuseStorage],
    [
      'is full',
      () => {
        Storage.prototype.setItem = () => {
          throw new DOMException('', 'QuotaExceededError');
        };
      },
    ],
  ] as const) {
    test(`where storage ${storage}, too: I press again and am in line once`, async ({
      page,
      site,
    }) => {
      await page.addInitScript(breakIt);
      await loseAnswers(page);
      await openForm(page);
      await send(page, ANA);
      await expect(screen(page).message).toHaveText(BROKEN);
      await page.unroute(SIGNUP);
      await screen(page).joinButton.tap();
      await expect(screen(page).position(1)).toBeVisible();
      expect(await site.redis.hlen(KEYS.members)).toBe(1);
    });
  }

  test('and what is kept is no key of ours: a new one is made', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('idempotency-key', 'x; y'));
    const sent = requestsTo(page, SIGNUP_PATH);
    await join(page, ANA);
    expect(sent.map(keyOf)).toEqual([expect.stringMatching(/^[\w-]{21}$/)]);
  });
});
