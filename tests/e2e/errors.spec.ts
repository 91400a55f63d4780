import type { Page, Route } from 'playwright/test';
import { joinQueue, KEYS } from '../../netlify/queue/queue.ts';
import { SIGNUP_ERRORS, SIGNUP_PATH } from '../../src/waitlist/shared/contract.ts';
import { MESSAGES } from '../../src/waitlist/shared/messages.ts';
import { ATTEMPTS, expect, type Site, test } from '../support/site.ts';
import {
  ANA,
  BEA,
  codeIn,
  FAILED_REQUEST,
  fillIn,
  openForm,
  type Person,
  pressJoin,
  screen,
  scriptArrived,
  signups,
  startAtForm,
} from '../support/visitor.ts';
import { someone } from '../support/waitlist.ts';

const FUNCTION = `**${SIGNUP_PATH}`;

async function expectForm(page: Page, message: string, typed: Person) {
  const { message: shown, firstName, lastName, phone, joinButton } = screen(page);
  await expect(shown).toHaveText(message);
  await expect(firstName).toHaveValue(typed.firstName);
  await expect(lastName).toHaveValue(typed.lastName);
  await expect(phone).toHaveValue(typed.phone);
  await expect(joinButton).toBeEnabled();
}

/** Ana as her form shows her. */
const TYPED = { ...ANA, phone: '(555) 010-0001' };

async function sendAna(page: Page) {
  await startAtForm(page);
  await fillIn(page, ANA);
  await pressJoin(page);
}

async function inviterIn(site: Site): Promise<string> {
  const result = await joinQueue(site.upstash, someone());
  if (result.outcome !== 'joined') throw new Error(result.outcome);
  return result.referralCode;
}

test.describe('a mistake in a field is told before anything is sent', () => {
  const EMPTY = 'Please fill in all fields';
  const PHONE = 'Please enter a valid 10-digit phone number';
  test('and I am led to the field', async ({ page }) => {
    const sent = signups(page);
    await startAtForm(page);
    for (const [mistake, typed, message, field] of [
      ['no first name', { ...TYPED, firstName: '' }, EMPTY, 'firstName'],
      ['a last name of spaces', { ...TYPED, lastName: '   ' }, EMPTY, 'lastName'],
      ['no phone', { ...TYPED, phone: '' }, EMPTY, 'phone'],
      ['a phone that is too short', { ...TYPED, phone: '(555) 010-000' }, PHONE, 'phone'],
      [
        'two at once, the first counts',
        { ...TYPED, firstName: '', phone: '(5' },
        EMPTY,
        'firstName',
      ],
    ] as const) {
      await test.step(mistake, async () => {
        await fillIn(page, typed);
        await pressJoin(page);
        await expectForm(page, message, typed);
        await expect(screen(page)[field]).toBeFocused();
      });
    }
    expect(sent.count()).toBe(0);
  });

  test('a name takes 50 characters and no more', async ({ page }) => {
    await startAtForm(page);
    for (const field of [screen(page).firstName, screen(page).lastName]) {
      await field.pressSequentially('x'.repeat(53));
      await expect(field).toHaveValue('x'.repeat(50));
    }
  });

  test('the message passes', async ({ page }) => {
    await page.clock.install();
    await startAtForm(page);
    await pressJoin(page);
    await expect(screen(page).message).toHaveText(EMPTY);
    await page.clock.fastForward(60_000);
    await expect(screen(page).message).toHaveText('');
  });

  test('the message goes when the form is right', async ({ page }) => {
    await startAtForm(page);
    await pressJoin(page);
    await expect(screen(page).message).toHaveText(EMPTY);
    await fillIn(page, ANA);
    await pressJoin(page);
    await expect(screen(page).confirmation).toBeVisible();
    await expect(screen(page).message).toHaveText('');
  });
});

test.describe('what the function refuses', () => {
  test.beforeEach(({ allow }) => allow(FAILED_REQUEST));

  test('my number is on the list already', async ({ page, site }) => {
    await joinQueue(site.upstash, someone({ phone: ANA.phone }));
    await sendAna(page);
    await expectForm(page, 'This phone number is already on the waitlist!', TYPED);
    await expect(screen(page).joinButton).toBeFocused();
  });

  test('too many of us tried', async ({ page, site }) => {
    await site.redis.set(ATTEMPTS, 20, 'EX', 600);
    await sendAna(page);
    await expectForm(page, 'Too many attempts. Please wait a moment and try again.', TYPED);
    expect(await site.redis.exists(KEYS.queue)).toBe(0);
  });

  test('the list is away', async ({ page, site }) => {
    site.faults.intercept = () => Promise.reject(new Error('away'));
    await sendAna(page);
    await expectForm(page, SIGNUP_ERRORS.unavailable, TYPED);
  });

  test('the list does not answer for five seconds', async ({ page, site }) => {
    site.faults.intercept = () => new Promise(() => {});
    await sendAna(page);
    await expectForm(page, SIGNUP_ERRORS.unavailable, TYPED);
    expect(site.output()).toContain('no answer within 5000 ms');
  });

  test('any other sentence is shown as it is', async ({ page }) => {
    const error = 'We are closed on <b>Mondays</b>.';
    await page.route(FUNCTION, (route) =>
      route.fulfill({ status: 418, json: { success: false, error } }),
    );
    await sendAna(page);
    await expectForm(page, error, TYPED);
  });
});

