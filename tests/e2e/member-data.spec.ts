import { SIGNUP_ERRORS } from '../../src/waitlist/shared/contract.ts';
import { expect, test } from '../support/site.ts';
import { ANA, BEA, codeIn, statusKeyIn } from '../support/visitor.ts';
import { consentVersion } from '../support/words.ts';

test.beforeEach(({ allow }) => allow(/Failed to load resource/));

test.describe('the box beside my phone', () => {
  test('is mine to tick before the script is there, and stays so', async ({ me, page, site }) => {
    const arrive = await me.holdScripts();
    await page.goto('/#join');
    await expect(me.box).not.toBeChecked();
    // All of its label, but the links in it.
    const label = me.box.locator('..');
    const { height } = (await label.boundingBox()) ?? { height: 0 };
    await label.tap({ position: { x: 2, y: height - 2 } });
    await expect(me.box).toBeChecked();
    arrive();
    await me.scriptArrived();
    await me.send({ ...ANA, phone: '555' });
    await expect(me.message).toHaveText(SIGNUP_ERRORS.invalid_phone);
    await me.send(ANA);
    await expect(me.position(1)).toBeVisible();
    expect((await site.memberWith(ANA.phone))?.consent).toBe(consentVersion);
  });

  test('is on one screen with my phone and the button, and links to what I agree to', async ({
    me,
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 664 });
    await me.openForm();
    const label = me.box.locator('..');
    await me.joinButton.scrollIntoViewIfNeeded();
    for (const part of [me.phone, label, me.joinButton]) {
      await expect(part).toBeInViewport({ ratio: 1 });
    }
    const terms = label.getByRole('link').first();
    test.skip((await terms.count()) === 0, 'there is nothing more to read');
    await terms.tap();
    await expect(page.locator(':target')).toBeInViewport();
    await expect(page.locator('script')).toHaveCount(0);
  });
});

test.describe('I leave the list', () => {
  test('with a second press, and nobody remembers me', async ({ me, page, site, visitor }) => {
    const link = await me.join(ANA);
    const back = await statusKeyIn(me);
    await me.takeMeOff.tap();
    await expect(me.reallyLeave).toBeInViewport();
    expect(await site.memberCount()).toBe(1);
    await me.reallyLeave.tap();
    await expect(me.left).toBeFocused();
    expect(await site.everything()).not.toMatch(RegExp(`${ANA.phone}|${codeIn(link)}`));
    expect(page.url()).not.toContain(codeIn(link));
    expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);

    await (await visitor()).join(BEA);
    await me.joinAgain.tap();
    await me.send(ANA);
    await expect(me.position(2)).toBeVisible();
    await page.goto(back);
    await expect(me.joinAgain).toBeVisible();
  });

  test('and the page knows me no more; where the list is away, I am told', async ({
    me,
    page,
    site,
  }) => {
    // A small phone: what she presses is far below the message.
    await page.setViewportSize({ width: 320, height: 568 });
    await me.join(ANA);
    await me.takeMeOff.tap();
    site.faults.intercept = () => Promise.reject(new Error('away'));
    await me.reallyLeave.tap();
    await expect(me.message).toHaveText(SIGNUP_ERRORS.unavailable);
    await expect(me.message.locator('span')).toBeInViewport({ ratio: 0.9 });
    site.faults.intercept = undefined;
    await me.reallyLeave.tap();
    await expect(me.left).toBeVisible();
    await page.reload();
    await expect(me.picture).toBeVisible();
    for (const promise of [me.notYou, me.savedSpot]) await expect(promise).toBeHidden();
  });
});
