import type { Locator, Page } from 'playwright/test';
import { fillPlaceholders } from '../../src/waitlist/shared/labels.ts';
import { copy } from '../support/copy.ts';
import { expect, test } from '../support/site.ts';
import { ANA } from '../support/visitor.ts';

/** Presses Tab until the target has the focus; nothing is more than eight presses away. */
async function tabTo(page: Page, target: Locator, key = 'Tab') {
  for (let presses = 0; presses < 8; presses += 1) {
    await page.keyboard.press(key);
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  await expect(target, 'not reached by Tab').toBeFocused();
}

// The title can only get the focus once the sheet, which moves here, is visible.
test.use({ isMobile: false, hasTouch: false, contextOptions: { reducedMotion: 'no-preference' } });

test('the keyboard takes me to my position, back, and to the lab', async ({ me, page }) => {
  await page.goto('/');
  await tabTo(page, me.picture);
  await page.keyboard.press('Enter');
  await me.scriptArrived();
  await expect(me.formTitle).toBeFocused();
  // While the sheet rises, the hero can still get the focus.
  await expect(me.picture).toBeHidden();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(me.back).toBeFocused();
  // Browsers follow a link only on Enter.
  await page.keyboard.press('Space');
  await expect(me.picture).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(me.formTitle).toBeFocused();
  // Where the browser animates going back itself, we don't.
  const back = "new PopStateEvent('popstate', { hasUAVisualTransition: true })";
  const moves = `dispatchEvent(${back}); 'motion' in document.body.dataset`;
  expect(await page.evaluate(moves)).toBe(false);
  await page.keyboard.press('Tab');
  for (const field of [me.firstName, me.lastName, me.phone]) {
    await expect(field).toBeFocused();
    await page.keyboard.type(field === me.phone ? ANA.phone : ANA.firstName);
    // Enter sends the form, whose next empty field gets the focus.
    await page.keyboard.press('Enter');
  }
  await expect(me.position(1)).toBeFocused();
  await expect(me.position(1)).toHaveAccessibleDescription(
    fillPlaceholders(copy.confirmation.greeting, { firstName: ANA.firstName }),
  );

  await tabTo(page, me.link);
  await tabTo(page, me.copy);
  await tabTo(page, me.share);

  await me.showCode.press('Enter');
  await expect(me.code).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(me.showCode).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(me.confirmation).toBeHidden();
  await expect(me.picture).toBeFocused();
  await tabTo(page, page.getByRole('link', { name: copy.site.aboutLink }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/about');
});

test('a press at the edge of a key counts, and the key stays where it is', async ({ me, page }) => {
  await me.openForm();
  const rectOf = () => me.joinButton.evaluate((button) => button.getBoundingClientRect().toJSON());
  for (const distance of [1, 3, 5, 8]) {
    const rect = await rectOf();
    await page.mouse.move(rect.x + rect.width / 2, rect.bottom - distance);
    expect(await rectOf()).toEqual(rect);
    await page.mouse.down();
    expect(await rectOf()).toEqual(rect);
    await page.mouse.up();
    // The button would have it.
    await expect(me.firstName).toBeFocused();
  }
});
