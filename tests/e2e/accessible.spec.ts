import axe from 'axe-core';
import type { Page } from 'playwright/test';
import { SIGNUP_ERRORS } from '../../src/waitlist/shared/contract.ts';
import { expect, test } from '../support/site.ts';
import { VIEWS } from '../support/views.ts';

const ALL_RULES: axe.RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};
/** The one rule of them that size, colours and zoom can break; sizes of targets are measured here. */
const CONTRAST: axe.RunOptions = { runOnly: { type: 'rule', values: ['color-contrast'] } };

/** Each with its forced colours and, as in a browser's settings, the size of its text. */
const WAYS = [
  ['on the smallest phone', 320, 568, 'none', ''],
  ['on a laptop', 1280, 800, 'none', ''],
  ['zoomed in twice', 640, 400, 'none', ''],
  ['in forced colours', 390, 844, 'active', ''],
  ['with text twice as large', 320, 640, 'none', '200%'],
] as const;

async function complaints(page: Page, rules: axe.RunOptions): Promise<unknown[]> {
  // In the page it is a global of the same name.
  const results = await page.evaluate((options) => axe.run(document, options), rules);
  const violations = results.violations.map(({ id, nodes }) => [
    id,
    ...nodes.map((node) => node.failureSummary),
  ]);
  return [...violations, ...(await page.evaluate(measureLayout))];
}

/** Things wider than the screen, too small to touch, or fixed links on top of each other. */
function measureLayout(): string[] {
  const boxes = (selector: string) =>
    [...document.querySelectorAll<HTMLElement>(selector)]
      .filter((it) => it.checkVisibility() && it.tabIndex >= 0)
      .map((it) => {
        // All of its label ticks a box.
        const touched = it.matches('[type=checkbox]') ? (it.closest('label') ?? it) : it;
        return { name: it.textContent || it.tagName, box: touched.getBoundingClientRect() };
      });
  // A link in the middle of a sentence is as high as its line.
  const found = boxes('a:not(label a), button, input, summary')
    .filter(({ box }) => box.width < 44 || box.height < 44)
    .map(({ name, box }) => `${name} is ${box.width} x ${box.height}`);
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > window.screen.width) found.push(`the page is ${scrollWidth} wide`);
  const [first, second] = boxes('.corner').map(({ box }) => box);
  if (first && second) {
    const beside = first.right <= second.left || second.right <= first.left;
    const above = first.bottom <= second.top || second.bottom <= first.top;
    if (!beside && !above) found.push('the fixed links overlap');
  }
  return found;
}

for (const [view, open] of Object.entries(VIEWS)) {
  test(`everybody can read and use: ${view}`, async ({ me, page, allow }) => {
    allow(/Failed to load resource/, /Error hydrating/);
    await open(me);
    await page.evaluate(axe.source);
    expect.soft(await complaints(page, ALL_RULES), 'on a phone').toEqual([]);
    for (const [way, width, height, forcedColors, textSize] of WAYS) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ forcedColors });
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = size;
      }, textSize);
      expect.soft(await complaints(page, CONTRAST), way).toEqual([]);
    }
  });
}

test('title, picture, hint and pitch are all in sight on any screen', async ({ page }) => {
  await page.goto('/');
  for (const [width, height] of [
    [390, 844],
    [375, 667],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const part of [
      page.getByRole('heading', { level: 1 }),
      page.getByRole('img'),
      page.getByText('click here for early access'),
      page.getByText(/Tired of men disrespecting you/),
    ]) {
      await expect(part, `at ${width} x ${height}`).toBeInViewport({ ratio: 1 });
    }
  }
});

test('the same message twice is announced twice, as a new one', async ({ me }) => {
  await me.openForm();
  await me.joinButton.tap();
  const announced = await me.message.locator('span').elementHandle();
  await me.joinButton.tap();
  await expect.poll(() => announced?.evaluate((node) => node.isConnected)).toBe(false);
  await expect(me.message).toHaveText(SIGNUP_ERRORS.empty_field);
});
