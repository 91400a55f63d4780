import axe from 'axe-core';
import type { Page } from 'playwright/test';
import { SIGNUP_ERRORS } from '../../src/waitlist/shared/contract.ts';
import { expect, test } from '../support/site.ts';
import { SCREENS, VIEWS } from '../support/views.ts';
import { ANA } from '../support/visitor.ts';
import { words } from '../support/words.ts';

const ALL_RULES: axe.RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};
/** The only rule that size, colours and zoom can break; measureLayout measures targets. */
const CONTRAST: axe.RunOptions = { runOnly: { type: 'rule', values: ['color-contrast'] } };

/** Width, height, emulated media, and the text size of the browser's settings. */
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
  const results = await page.evaluate((options) => axe.run(document, options), rules);
  const violations = results.violations.map(({ id, nodes }) => [
    id,
    ...nodes.map((node) => node.failureSummary),
  ]);
  return [...violations, ...(await page.evaluate(measureLayout, OBSTACLES))];
}

/** No word or field is below these; the first view's picture is meant to be below its hint. */
const OBSTACLES = '.corner, .hint, .box h2, .toast span, .complaint, .bust';

/** Finds what is wider than the screen, too small to touch, on two lines, or on words and fields. */
function measureLayout(obstacles: string): string[] {
  const boxes = (selector: string) =>
    [...document.querySelectorAll<HTMLElement>(selector)]
      .filter((it) => it.checkVisibility() && it.tabIndex >= 0)
      .map((it) => {
        // A press on the label ticks the box.
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
  window.scrollTo(0, 0);
  for (const word of words) {
    const range = document.createRange();
    range.selectNode(word);
    const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
    const text = word.textContent;
    if (lines.length > 1 && /^[\d,]+$/.test(text)) found.push(`${text} is on two lines`);
    for (const { left, right, top, bottom } of lines) {
      if (left < 0 || right > window.screen.width) found.push(`${text} is cut`);
      for (const obstacle of document.querySelectorAll(obstacles)) {
        const box = obstacle.getBoundingClientRect();
        const apart =
          right <= box.left || box.right <= left || bottom <= box.top || box.bottom <= top;
        // A message lies on what is only to be read, and the picture's faded edge below the name.
        const below = obstacle.matches('.toast span, .complaint')
          ? '.consent, .note p, .confirmation h3'
          : '.title, .presents, .bookmark span';
        const meant =
          obstacle.matches('.toast span, .complaint, .bust') && word.parentElement?.matches(below);
        if (!apart && !meant && !obstacle.contains(word))
          found.push(`${obstacle.className} is on ${text}`);
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

test('the picture is in sight on any screen, and how the pitch begins', async ({ page }) => {
  await page.goto('/');
  for (const [width, height] of [...SCREENS, [375, 667]] as const) {
    await page.setViewportSize({ width, height });
    await expect(page.getByRole('img'), `at ${width}`).toBeInViewport({ ratio: 1 });
    const pitch = page.getByText(words.landing.pitch, { exact: true });
    if (width > 320) await expect(pitch, `at ${width}`).toBeInViewport();
  }
});

test('the corner links stay where they are, with no word below them', async ({ me, page }) => {
  await page.setViewportSize({ width: 320, height: 400 });
  const { aboutLink, homeLink } = words.site;
  const open = (path: string) => () => page.goto(path);
  for (const [show, texts] of [
    [open('/'), [aboutLink]],
    [() => me.join(ANA), [aboutLink, words.signup.back]],
    [open('/about'), [`← ${homeLink}`]],
    [open('/privacy'), [`← ${homeLink}`]],
  ] as const) {
    await show();
    const links = page.locator('.corner').filter({ visible: true });
    await expect(links).toHaveText([...texts]);
    for (const link of await links.all()) {
      await page.evaluate(() => scrollTo(0, 0));
      const atRest = await link.screenshot();
      for (const y of [30, 60, 100, 150, 9999]) {
        await page.evaluate((top) => scrollTo(0, top), y);
        expect((await link.screenshot()).equals(atRest), `${texts} at ${y}`).toBe(true);
      }
    }
  }
});

test('on a low screen the title and the way home are in sight', async ({ me, page, allow }) => {
  allow(/Failed to load resource/);
  await page.setViewportSize({ width: 640, height: 400 });
  await page.goto('/nope');
  const wayHome = page.getByRole('link', { name: words.notFound.link, exact: true });
  await expect(wayHome).toBeInViewport({ ratio: 0.5 });
  await me.openForm();
  await expect(me.title).toBeInViewport({ ratio: 1 });
});

test('the title is whole without its face', async ({ page, allow }) => {
  allow(/Failed to load resource/);
  await page.route('**/*.woff2', (route) => route.abort());
  await page.goto('/');
  for (const [, width, height] of WAYS) {
    await page.setViewportSize({ width, height });
    expect
      .soft(await page.evaluate(measureLayout, OBSTACLES), `at ${width} x ${height}`)
      .toEqual([]);
  }
});

test('under a pointer each button answers, and can still be read', async ({ visitor, allow }) => {
  allow(/Failed to load resource/);
  const me = await visitor({ isMobile: false, hasTouch: false });
  for (const view of [
    'first view of a returning member',
    'status with friends, QR code and share picture',
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
