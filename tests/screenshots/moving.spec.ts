import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright/test';
import sharp from 'sharp';
import { POSITIONS_PER_REFERRAL } from '../../src/waitlist/shared/links.ts';
import { expect, test } from '../support/site.ts';
import { ANA, SIGNUP, STATUS } from '../support/visitor.ts';
import { NOBODY } from '../support/waitlist.ts';

const ORIGIN = 'https://fabio.example';

test.use({
  baseURL: ORIGIN,
  contextOptions: { reducedMotion: 'no-preference' },
  deviceScaleFactor: 1.5,
});
test.setTimeout(300_000);

const FRAME_MS = 40;
const POSITION = 42;

/** Films the page, which moves faster than it can be photographed: its animations stand still for each frame. */
async function startCamera(page: Page) {
  const frames: Buffer[] = [];
  const delays: number[] = [];
  const browser = await page.context().newCDPSession(page);
  await browser.send('Animation.setPlaybackRate', { playbackRate: 0.001 });
  const take = async (shownMs: number) => {
    frames.push(await page.screenshot());
    delays.push(shownMs);
  };
  return {
    take,
    /** What moves for so many milliseconds, and its end. */
    async film(ms: number, shownMs: number) {
      for (let time = 0; time < ms; time += FRAME_MS) {
        await page.evaluate((time) => {
          for (const animation of document.getAnimations()) animation.currentTime = time;
        }, time);
        await take(FRAME_MS);
      }
      await page.evaluate(() => {
        for (const animation of document.getAnimations()) animation.finish();
      });
      await take(shownMs);
    },
    async scroll(pixels: number) {
      for (let i = 0; i < 8; i += 1) {
        await page.evaluate((pixels) => scrollBy(0, pixels), pixels / 8);
        await take(FRAME_MS);
      }
    },
    async save(path: string) {
      const film = sharp(frames, { animated: true, join: { animated: true } });
      const settings = { delay: delays, quality: 50, effort: 5 };
      return (await film.resize(360).webp(settings).toFile(path)).size;
    },
  };
}

test('a moving picture of a signup', async ({ me, page, site }) => {
  // The share picture shows the page's host.
  await page.route(`${ORIGIN}/**`, async (route) => {
    const url = route.request().url().replace(ORIGIN, site.origin);
    await route.fulfill({ response: await route.fetch({ url }) });
  });
  await page.goto('/', { waitUntil: 'networkidle' });
  const { take, film, scroll, save } = await startCamera(page);
  await take(1_500);
  await me.picture.tap();
  await expect(me.formTitle).toBeFocused();
  await film(320, 500);
  await me.scriptArrived();
  for (const name of ['firstName', 'lastName', 'phone'] as const) {
    await me[name].focus();
    for (const letter of ANA[name]) {
      await me[name].pressSequentially(letter);
      await take(2 * FRAME_MS);
    }
  }
  await me.fulfill(SIGNUP, { position: POSITION, ...NOBODY });
  await me.joinButton.tap();
  await expect(me.confirmation).toBeVisible();
  await film(640, 1_500);
  const position = POSITION - POSITIONS_PER_REFERRAL;
  await me.fulfill(STATUS, { position, referralCount: 1 });
  await page.evaluate(() => {
    // A status is requested again only after a while.
    const later = Date.now() + 60_000;
    Date.now = () => later;
    document.dispatchEvent(new Event('visibilitychange'));
    // Its smooth scrolling can't be filmed.
    Element.prototype.scrollIntoView = () => {};
  });
  await expect(me.oneFriend).toBeVisible();
  await film(640, 1_500);
  await scroll(300);
  await me.sharePictureButton.tap();
  const cover = me.cover(ANA.firstName, `${position}`);
  await expect(cover).toBeVisible();
  await film(480, 0);
  await scroll(((await cover.boundingBox())?.y ?? 0) - 150);
  await take(2_500);
  mkdirSync('screenshots', { recursive: true });
  expect(await save('screenshots/moving.webp')).toBeLessThan(800 * 1024);
});
