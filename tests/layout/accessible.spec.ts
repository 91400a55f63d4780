import axe, { type AxeResults, type RunOptions } from 'axe-core';
import { expect, test } from '../support/site.ts';
import { VIEWS } from '../support/views.ts';

const ALL_RULES: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};
/** The only rule of axe that a screen size or colors can break, as findFaults measures targets. */
const CONTRAST: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast'] } };

/** Width, height, emulated media, the text size in the browser's settings, and what axe checks. */
const CONDITIONS = [
  ['on a phone', 390, 844, {}, '', ALL_RULES],
  ['on the smallest phone', 320, 568, {}, '', undefined],
  ['on a phone held sideways', 844, 390, {}, '', undefined],
  ['on a laptop', 1280, 800, {}, '', CONTRAST],
  ['in forced colors', 768, 1024, { forcedColors: 'active' }, '', CONTRAST],
  ['with text twice as large', 320, 640, { forcedColors: 'none' }, '200%', undefined],
] as const;

/** Finds texts and fields that are cut, covered or off the screen, and targets too small to touch. */
function findFaults(): string[] {
  const { scrollWidth } = document.documentElement;
  const faults = scrollWidth > screen.width ? [`the page is ${scrollWidth} wide`] : [];
  const shown = { visibilityProperty: true, opacityProperty: true };
  const range = document.createRange();
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    if (!element.checkVisibility(shown) || element.offsetWidth <= 1) continue;
    const isField = element.matches('input:not([aria-hidden])');
    const text = element.textContent || element.tagName;
    // A link in the middle of a sentence has no class and is as high as its line.
    if (element.matches('a[class], button, input, summary') && element.tabIndex >= 0) {
      // A press on the label checks the box.
      const { width, height } = (element.closest('label') ?? element).getBoundingClientRect();
      if (Math.min(width, height) < 44) faults.push(`${text} is ${width} x ${height}`);
    }
    const hasText = [...element.childNodes].some(
      ({ nodeName, nodeValue }) => nodeName === '#text' && nodeValue?.trim(),
    );
    // elementFromPoint skips elements that let presses through.
    if (!(isField || hasText) || getComputedStyle(element).pointerEvents === 'none') continue;
    scrollTo(0, 0);
    element.scrollIntoView({ block: 'center' });
    range.selectNodeContents(element);
    const box = element.getBoundingClientRect();
    const lines = isField ? [box] : [...range.getClientRects()];
    for (const { left, right, width, y, height } of lines) {
      const middle = y + height / 2;
      // A <wbr> is a line without width, and a long paragraph is higher than the screen.
      if (width < 6 || middle < 0 || middle > innerHeight) continue;
      if (middle < box.top || middle > box.bottom) faults.push(`${text} hangs out of its box`);
      for (const x of [left + 3, right - 3]) {
        const hit = document.elementFromPoint(x, middle);
        // A message is gone in seconds.
        const isPassing = hit?.closest(scrollY > 0 ? '.corner, .toast' : '.toast');
        const isPrinted = element.matches('.title') && hit?.closest('.picture');
        if (!element.contains(hit) && !isPassing && !isPrinted)
          faults.push(`${text} is cut or covered`);
      }
    }
  }
  return faults;
}

for (const [view, open] of Object.entries(VIEWS)) {
  test(`everyone can read and use: ${view}`, async ({ me, page }) => {
    await open(me);
    await page.evaluate(axe.source);
    for (const [condition, width, height, emulated, textSize, rules] of CONDITIONS) {
      await page.setViewportSize({ width, height });
      await page.evaluate(`document.documentElement.style.fontSize = '${textSize}'`);
      await page.emulateMedia(emulated);
      expect.soft(await page.evaluate(findFaults), condition).toEqual([]);
      if (!rules) continue;
      const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(rules)})`);
      expect.soft(violations, condition).toEqual([]);
    }
  });
}
