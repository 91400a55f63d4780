import type { Locator, Page } from 'playwright/test';
import { fill } from '../../src/waitlist/shared/fill.ts';
import { expect, test } from '../support/site.ts';
import { ANA, SIGNUP } from '../support/visitor.ts';
import { words } from '../support/words.ts';

/** Tab after tab until she is there; nothing on these pages is further than that away. */
async function tabTo(page: Page, target: Locator) {
  for (let presses = 0; presses < 8; presses += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  await expect(target, 'not reached by Tab').toBeFocused();
}

test('the keyboard takes me from the picture to my position, and back', async ({ me, page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/');
  await tabTo(page, me.picture);
  await page.keyboard.press('Enter');
  await me.scriptArrived();
  await expect(me.formTitle).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(me.back).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(me.firstName).toBeFocused();
  for (const typed of [ANA.firstName, ANA.lastName, ANA.phone]) {
    await page.keyboard.type(typed);
    if (typed !== ANA.phone) await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await expect(me.position(1)).toBeFocused();
  await expect(me.position(1)).toHaveAccessibleDescription(
    fill(words.signup.confirmation.greeting, { firstName: ANA.firstName }),
  );

  await tabTo(page, me.link);
  await tabTo(page, me.copy);
  await page.keyboard.press('Enter');
  await expect(me.message).toHaveText(words.signup.confirmation.copied);
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await me.link.inputValue());
  await tabTo(page, me.share);

  await me.back.press('Space'); // A link in how it works: Enter is the browser's own.
  await expect(me.confirmation).toBeHidden();
  await expect(me.picture).toBeFocused();
});

test('Enter takes me back as well, and from the picture to the lab', async ({ me, page }) => {
  await me.openForm();
  await me.back.press('Enter');
  await expect(me.picture).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/about');
});

test('after a refusal I am at the button, and press it again', async ({ me, page, allow }) => {
  allow(/Failed to load resource/);
  await page.route(SIGNUP, (route) => route.abort(), { times: 1 });
  await me.openForm();
  await tabTo(page, me.firstName);
  await page.keyboard.type(ANA.firstName);
  await page.keyboard.press('Enter');
  await expect(me.lastName).toBeFocused();
  await page.keyboard.type(ANA.lastName);
  await page.keyboard.press('Enter');
  await expect(me.phone).toBeFocused();
  await page.keyboard.type(ANA.phone);
  await tabTo(page, me.joinButton);
  await page.keyboard.press('Space');
  await expect(me.message).toHaveText('Failed to fetch');
  await expect(me.joinButton).toBeFocused();
  await page.keyboard.press('Space');
  await expect(me.position(1)).toBeFocused();
});
