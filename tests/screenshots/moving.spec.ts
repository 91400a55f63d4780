import sharp from 'sharp';
import { POSITIONS_PER_REFERRAL } from '../../src/waitlist/shared/links.ts';
import { expect, test } from '../support/site.ts';
import { openStatus } from '../support/views.ts';
import { ANA, SIGNUP } from '../support/visitor.ts';
import { NOBODY } from '../support/waitlist.ts';

const ORIGIN = 'https://fabio.example';

test.use({
  baseURL: ORIGIN,
  contextOptions: { reducedMotion: 'no-preference' },
  deviceScaleFactor: 1.5,
});
test.setTimeout(600_000);

const FRAME_MS = 40;
const POSITION = 42;
const MAX_BYTES = 800 * 1024;

test("the README's pictures, one of them moving", async ({ me, page, site }) => {
  const frames: Buffer[] = [];
  const delay: number[] = [];
  const take = async (ms: number) => {
    frames.push(await page.screenshot());
    delay.push(ms);
  };
  const keep = (name: string) =>
    page.screenshot({ path: `screenshots/${name}.jpg`, type: 'jpeg', quality: 80 });
  /** Animations stand still for each frame, since they're faster than screenshots; the last one is shown for `lastMs`. */
  const film = async (ms: number, lastMs: number) => {
    for (let time = 0; time <= ms; time += FRAME_MS) {
      await page.evaluate((time) => {
        for (const animation of document.getAnimations()) animation.currentTime = time;
      }, time);
      await take(time < ms ? FRAME_MS : lastMs);
    }
  };
  const scroll = async (pixels: number) => {
    for (let step = 0; step < 8; step += 1) {
      await page.evaluate((pixels) => scrollBy(0, pixels), pixels / 8);
      await take(FRAME_MS);
    }
  };

  // The share picture shows the page's host.
  await page.route(`${ORIGIN}/**`, async (route) => {
    const url = route.request().url().replace(ORIGIN, site.origin);
    await route.fulfill({ response: await route.fetch({ url }) });
  });
  await page.addInitScript(() => {
    // Its smooth scrolling can't be filmed.
    Element.prototype.scrollIntoView = () => {};
  });
  await page.goto('/', { waitUntil: 'networkidle' });
  const browser = await page.context().newCDPSession(page);
  await browser.send('Animation.setPlaybackRate', { playbackRate: 0.001 });
  await take(1_500);
  await keep('first-view');
  await me.picture.tap();
  await expect(me.formTitle).toBeFocused();
  await film(320, 500);
  await me.scriptArrived();
  for (const name of ['firstName', 'lastName', 'phone'] as const) {
    for (const letter of ANA[name]) {
      await me[name].pressSequentially(letter);
      await take(2 * FRAME_MS);
    }
  }
  await me.fulfill(SIGNUP, { position: POSITION, ...NOBODY });
  await me.joinButton.tap();
  await expect(me.confirmation).toBeVisible();
  await film(640, 1_500);
  await keep('confirmation');
  const position = POSITION - POSITIONS_PER_REFERRAL;
  await openStatus(me, { position, referralCount: 1 });
  await expect(me.oneFriend).toBeVisible();
  await film(640, 1_500);
  await scroll(300);
  await me.sharePictureButton.tap();
  const cover = me.cover(ANA.firstName, `${position}`);
  await expect(cover).toBeVisible();
  await film(480, 0);
  await scroll(((await cover.boundingBox())?.y ?? 0) - 150);
  await take(2_500);
  const joined = sharp(frames, { animated: true, join: { animated: true } }).resize(360);
  const webp = joined.webp({ delay, quality: 50, effort: 5 });
  expect((await webp.toFile('screenshots/moving.webp')).size).toBeLessThan(MAX_BYTES);
});
