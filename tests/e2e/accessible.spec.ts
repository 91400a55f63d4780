import type { RunOptions, run } from 'axe-core';
import type { Page } from 'playwright/test';
import { expect, test } from '../support/site.ts';
import { VIEWS } from '../support/views.ts';
import { ANA } from '../support/visitor.ts';

declare const axe: { run: typeof run };

const ALL_RULES: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};
/** The only rule that size, colors and zoom can break; findFaults measures targets. */
const CONTRAST: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast'] } };

/** Width, height, emulated media, and the text size in the browser's settings. */
const CONDITIONS = [
  ['on the smallest phone', 320, 568, {}, ''],
  ['on a phone held sideways', 844, 390, {}, ''],
  ['on a laptop', 1280, 800, {}, ''],
  ['zoomed in twice', 640, 400, {}, ''],
  ['in forced colors', 768, 1024, { forcedColors: 'active' }, ''],
  ['with text twice as large', 320, 640, { forcedColors: 'none' }, '200%'],
] as const;

/** Finds texts that are cut or overlap, targets too small to touch, and a page wider than the screen. */
function findFaults(): string[] {
  interface Part {
    element: Element;
    text: string;
    box: DOMRect;
  }
  scrollTo(0, 0);
  const { width } = screen;
  const { scrollWidth } = document.documentElement;
  const faults = scrollWidth > width ? [`the page is ${scrollWidth} wide`] : [];
  const title = document.querySelector('h1')?.getBoundingClientRect();
  if (!title || title.bottom > innerHeight) faults.push('the title is out of sight');
  const shown = { visibilityProperty: true, opacityProperty: true };
  const isShown = (part: HTMLElement) => part.checkVisibility(shown) && part.offsetWidth > 1;
  // A link in the middle of a sentence has no class and is as high as its line.
  const targets = 'a[class], button, input, summary';
  for (const target of document.querySelectorAll<HTMLElement>(targets)) {
    // A press on the label checks the box.
    const { width, height } = (target.closest('label') ?? target).getBoundingClientRect();
    if (isShown(target) && target.tabIndex >= 0 && Math.min(width, height) < 44)
      faults.push(`${target.textContent || target.tagName} is ${width} x ${height}`);
  }

  const parts: Part[] = [];
  for (const field of document.querySelectorAll<HTMLElement>('input:not([aria-hidden])')) {
    const box = field.getBoundingClientRect();
    if (isShown(field)) parts.push({ element: field, text: field.tagName, box });
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement as HTMLElement;
    // A message covers other text.
    if (!isShown(element) || element.closest('script, style, .toast')) continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    const text = range.toString().trim();
    const lines = [...range.getClientRects()].filter((box) => box.width > 1);
    if (lines.length > 1 && /^[\d,]+$/.test(text)) faults.push(`${text} is on two lines`);
    const surface = element.closest('.corner, .hint, .box h2, .form-error');
    // The letters of a line fill the middle of its box.
    const letters = lines.map(
      ({ x, y, width, height }) => new DOMRect(x, y + 0.2 * height, width, 0.6 * height),
    );
    const boxes = surface ? [surface.getBoundingClientRect()] : letters;
    for (const box of boxes) parts.push({ element: surface ?? element, text, box });
  }

  for (const part of parts) {
    const { element, text, box } = part;
    if (box.left < -1 || box.right > width + 1) faults.push(`${text} leaves the screen`);
    // The body itself scrolls.
    for (let node = element; node !== document.body; node = node.parentElement as Element) {
      const frame = node.getBoundingClientRect();
      const isCut = box.right > frame.right + 1 || box.bottom > frame.bottom + 2;
      if (getComputedStyle(node).overflow !== 'visible' && isCut) faults.push(`${text} is cut`);
    }
    for (const other of parts) {
      const x = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
      const y = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
      const isApart = element.contains(other.element) || other.element.contains(element);
      if (x > 2 && y > 2 && !isApart) faults.push(`${text} overlaps ${other.text}`);
    }
  }
  return faults;
}