test.describe('no answer, or one that is not ours', () => {
  test.beforeEach(({ allow }) => allow(FAILED_REQUEST));

  const HTML = '<h1>Bad gateway</h1>';
  test('anything else that comes back is a failure she may try again', async ({ page }) => {
    await startAtForm(page);
    await fillIn(page, ANA);
    for (const [what, status, body] of [
      ['a page of a proxy', 502, HTML],
      ['a page of a hotel', 200, HTML],
      ['nothing at all', 200, ''],
      ['null', 200, 'null'],
      ['an error without a sentence', 500, '{"success":false}'],
      ['an error that is no sentence', 500, '{"success":false,"error":{"code":1}}'],
      ['a success without a place', 200, '{"success":true}'],
    ] as const) {
      await test.step(what, async () => {
        await page.route(FUNCTION, (route) => route.fulfill({ status, body }), { times: 1 });
        const answer = page.waitForResponse(FUNCTION);
        await pressJoin(page);
        await answer;
        await expectForm(page, 'Failed to join waitlist. Please try again.', TYPED);
      });
    }
  });

  test('no connection: the browser says why', async ({ page }) => {
    await page.route(FUNCTION, (route) => route.abort('internetdisconnected'));
    await sendAna(page);
    await expectForm(page, 'Failed to fetch', TYPED);
  });

  test('an error without a message of its own', async ({ page }) => {
    await page.addInitScript(() => {
      window.fetch = () => Promise.reject(new Error(''));
    });
    await sendAna(page);
    await expectForm(page, 'Failed to join waitlist. Please try again.', TYPED);
  });

  test('an exception nobody expected', async ({ page }) => {
    await page.addInitScript(() => {
      crypto.getRandomValues = () => {
        throw new Error('no entropy');
      };
    });
    await sendAna(page);
    await expectForm(page, 'Something went wrong. Please try again.', TYPED);
  });
});

/** The function's answer is kept back until `arrive` is called; each press has one of its own. */
async function holdAnswers(page: Page) {
  const arrivals: (() => void)[] = [];
  await page.route(FUNCTION, async (route) => {
    const response = await route.fetch();
    await new Promise<void>((resolve) => arrivals.push(resolve));
    await route.fulfill({ response }).catch(() => {}); // The page may have given up.
  });
  return {
    arrived: () => arrivals.length,
    arrive: () => {
      for (const arrive of arrivals.splice(0)) arrive();
    },
  };
}

test.describe('while my spot is being saved', () => {
  test('fields and button are disabled and the button says so', async ({ page }) => {
    const answers = await holdAnswers(page);
    await sendAna(page);
    const { sendingButton, firstName, lastName, phone, joinButton } = screen(page);
    for (const part of [sendingButton, firstName, lastName, phone]) {
      await expect(part).toBeDisabled();
    }
    await expect(joinButton).toBeHidden();
    await expect.poll(answers.arrived).toBe(1);
    answers.arrive();
    await expect(screen(page).confirmation).toBeVisible();
  });

  test('after 15 seconds I may ask again, and get the same place', async ({ page, site }) => {
    const sent = signups(page);
    await page.clock.install();
    const answers = await holdAnswers(page);
    await startAtForm(page);
    await fillIn(page, ANA);
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await pressJoin(page);
    await expect.poll(answers.arrived).toBe(1);
    await page.clock.runFor(14_900);
    await expect(screen(page).sendingButton).toBeVisible();
    await page.clock.runFor(200);
    await expectForm(page, MESSAGES.tooSlow, TYPED);

    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await pressJoin(page);
    await expect(screen(page).place(1)).toBeVisible();
    expect(sent.count()).toBe(2);
    expect(new Set(sent.keys()).size).toBe(1);
    expect(await site.redis.hlen(KEYS.members)).toBe(1);
  });

  test('going back ends it, and a late answer changes nothing', async ({ page, site }) => {
    const gate = Promise.withResolvers<void>();
    site.faults.intercept = async (_, execute) => {
      const answer = await execute();
      // A Redis that does not know the script yet says so first.
      if (answer.status === 200) await gate.promise;
      return answer;
    };
    await sendAna(page);
    await expect(screen(page).sendingButton).toBeVisible();
    await expect.poll(() => site.redis.hlen(KEYS.members)).toBe(1);
    const given = page.waitForEvent('requestfailed');
    await screen(page).back.tap();
    expect((await given).failure()?.errorText).toBe('net::ERR_ABORTED');
    gate.resolve();
    await page.waitForTimeout(300);
    await expect(screen(page).picture).toBeVisible();

    await screen(page).picture.tap();
    await expectForm(page, '', TYPED);
    await expect(screen(page).confirmation).toBeHidden();
  });

  test('back and forward at once, and a late answer changes nothing', async ({ page }) => {
    const answers = await holdAnswers(page);
    await openForm(page);
    await fillIn(page, ANA);
    await pressJoin(page);
    await expect.poll(answers.arrived).toBe(1);
    await page.goBack();
    await expect(screen(page).picture).toBeVisible();
    await page.goForward();
    answers.arrive();
    await page.waitForTimeout(300);
    await expectForm(page, '', TYPED);
    await expect(screen(page).confirmation).toBeHidden();
  });
});

