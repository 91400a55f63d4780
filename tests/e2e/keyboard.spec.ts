import type { Locator, Page } from 'playwright/test';
import { KEYS } from '../../netlify/queue/queue.ts';
import { expect, test } from '../support/site.ts';
import { ANA, screen, scriptArrived } from '../support/visitor.ts';

/** Tab after tab until she is there; nothing on these pages is further than that away. */
async function tabTo(page: Page, target: Locator) {
  for (let presses = 0; presses < 8; presses += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  await expect(target, 'not reached by Tab').toBeFocused();
}

async function openForm(page: Page) {
  await page.goto('/');
  await tabTo(page, screen(page).picture);
  await page.keyboard.press('Enter');
  await expect(screen(page).formTitle).toBeVisible();
  await scriptArrived(page);
}

async function join(page: Page) {
  await openForm(page);
  await tabTo(page, screen(page).firstName);
  await page.keyboard.type('Ana');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Lee');
  await page.keyboard.press('Tab');
  await page.keyboard.type(ANA.phone);
  await page.keyboard.press('Enter');
  await expect(screen(page).confirmation).toBeFocused();
}

test('the keyboard alone takes me from the picture to my place in line', async ({ page, site }) => {
  await join(page);
  await expect(screen(page).confirmation).toHaveAccessibleDescription(
    "You're in line, Ana! You're at position #1",
  );
  expect(await site.redis.hlen(KEYS.members)).toBe(1);
});

test('the keyboard copies my link and reaches the text to a friend', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await join(page);
  await tabTo(page, screen(page).link);
  await tabTo(page, screen(page).copy);
  await page.keyboard.press('Enter');
  await expect(screen(page).message).toHaveText('Referral link copied!');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    await screen(page).link.inputValue(),
  );
  await tabTo(page, screen(page).share);
});

for (const key of ['Enter', 'Space']) {
  test(`"Back to home" takes ${key}, and I am at the picture again`, async ({ page }) => {
    await join(page);
    await page.keyboard.press('Shift+Tab');
    await expect(screen(page).back).toBeFocused();
    await page.keyboard.press(key);
    await expect(screen(page).confirmation).toBeHidden();
    await expect(screen(page).picture).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(screen(page).formTitle).toBeVisible();
    await expect(screen(page).firstName).toHaveValue('');
  });
}

test('opening the form leaves me inside it: the next stop is its first button', async ({
  page,
}) => {
  await openForm(page);
  await page.keyboard.press('Tab');
  await expect(screen(page).back).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(screen(page).firstName).toBeFocused();
});

test('after a mistake I am at the field, after a refusal at the button', async ({
  page,
  allow,
}) => {
  await openForm(page);
  await tabTo(page, screen(page).joinButton);
  await page.keyboard.press('Enter');
  await expect(screen(page).firstName).toBeFocused();
  await page.keyboard.type('Ana');
  await page.keyboard.press('Enter');
  await expect(screen(page).lastName).toBeFocused();
  await page.keyboard.type('Lee');
  await page.keyboard.press('Enter');
  await expect(screen(page).phone).toBeFocused();

  allow(/^console: Failed to load resource/);
  await page.route('**/waitlist-signup', (route) => route.abort());
  await page.keyboard.type(ANA.phone);
  await tabTo(page, screen(page).joinButton);
  await page.keyboard.press('Space');
  await expect(screen(page).message).toHaveText('Failed to fetch');
  await expect(screen(page).joinButton).toBeFocused();
  await page.unrouteAll();
  await page.keyboard.press('Space');
  await expect(screen(page).confirmation).toBeFocused();
});

test('the keyboard reads about the lab and comes back', async ({ page }) => {
  await page.goto('/');
  await tabTo(page, page.getByRole('link', { name: 'About Resolution Labs' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'WELCOME_TO_RESOLUTION_LABS' })).toBeVisible();
  await tabTo(page, page.getByRole('link', { name: '← Back to Home' }));
  await page.keyboard.press('Enter');
  await expect(screen(page).picture).toBeVisible();
});
