import { readdirSync } from 'node:fs';
import { SIGNUP_ERRORS } from '../../src/waitlist/shared/contract.ts';
import { expect, test } from '../support/site.ts';
import { ANA, BEA, codeIn, wayBackIn } from '../support/visitor.ts';

/** As their files are named. */
const versions = readdirSync('src/content/consent').map((name) => name.slice(11, 19));

test.describe('the box beside my phone', () => {
  test('is mine to tick, also before the script is there, and stays as I left it', async ({
    me,
    page,
    site,
  }) => {
    const arrive = await me.holdScripts();
    await page.goto('/#join');
    await expect(me.box).not.toBeChecked();
    // All of its label, but the links in it.
    await page.getByText(/Recurring automated texts/).tap({ position: { x: 200, y: 40 } });
    await expect(me.box).toBeChecked();
    arrive();
    await me.scriptArrived();
    await me.send({ ...ANA, phone: '555' });
    await expect(me.message).toHaveText(SIGNUP_ERRORS.invalid_phone);
    await expect(me.box).toBeChecked();
    await me.send(ANA);
    await expect(me.position(1)).toBeVisible();
    expect((await site.memberWith(ANA.phone))?.consent).toBe(versions.at(-1));
  });

  test('is on one screen with the form and its button', async ({ me, page }) => {
    await page.setViewportSize({ width: 390, height: 664 });
    await me.openForm();
    for (const part of [me.formTitle, me.box.locator('..'), me.joinButton]) {
      await expect(part).toBeInViewport({ ratio: 1 });
    }
  });

  test('tells by its links what I would agree to', async ({ me, page }) => {
    await me.openForm();
    await page.getByRole('link', { name: 'Terms' }).tap();
    await expect(page).toHaveURL('/privacy#texts');
    await expect(me.heading('Texts')).toBeInViewport();
    await expect(page.locator('script')).toHaveCount(0);
  });
});

test.describe('I leave the list', () => {
  test('with a second press; nobody remembers me, and I may join again', async ({
    me,
    page,
    site,
    visitor,
    allow,
  }) => {
    allow(/Failed to load resource/);
    const link = await me.join(ANA);
    const back = await wayBackIn(me);
    await me.takeMeOff.tap();
    await expect(me.reallyLeave).toBeInViewport();
    expect(await site.memberCount()).toBe(1);
    await me.reallyLeave.tap();
    await expect(me.left).toBeFocused();
    expect(await site.everything()).not.toMatch(RegExp(`${ANA.phone}|${codeIn(link)}`));
    expect(page.url()).not.toContain(codeIn(link));
    expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
    await page.reload();
    await expect(me.picture).toBeVisible();
    for (const promise of [me.notYou, me.savedSpot]) await expect(promise).toBeHidden();

    await (await visitor()).join(BEA);
    await me.join(ANA);
    await expect(me.position(2)).toBeVisible();
    await page.goto(back);
    await expect(me.joinAgain).toBeVisible();
  });

  test('and go on to the form from there', async ({ me, page }) => {
    await me.join(ANA);
    await me.takeMeOff.tap();
    await me.reallyLeave.tap();
    await me.joinAgain.tap();
    await me.send(ANA);
    await expect(me.position(1)).toBeVisible();
    await page.reload();
    await expect(me.greeting('Ana')).toBeVisible();
  });

  test('where the list is away I am told, and the next press works', async ({
    me,
    site,
    allow,
  }) => {
    allow(/Failed to load resource/);
    await me.join(ANA);
    await me.takeMeOff.tap();
    site.faults.intercept = () => Promise.reject(new Error('away'));
    await me.reallyLeave.tap();
    await expect(me.message).toHaveText(SIGNUP_ERRORS.unavailable);
    await expect(me.message).toBeInViewport();
    site.faults.intercept = undefined;
    await me.reallyLeave.tap();
    await expect(me.left).toBeVisible();
  });
});