test.describe('the key of my signup', () => {
  test.beforeEach(({ allow }) => allow(FAILED_REQUEST));

  test('stays when I correct my name, and I am in line once', async ({ page, site }) => {
    const sent = signups(page);
    await loseAnswers(page);
    await sendAna(page);
    await expect(screen(page).message).toHaveText('Failed to fetch');
    await page.unrouteAll();
    await screen(page).firstName.fill('Anna');
    await pressJoin(page);
    await expect(screen(page).greeting('Anna')).toBeVisible();
    await expect(screen(page).place(1)).toBeVisible();
    expect(new Set(sent.keys()).size).toBe(1);
    expect(sent.keys()[0]).toMatch(/^[\w-]{21}$/);
    expect(await site.redis.hlen(KEYS.members)).toBe(1);
  });

  test('is a new one after a success, so my sister can join on my phone', async ({
    page,
    site,
  }) => {
    const sent = signups(page);
    await sendAna(page);
    await expect(screen(page).place(1)).toBeVisible();
    await screen(page).back.tap();
    await screen(page).picture.tap();
    await fillIn(page, BEA);
    await pressJoin(page);
    await expect(screen(page).place(2)).toBeVisible();
    expect(new Set(sent.keys()).size).toBe(2);
    expect(await site.redis.hlen(KEYS.members)).toBe(2);
  });
});

/** The function runs, and its answer is lost on the way to her. */
async function loseAnswers(page: Page) {
  await page.route(FUNCTION, async (route: Route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
}

test.describe('an answer that got lost', () => {
  test.beforeEach(({ allow }) => allow(FAILED_REQUEST));

  test('between her phone and the function', async ({ page, site }) => {
    const inviter = await inviterIn(site);
    await startAtForm(page, `/?ref=${inviter}`);
    await fillIn(page, ANA);
    await loseAnswers(page);
    for (const _ of [1, 2]) {
      await pressJoin(page);
      await expectForm(page, 'Failed to fetch', TYPED);
    }
    await page.unrouteAll();
    await pressJoin(page);
    await expect(screen(page).place(2)).toBeVisible();
    expect(await site.redis.hlen(KEYS.members)).toBe(2);
    expect(await site.redis.zcard(KEYS.queue)).toBe(2);
    expect(await site.scoreOf(inviter)).toBe(1 - 5);
  });

  test('between the function and Redis', async ({ page, site }) => {
    const inviter = await inviterIn(site);
    site.faults.intercept = async (_, execute) => {
      await execute();
      throw new Error('the answer is lost');
    };
    await startAtForm(page, `/?ref=${inviter}`);
    await fillIn(page, ANA);
    await pressJoin(page);
    await expectForm(page, SIGNUP_ERRORS.unavailable, TYPED);
    site.faults.intercept = undefined;
    await pressJoin(page);
    await expect(screen(page).place(2)).toBeVisible();
    expect(await site.redis.hlen(KEYS.members)).toBe(2);
    expect(await site.scoreOf(inviter)).toBe(1 - 5);
  });

  test('and a reload: still the same place, and the one of now', async ({ page, site }) => {
    for (let ahead = 0; ahead < 7; ahead += 1) await inviterIn(site);
    await loseAnswers(page);
    await sendAna(page);
    await expect(screen(page).message).toHaveText('Failed to fetch');
    const [mine] = await site.redis.zrange(KEYS.queue, -1, -1);
    await page.unrouteAll();
    await page.reload();
    await scriptArrived(page);
    await joinQueue(site.upstash, someone({ referralCode: mine }));
    await fillIn(page, ANA);
    await pressJoin(page);
    await expect(screen(page).place(3)).toBeVisible();
    expect(codeIn(await screen(page).link.inputValue())).toBe(mine);
    expect(await site.redis.hlen(KEYS.members)).toBe(9);
  });

  test('in an app that keeps no storage, too', async ({ page, site }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'sessionStorage', {
        get() {
          throw new DOMException('', 'SecurityError');
        },
      });
    });
    await loseAnswers(page);
    await sendAna(page);
    await expect(screen(page).message).toHaveText('Failed to fetch');
    await page.unrouteAll();
    await pressJoin(page);
    await expect(screen(page).place(1)).toBeVisible();
    expect(await site.redis.hlen(KEYS.members)).toBe(1);
  });
});
