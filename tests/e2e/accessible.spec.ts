import axe from 'axe-core';
import type { Page } from 'playwright/test';
import { SIGNUP_ERRORS } from '../../src/waitlist/shared/contract.ts';
import { expect, test } from '../support/site.ts';
import { VIEWS } from '../support/views.ts';
import { words } from '../support/words.ts';

const ALL_RULES: axe.RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};
/** The one of them that size, colours and zoom can break; sizes of targets are measured here. */
const CONTRAST: axe.RunOptions = { runOnly: { type: 'rule', values: ['color-contrast'] } };

/** Each with what is emulated and, as in a browser's settings, the size of its text. */
const WAYS = [
  ['on the smallest phone', 320, 568, {}, ''],
  ['on a phone held sideways', 844, 390, {}, ''],
  ['on a laptop', 1280, 800, {}, ''],
  ['zoomed in twice', 640, 400, {}, ''],
  ['in forced colours', 390, 844, { forcedColors: 'active' }, ''],
  ['on paper', 768, 1024, { forcedColors: 'none', media: 'print' }, ''],
  ['with text twice as large', 320, 640, { media: 'screen' }, '200%'],
] as const;

async function complaints(page: Page, rules: axe.RunOptions): Promise<unknown[]> {
  // In the page it is a global of the same name.
  const results = await page.evaluate((options) => axe.run(document, options), rules);
  const violations = results.violations.map(({ id, nodes }) => [
    id,
    ...nodes.map((node) => node.failureSummary),
  ]);
  return [...violations, ...(await page.evaluate(measureLayout, COVERS))];
}

/** What words must not be below: on the first view the picture is the key, its hint on it. */
const COVERS = '.corner, .hint, .box h2, .toast span, .complaint, .bust';

/** Wider than the screen, too small to touch, broken in two, or on top of words or fields. */
function measureLayout(covers: string): string[] {
  const boxes = (selector: string) =>
    [...document.querySelectorAll<HTMLElement>(selector)]
      .filter((it) => it.checkVisibility() && it.tabIndex >= 0)
      .map((it) => {
        // All of its label ticks a box.
        const touched = it.matches('[type=checkbox]') ? (it.closest('label') ?? it) : it;
        return { name: it.textContent || it.tagName, box: touched.getBoundingClientRect() };
      });
  // A link in the middle of a sentence is as high as its line.
  const found = boxes('a:not(label a, .privacy a), button, input, summary')
    .filter(({ box }) => box.width < 44 || box.height < 44)
    .map(({ name, box }) => `${name} is ${box.width} x ${box.height}`);
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > window.screen.width) found.push(`the page is ${scrollWidth} wide`);
  const texts = [...document.querySelectorAll('body :not(script, style)')]
    .filter((it) => it.checkVisibility() && !it.closest('[data-tone="sending"]'))
    .flatMap((it) => [...it.childNodes].filter((node) => node instanceof Text));
  const words = [...texts, ...document.querySelectorAll('input:not([type=hidden], .honeypot)')];
  // What scrolls below the links in the corners is hidden by the bar, of which 82 % are solid.
  const bar = getComputedStyle(document.querySelector('header') ?? document.body, '::before');
  const solid = 0.82 * Number.parseFloat(bar.height);
  for (const link of document.querySelectorAll('.corner')) {
    const isFixed = getComputedStyle(link).position === 'fixed' && bar.display !== 'none';
    if (isFixed && link.getBoundingClientRect().bottom > solid) found.push('a link leaves its bar');
  }
  window.scrollTo(0, 0);
  for (const word of words) {
    const range = document.createRange();
    range.selectNode(word);
    const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
    const text = word.textContent;
    if (lines.length > 1 && /^[\d,]+$/.test(text)) found.push(`${text} is on two lines`);
    for (const { left, right, top, bottom } of lines) {
      if (left < 0 || right > window.screen.width) found.push(`${text} is cut`);
      for (const cover of document.querySelectorAll(covers)) {
        const box = cover.getBoundingClientRect();
        const apart =
          right <= box.left || box.right <= left || bottom <= box.top || box.bottom <= top;
        // A message lies on what is only to be read, and the picture's faded edge below the name.
        const below = cover.matches('.toast span, .complaint')
          ? '.consent, .note p, .confirmation h3'
          : '.title, .presents, .bookmark span';
        const meant =
          cover.matches('.toast span, .complaint, .bust') && word.parentElement?.matches(below);
        if (!apart && !meant && !cover.contains(word))
          found.push(`${cover.className} is on ${text}`);
      }
    }
  }
  return found;
}

for (const [view, open] of Object.entries(VIEWS)) {
  test(`everybody can read and use: ${view}`, async ({ me, page, allow }) => {
    allow(/Failed to load resource/, /Error hydrating/);
    await open(me);
    await page.evaluate(axe.source);
    expect.soft(await complaints(page, ALL_RULES), 'on a phone').toEqual([]);
    for (const [way, width, height, emulated, textSize] of WAYS) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia(emulated);
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = size;
      }, textSize);
      expect.soft(await complaints(page, CONTRAST), way).toEqual([]);
    }
  });
}

test('title, picture and hint are all in sight on any screen, and how the pitch begins', async ({
  me,
  page,
}) => {
  await page.goto('/');
  for (const [width, height] of [
    [390, 844],
    [375, 667],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const part of [
      me.title,
      page.getByRole('img'),
      page.getByText(words.landing.hint, { exact: true }),
    ]) {
      await expect(part, `at ${width} x ${height}`).toBeInViewport({ ratio: 1 });
    }
    const pitch = page.getByText(words.landing.pitch, { exact: true });
    await expect(pitch, `at ${width} x ${height}`).toBeInViewport();
  }
});

test('on a low screen the title is beside the form, and the way home in sight', async ({
  me,
  page,
  allow,
}) => {
  allow(/Failed to load resource/);
  for (const [width, height] of [
    [844, 390],
    [640, 400],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto('/nope');
    const wayHome = page.getByRole('link', { name: words.notFound.link, exact: true });
    await expect(wayHome, `at ${width} x ${height}`).toBeInViewport({ ratio: 0.5 });
    await me.openForm();
    await expect(me.title, `at ${width} x ${height}`).toBeInViewport({ ratio: 1 });
  }
});

test('the title is whole without its face', async ({ page, allow }) => {
  allow(/Failed to load resource/);
  await page.route('**/*.woff2', (route) => route.abort());
  await page.goto('/');
  for (const [, width, height] of WAYS) {
    await page.setViewportSize({ width, height });
    expect.soft(await page.evaluate(measureLayout, COVERS), `at ${width} x ${height}`).toEqual([]);
  }
});

test('under a pointer each button answers, and can still be read', async ({ visitor, allow }) => {
  allow(/Failed to load resource/);
  const me = await visitor({ isMobile: false, hasTouch: false });
  for (const view of [
    'first view for whoever is in line',
    'her spot, with friends, QR code and cover',
    'not found',
  ]) {
    await VIEWS[view]?.(me);
    for (const button of await me.page.locator('a:visible, button:visible').all()) {
      const looks = () =>
        button.evaluate((it) => {
          const { backgroundColor, color, textDecoration, transform } = getComputedStyle(it);
          return { backgroundColor, color, changing: [textDecoration, transform] };
        });
      const { changing } = await looks();
      await button.hover();
      await expect.poll(async () => (await looks()).changing).not.toEqual(changing);
      const { backgroundColor, color } = await looks();
      expect(color).not.toBe(backgroundColor);
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
