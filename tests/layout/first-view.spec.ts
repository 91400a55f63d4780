import { globSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { copy } from '../support/copy.ts';
import { expect, test } from '../support/site.ts';
import { SCREENS, VIEWS } from '../support/views.ts';
import { ANA, SIGNUP } from '../support/visitor.ts';

test('nothing jumps on the way to my position and back', async ({ me, page }) => {
  await page.setViewportSize({ width: 320, height: 664 });
  await page.goto('/', { waitUntil: 'networkidle' });
  // Fonts that arrive move the first view, too, which a test below measures.
  const before = await me.layoutShift();
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
  await me.back.tap();
  await expect(me.picture).toBeVisible();
  expect((await me.layoutShift()) - before).toBeLessThan(0.005);
});

for (const view of [
  'form',
  'confirmation of a long name and position 1,234,567, copy refused',
  'status with friends, moved up, QR code and share picture',
]) {
  test(`the sheet goes down the way it came: ${view}`, async ({ me, page }) => {
    await VIEWS[view]?.(me);
    const { hash } = new URL(page.url());
    for (const [width, height] of [...SCREENS, [844, 390]] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ reducedMotion: 'reduce' });
      // Without the event of a changed hash, so that what's open on the sheet stays open.
      const reopen = `history.replaceState(null, '', '${hash}'); visit.update({ isOpen: true })`;
      await page.evaluate(reopen);
      // Otherwise it would open with motion, and the way down would start in the middle.
      await expect(me.picture).toBeHidden();
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      const { travelled, isLonger } = await page.evaluate(async () => {
        const sheet = document.querySelector('.sheet:not([hidden])') as HTMLElement;
        scrollTo(0, document.body.scrollHeight);
        const top = () => Math.max(0, sheet.getBoundingClientRect().top);
        const start = top();
        const moves = new Promise((resolve) => sheet.addEventListener('transitionrun', resolve));
        document.querySelector<HTMLElement>('.back')?.click();
        await moves;
        const motions = document.getAnimations().filter((it) => it instanceof CSSTransition);
        for (const motion of motions) {
          motion.pause();
          motion.currentTime = 100;
        }
        const travelled = (top() - start) / (innerHeight - start);
        for (const motion of motions) motion.finish();
        await new Promise(requestAnimationFrame);
        const { bottom = 0 } = document.querySelector('.landing')?.getBoundingClientRect() ?? {};
        const isLonger = document.documentElement.scrollHeight > Math.max(bottom, innerHeight) + 1;
        return { travelled, isLonger };
      });
      expect(travelled, `at ${width}`).toBeLessThanOrEqual(0.9);
      expect(isLonger, `at ${width}`).toBe(false);
      await expect(page.locator('.join *').filter({ visible: true })).toHaveCount(0);
      await expect(me.picture).toBeFocused();
      await page.keyboard.press('Tab');
      await expect(page.locator('.join :focus')).toHaveCount(0);
    }
  });
}

test('fonts that arrive late hardly move anything', async ({ me, page }) => {
  const arrive = await me.hold(/\.woff2$/);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.locator('picture')).toBeInViewport();
  expect(await page.evaluate(() => document.fonts.status)).toBe('loading');
  arrive();
  await page.waitForLoadState('networkidle');
  await expect(page.locator('noscript')).toHaveCount(0);
  // A page that's too wide shifts by 0.01 to 0.18.
  expect(await me.layoutShift()).toBeLessThan(0.005);
});

test('nothing moves when a member or an invited visitor is greeted', async ({ me }) => {
  for (const greet of ['first view through a referral link', 'first view of a returning member']) {
    await VIEWS[greet]?.(me);
    expect(await me.layoutShift()).toBeLessThan(0.005);
  }
});

test('no built picture says where the photo was taken', async () => {
  expect((await sharp(`src/assets/${copy.landing.picture}`).metadata()).exif).toBeDefined();
  for (const file of globSync('dist/**/*.{avif,jpg,png,webp}'))
    expect((await sharp(file).metadata()).exif, file).toBeUndefined();
});
