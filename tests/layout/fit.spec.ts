import sharp from 'sharp';
import { copy } from '../support/copy.ts';
import { expect, test } from '../support/site.ts';
import { SCREENS } from '../support/views.ts';

// Also runs in tests/e2e's project, on the site's own copy and picture.

// For the style of its screenshots.
test.use({ bypassCSP: true });

test('the first view and the empty form fit on the screen', async ({ me, page }) => {
  const { isOpaque: isFramed } = await sharp(`src/assets/${copy.landing.picture}`).stats();
  const title = me.heading(copy.site.product);
  const hint = page.locator('.hint');
  const image = page.locator('picture img');
  const pitch = page.getByText(copy.landing.body, { exact: true });
  await page.goto('/', { waitUntil: 'networkidle' });
  for (const [width, height] of [...SCREENS, [375, 667], [390, 664], [844, 390]] as const) {
    await page.setViewportSize({ width, height });
    for (const part of [title, hint, isFramed ? image : page.locator('picture')])
      await expect(part).toBeInViewport({ ratio: 1 });
    await expect(pitch).toBeInViewport({ ratio: 0.1 });
    expect(await title.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    const name = await title.boundingBox();
    const box = await image.boundingBox();
    if (!name || !box) throw new Error('nothing is shown');
    const [right, bottom] = [box.x + box.width, box.y + box.height];
    if (!isFramed) {
      // Sleeve and hair leave the page.
      expect(Math.round(right)).toBeGreaterThanOrEqual(width);
      continue;
    }
    const isApart = name.y + name.height <= box.y + 1 || name.x + name.width <= box.x;
    expect(isApart, `at ${width} x ${height}`).toBe(true);
    const screen = await page.screenshot({ style: '.hint { visibility: hidden }' });
    const [centerX, centerY] = [box.x + box.width / 2, box.y + box.height / 2];
    for (const [x, y] of [
      [centerX, box.y - 2],
      [centerX, bottom + 1],
      [box.x - 2, centerY],
      [right + 1, centerY],
    ] as const) {
      const pixel = { left: Math.floor(x), top: Math.floor(y), width: 1, height: 1 };
      const [red, , blue] = await sharp(screen).extract(pixel).raw().toBuffer();
      expect.soft([red, blue], `at ${width} x ${height}`).toEqual([0xe9, 0x4c]);
    }
  }
  await me.openForm();
  const phones = [
    [375, 553],
    [360, 640],
    [390, 664],
    [667, 375],
    [844, 390],
  ] as const;
  const sizes = [...SCREENS, ...phones, [1280, 720]] as const;
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    // Each text starts with its key, so this names what is too long.
    const form = `at ${width} x ${height}: ${await page.locator('#signup').textContent()}`;
    for (const part of await page.locator('#signup :is(.field, .consent, button)').all())
      await expect.soft(part, form).toBeInViewport({ ratio: 0.99 });
    const button = await me.joinButton.boundingBox();
    // The longest copy may need all of the screen.
    if (button && !isFramed)
      expect.soft(height - button.y - button.height, form).toBeGreaterThanOrEqual(12);
  }
});
