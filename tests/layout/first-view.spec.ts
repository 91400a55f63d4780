import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright/test';
import sharp from 'sharp';
import { copy } from '../support/copy.ts';
import { expect, test } from '../support/site.ts';
import { SCREENS, VIEWS } from '../support/views.ts';
import { ANA, SIGNUP } from '../support/visitor.ts';

// For the styles of other pictures.
test.use({ bypassCSP: true });

/** The page's cumulative layout shift so far: https://web.dev/articles/cls */
function layoutShift(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    await frame();
    await frame();
    const observer = new PerformanceObserver(() => {});
    observer.observe({ type: 'layout-shift', buffered: true });
    const shifts = observer.takeRecords() as (PerformanceEntry & Record<string, number>)[];
    return shifts.reduce((sum, shift) => sum + (shift.hadRecentInput ? 0 : (shift.value ?? 0)), 0);
  });
}

test('the first view and the empty form fit on the screen', async ({ me, page }) => {
  const title = me.heading(copy.site.product);
  const pitch = page.getByText(copy.landing.body, { exact: true });
  await page.goto('/');
  for (const [width, height] of [...SCREENS, [375, 667], [844, 390]] as const) {
    await page.setViewportSize({ width, height });
    for (const part of [title, page.locator('#hint'), page.locator('picture'), pitch])
      await expect(part).toBeInViewport({ ratio: part === pitch ? 0.1 : 1 });
    // Sleeve and hair leave the page.
    const { x = 0, width: shown = 0 } = (await page.locator('picture img').boundingBox()) ?? {};
    expect(Math.round(x + shown)).toBeGreaterThanOrEqual(width);
    expect(await title.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  }
  await me.openForm();
  const sizes = [...SCREENS, [375, 553], [360, 640], [390, 664], [1280, 720], [844, 390]] as const;
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    // Each text starts with its key, so this names what is too long.
    const form = `at ${width} x ${height}: ${await page.locator('.sheet:not([hidden])').textContent()}`;
    for (const part of await page.locator('#signup :is(.field, .consent, button)').all())
      await expect.soft(part, form).toBeInViewport({ ratio: 0.99 });
  }
});

for (const [width, height] of [
  [1200, 900],
  [900, 1200],
] as const) {
  test(`a picture of ${width} by ${height} stands apart from the name`, async ({ me, page }) => {
    const picture = sharp({ create: { width, height, channels: 3, background: 'teal' } });
    const body = await picture.webp().toBuffer();
    await page.route(/\.avif$/, (route) => route.fulfill({ body, contentType: 'image/webp' }));
    await page.goto('/');
    // As src/layouts/Page.astro does for such a picture.
    await page.addStyleTag({ path: 'src/styles/framed.css' });
    const sizes = `--picture-ratio: ${height / width}; --picture-growth: 0.92`;
    await page.addStyleTag({ content: `:root { ${sizes} }` });
    const framed = page.locator('picture img');
    await framed.evaluate((image, size) => Object.assign(image, size), { width, height });
    for (const [width, height] of [...SCREENS, [390, 664], [844, 390]] as const) {
      await page.setViewportSize({ width, height });
      for (const part of [framed, page.locator('#hint')])
        await expect(part).toBeInViewport({ ratio: 1 });
      const name = await me.heading(copy.site.product).boundingBox();
      const box = await framed.boundingBox();
      if (!name || !box) throw new Error('nothing is shown');
      const isApart = name.y + name.height <= box.y + 1 || name.x + name.width <= box.x;
      expect(isApart, `at ${width} x ${height}`).toBe(true);
    }
  });
}

test('nothing jumps on the way to my position and back', async ({ me, page }) => {
  await page.setViewportSize({ width: 320, height: 664 });
  await page.goto('/', { waitUntil: 'networkidle' });
  const sent = me.requestsTo(/\.(avif|webp)$/);
  // Fonts that arrive move the first view, too, which a test below measures.
  const before = await layoutShift(page);
  // A shift within 500 ms of a press does not count, so the response comes later.
  await page.route(SIGNUP, async (route) => {
    await sleep(700);
    await route.continue();
  });
  await me.picture.tap();
  await me.scriptArrived();
  await me.send({ ...ANA, phone: '555' });
  await expect(me.formError).toBeVisible();
  // A real key press removes the error.
  await me.phone.press('Backspace');
  await me.send(ANA);
  await expect(me.position(1)).toBeVisible();
  expect(sent).toHaveLength(0);
  await me.back.tap();
  await expect(me.picture).toBeVisible();
  expect((await layoutShift(page)) - before).toBeLessThan(0.005);
});

test('the sheet rises to the title, and sinks again', async ({ me, page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/');
  const sheet = page.locator('.sheet:not([hidden])');
  const movement = () =>
    sheet.evaluate(async (element) => {
      await new Promise((resolve) => element.addEventListener('transitionend', resolve));
    });
  const hasRisen = movement();
  await me.picture.tap();
  await hasRisen;
  const title = await me.heading(copy.site.product).boundingBox();
  const end = (title?.y ?? 0) + (title?.height ?? 0);
  expect(end).toBeLessThan((await sheet.boundingBox())?.y ?? 0);
  const hasSunk = movement();
  await me.back.tap();
  await hasSunk;
  await expect(sheet).toBeHidden();
});

test('fonts that arrive late hardly move anything', async ({ me, page }) => {
  const arrive = await me.hold(/\.woff2$/);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.locator('picture')).toBeInViewport();
  expect(await page.evaluate(() => document.fonts.status)).toBe('loading');
  arrive();
  await page.waitForLoadState('networkidle');
  await expect(page.locator('noscript')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
  // A page that's too wide shifts by 0.01 to 0.18.
  const texts = await page.locator('.landing').textContent();
  expect(await layoutShift(page), `${texts}`).toBeLessThan(0.005);
});

test('nothing moves when a member or an invited visitor is greeted', async ({ me, page }) => {
  for (const greet of ['first view through a referral link', 'first view of a returning member']) {
    await VIEWS[greet]?.(me);
    expect(await layoutShift(page)).toBeLessThan(0.005);
  }
});