async function violations(page: Page, rules: RunOptions): Promise<unknown[]> {
  const results = await page.evaluate((options) => axe.run(document, options), rules);
  return results.violations.map(({ id, nodes }) => [id, nodes.map((node) => node.failureSummary)]);
}

for (const [view, open] of Object.entries(VIEWS)) {
  test(`everyone can read and use: ${view}`, async ({ me, page, allow }) => {
    allow(/Failed to load resource/, /Error hydrating/);
    await page.addInitScript({ path: 'node_modules/axe-core/axe.min.js' });
    await open(me);
    expect.soft(await violations(page, ALL_RULES), 'on a phone').toEqual([]);
    expect.soft(await page.evaluate(findFaults), 'on a phone').toEqual([]);
    for (const [condition, width, height, emulated, textSize] of CONDITIONS) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia(emulated);
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = size;
      }, textSize);
      expect.soft(await page.evaluate(findFaults), condition).toEqual([]);
      // A narrower screen has the phone's colors.
      if (width < 768) continue;
      expect.soft(await violations(page, CONTRAST), condition).toEqual([]);
    }
  });
}

test('the whole form is on my screen', async ({ me, page }) => {
  for (const [width, height] of [
    [375, 553],
    [360, 640],
    [390, 664],
    [390, 844],
    [768, 1024],
    [1280, 720],
  ] as const) {
    await page.setViewportSize({ width, height });
    await me.openForm();
    const end = await me.joinButton.evaluate((button) => button.getBoundingClientRect().bottom);
    expect.soft(end, `at ${width} x ${height}`).toBeLessThanOrEqual(height);
  }
});

/** Whether the middle of an element is on the screen and nothing lies on it. */
const isOnTop = (element: HTMLElement) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  // Presses go through a message, and elementFromPoint skips such elements.
  element.style.pointerEvents = 'auto';
  const isFound = element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  element.style.pointerEvents = '';
  return isFound;
};

for (const [width, height, textSize] of [
  [320, 568, ''],
  [390, 664, ''],
  [390, 664, '200%'],
] as const) {
  for (const view of [
    'form with an error',
    'confirmation of a long name and position 1,234,567, copy refused',
  ]) {
    test(`a message is on top, and blocks no press: ${view} at ${width} ${textSize}`, async ({
      visitor,
    }) => {
      const me = await visitor({ viewport: { width, height } });
      await me.page.addInitScript((size) => {
        addEventListener('DOMContentLoaded', () => {
          document.documentElement.style.fontSize = size;
        });
      }, textSize);
      await VIEWS[view]?.(me);
      const message = me.message.locator('p');
      const isForm = view.startsWith('form');
      if (isForm) {
        // It doesn't cover the field that it's about.
        expect(await me.phone.evaluate(isOnTop)).toBe(true);
        const field = await me.phone.boundingBox();
        const box = await message.boundingBox();
        expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThan(box?.y ?? 0);
      }
      for (const top of [0, 9999]) {
        await me.page.evaluate((y) => scrollTo(0, y), top);
        await expect(message).toBeInViewport({ ratio: 1 });
        expect(await message.evaluate(isOnTop)).toBe(true);
      }
      if (isForm) expect(await me.joinButton.evaluate(isOnTop)).toBe(true);
    });
  }
}

test('the corner links stay in place, and no text shows below them', async ({ me, page }) => {
  await page.setViewportSize({ width: 320, height: 400 });
  for (const [count, show] of [
    [2, () => me.join(ANA)],
    [1, () => page.goto('/about')],
  ] as const) {
    await show();
    const links = page.locator('.corner').filter({ visible: true });
    await expect(links).toHaveCount(count);
    for (const link of await links.all()) {
      const clip = (await link.boundingBox()) as DOMRect;
      const atRest = await page.screenshot({ clip });
      for (const y of [30, 60, 150, 9999, 0]) {
        await page.evaluate((top) => scrollTo(0, top), y);
        expect((await page.screenshot({ clip })).equals(atRest), `at ${y}`).toBe(true);
      }
    }
  }
});
