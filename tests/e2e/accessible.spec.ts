import AxeBuilder from '@axe-core/playwright';
import type { BrowserContextOptions } from 'playwright/test';
import { expect, test } from '../support/site.ts';
import { VIEWS } from '../support/views.ts';
import { ANA, fillIn, openForm, pressJoin, screen, startAtForm } from '../support/visitor.ts';

interface Way extends BrowserContextOptions {
  /** As in a browser's text size setting. */
  textSize?: string;
}

const PHONE = { isMobile: true, hasTouch: true };
const WAYS: Record<string, Way> = {
  'on the smallest phone': { viewport: { width: 320, height: 568 }, ...PHONE },
  'on a dark phone': { viewport: { width: 390, height: 844 }, ...PHONE, colorScheme: 'dark' },
  'with reduced motion': {
    viewport: { width: 390, height: 844 },
    ...PHONE,
    reducedMotion: 'reduce',
  },
  'on a laptop': { viewport: { width: 1280, height: 800 }, isMobile: false },
  'zoomed in twice': { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 },
  'with text twice as large': { viewport: { width: 320, height: 640 }, ...PHONE, textSize: '200%' },
  'in forced colours': { viewport: { width: 390, height: 844 }, ...PHONE, forcedColors: 'active' },
};

/** Wide things, things too small to touch, and fixed links on top of each other. */
function measureLayout() {
  const boxes = (selector: string) =>
    [...document.querySelectorAll<HTMLElement>(selector)]
      .filter((it) => it.checkVisibility() && it.tabIndex >= 0)
      .map((it) => ({ name: it.textContent || it.tagName, box: it.getBoundingClientRect() }));
  const small = boxes('a, button, input').filter(({ box }) => box.width < 44 || box.height < 44);
  const [first, second] = boxes('.corner').map(({ box }) => box);
  return {
    overflow: document.documentElement.scrollWidth - innerWidth,
    small: small.map(({ name, box }) => `${name}: ${box.width} x ${box.height}`),
    overlap: Boolean(
      first &&
        second &&
        first.left < second.right &&
        second.left < first.right &&
        first.top < second.bottom &&
        second.top < first.bottom,
    ),
  };
}

for (const [name, { textSize, ...options }] of Object.entries(WAYS)) {
  test(`every view can be read and used ${name}`, async ({ visitor, allow }) => {
    test.slow();
    allow(/Failed to load resource/, /Error hydrating/);
    for (const [view, open] of Object.entries(VIEWS)) {
      await test.step(view, async () => {
        const page = await visitor({ reducedMotion: 'reduce', ...options });
        if (textSize) {
          await page.addInitScript((size) => {
            addEventListener('DOMContentLoaded', () => {
              document.documentElement.style.fontSize = size;
            });
          }, textSize);
        }
        await open(page);
        const { violations } = await new AxeBuilder({ page })
          // Without frames there is nothing to gain from a second page for the result.
          .setLegacyMode()
          .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
          .analyze();
        const found = violations.map(({ id, nodes }) => [
          id,
          ...nodes.map((node) => node.failureSummary),
        ]);
        expect.soft(found, view).toEqual([]);
        const none = { overflow: 0, small: [], overlap: false };
        expect.soft(await page.evaluate(measureLayout), view).toEqual(none);
        await page.context().close();
      });
    }
  });
}

test('the same message twice is announced twice', async ({ page }) => {
  await startAtForm(page);
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
  const sentence = 'Please fill in all fields';
  await expect.poll(() => page.evaluate('heard')).toEqual([sentence, sentence]);
});

test('her greeting and her place are read out with the heading after joining', async ({ page }) => {
  await openForm(page);
  await fillIn(page, ANA);
  await pressJoin(page);
  const { confirmation } = screen(page);
  await expect(confirmation).toBeFocused();
  await expect(confirmation).toHaveAccessibleDescription(
    "You're in line, Ana! You're at position #1",
  );
});

for (const [width, height] of [
  [390, 844],
  [375, 667],
  [1280, 800],
] as const) {
  test(`title, picture, hint and pitch are all in sight at ${width} x ${height}`, async ({
    visitor,
  }) => {
    const page = await visitor({ viewport: { width, height } });
    await page.goto('/');
    const parts = [
      page.getByRole('heading', { level: 1 }),
      page.getByRole('img'),
      page.getByText('click here for early access'),
      page.getByText(/Tired of men disrespecting you/),
    ];
    for (const part of parts) {
      await expect(part).toBeInViewport({ ratio: 1 });
    }
  });
}
