import type { Locator, Page } from 'playwright/test';
import { expect, test } from '../support/site.ts';
import {
  ANA,
  FAILED_REQUEST,
  openForm,
  SIGNUP,
  screen,
  scriptArrived,
} from '../support/visitor.ts';

/** Tab after tab until she is there; nothing on these pages is further than that away. */
async function tabTo(page: Page, target: Locator) {
  for (let presses = 0; presses < 8; presses += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  await expect(target, 'not reached by Tab').toBeFocused();
}

test('the keyboard takes me from the picture to my position, shares my link, and back', async ({
  page,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const { picture, firstName, back, link, copy, message, share, confirmation } = screen(page);
  await page.goto('/');
  await tabTo(page, picture);
  await page.keyboard.press('Enter');
  await scriptArrived(page);
  // She is inside the form at once: the next stop is its first button.
  await page.keyboard.press('Tab');
  await expect(back).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(firstName).toBeFocused();
  for (const typed of [ANA.firstName, ANA.lastName, ANA.phone]) {
    await page.keyboard.type(typed);
    if (typed !== ANA.phone) await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await expect(confirmation).toBeFocused();
  await expect(confirmation).toHaveAccessibleDescription(
    "You're in line, Ana! You're at position #1",
  );

  await tabTo(page, link);
  await tabTo(page, copy);
  await page.keyboard.press('Enter');
  await expect(message).toHaveText('Referral link copied!');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await link.inputValue());
  await tabTo(page, share);

  await back.focus();
  await page.keyboard.press('Space'); // A link in how it works: Enter is the browser's own.
  await expect(confirmation).toBeHidden();
  await expect(picture).toBeFocused();
});

test('after a refusal I am at the button, and press it again', async ({ page, allow }) => {
  allow(FAILED_REQUEST);
  await page.route(SIGNUP, (route) => route.abort(), { times: 1 });
  await openForm(page);
  await tabTo(page, screen(page).firstName);
  await page.keyboard.type(ANA.firstName);
  await page.keyboard.press('Enter');
  await expect(screen(page).lastName).toBeFocused();
  await page.keyboard.type(ANA.lastName);
  await page.keyboard.press('Enter');
  await expect(screen(page).phone).toBeFocused();
  await page.keyboard.type(ANA.phone);
  await tabTo(page, screen(page).joinButton);
  await page.keyboard.press('Space');
  await expect(screen(page).message).toHaveText('Failed to fetch');
  await expect(screen(page).joinButton).toBeFocused();
  await page.keyboard.press('Space');
  await expect(screen(page).confirmation).toBeFocused();
});
