import axe from 'axe-core';
import type { Page } from 'playwright/test';
import { SIGNUP_ERRORS } from '../../src/waitlist/shared/contract.ts';
import { expect, test } from '../support/site.ts';
import { VIEWS } from '../support/views.ts';
import { openForm, screen } from '../support/visitor.ts';

const ALL_RULES: axe.RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};
/** The one rule of them that size, colours and zoom can break; sizes of targets are measured here. */
const CONTRAST: axe.RunOptions = { runOnly: { type: 'rule', values: ['color-contrast'] } };

interface Way {
  width: number;
  height: number;
  forcedColors?: 'active';
  /** As in a browser's text size setting. */
  textSize?: string;
}

const WAYS: Record<string, Way> = {
  'on the smallest phone': { width: 320, height: 568 },
  'on a laptop': { width: 1280, height: 800 },
  'zoomed in twice': { width: 640, height: 400 },
  'in forced colours': { width: 390, height: 844, forcedColors: 'active' },
  'with text twice as large': { width: 320, height: 640, textSize: '200%' },
};

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
      .map((it) => ({ name: it.textContent || it.tagName, box: it.getBoundingClientRect() }));
  const found = boxes('a, button, input')
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
  test(`everybody can read and use: ${view}`, async ({ page, allow }) => {
    allow(/Failed to load resource/, /Error hydrating/);
    await open(page);
    await page.evaluate(axe.source);
    expect.soft(await complaints(page, ALL_RULES), 'on a phone').toEqual([]);
    for (const [way, { width, height, forcedColors, textSize = '' }] of Object.entries(WAYS)) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ forcedColors: forcedColors ?? 'none' });
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

test('the same message twice is announced twice', async ({ page }) => {
  await openForm(page);
  const { message, joinButton } = screen(page);
  await message.evaluate((output) => {
    const heard: string[] = [];
    Reflect.set(window, 'heard', heard);
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) heard.push(node.textContent ?? '');
    }).observe(output, { childList: true, subtree: true });
  });
  await joinButton.tap();
  await joinButton.tap();
  const sentence = SIGNUP_ERRORS.empty_field;
  await expect.poll(() => page.evaluate('heard')).toEqual([sentence, sentence]);
});
