import sharp from 'sharp';
import { fill, formatPosition } from '../../src/waitlist/shared/fill.ts';
import { MESSAGES } from '../../src/waitlist/shared/messages.ts';
import { readCode } from '../support/read-code.ts';
import { openStatusAtAddress, REFERRAL_LINK } from '../support/share-picture.ts';
import { expect, test } from '../support/site.ts';
import { LONG_NAME } from '../support/views.ts';
import { STATUS, type Visit } from '../support/visitor.ts';
import { words as all } from '../support/words.ts';

const words = all.signup.sharePicture;

test.beforeEach(({ allow }) => allow(/^request to (blob:|https:\/\/fabio-waitlist)/));

const pictureOf = ({ page }: Visit) => page.locator('canvas');

for (const [firstName, position] of [
  ['Jo', 1],
  [LONG_NAME, 1_234_567],
] as const) {
  test(`a camera reads the link of ${firstName} from a bad copy`, async ({ me, page }) => {
    await openStatusAtAddress(me, firstName, { position });
    await me.sharePictureKey.tap();
    const badge = fill(words.position, { position: formatPosition(position) });
    await expect(pictureOf(me)).toHaveAccessibleName(fill(words.alt, { firstName, badge }));
    const download = page.waitForEvent('download');
    await me.savePicture.tap();
    expect((await download).suggestedFilename()).toBe('my-cover.jpg');
    const file = sharp(await (await download).path());
    expect(await file.metadata()).toMatchObject({ width: 1080, height: 1920, format: 'jpeg' });
    const small = await file.resize(360).jpeg({ quality: 60 }).toBuffer();
    expect(await readCode(small)).toBe(REFERRAL_LINK);
  });
}

test('its key is under the first way to share, and loads a thumbnail', async ({ me, page }) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  await openStatusAtAddress(me, 'Łucja', { position: 1 });
  await expect(me.share.locator('+ button')).toHaveAccessibleName(words.open);
  await me.sharePictureKey.scrollIntoViewIfNeeded();
  await page.waitForLoadState('networkidle');
  expect(loaded.filter((path) => /share-picture|900-italic/.test(path))).toHaveLength(1);
  const thumbnail = me.sharePictureKey.locator('img');
  expect(await thumbnail.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBeGreaterThan(0);
  loaded.length = 0;
  await me.sharePictureKey.tap();
  await expect(me.savePicture).toBeVisible();
  const needed = ['/_astro/draw-share-picture', '/share-picture/', '-latin-ext-900-italic'];
  for (const part of needed) expect(loaded.join(' ')).toContain(part);
  expect(loaded.join(' ')).not.toContain('vietnamese');
});

test('it is drawn again when I am admitted', async ({ me, page }) => {
  const pixels = () => pictureOf(me).evaluate((it: HTMLCanvasElement) => it.toDataURL());
  await page.clock.install();
  await openStatusAtAddress(me, 'Ana', { position: 12 });
  await me.sharePictureKey.tap();
  await expect(me.savePicture).toBeVisible();
  const before = await pixels();
  await me.answer(STATUS, { friendsJoined: 0, admitted: true });
  await page.clock.fastForward(16_000);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  const alt = fill(words.alt, { firstName: 'Ana', badge: words.admitted });
  await expect(pictureOf(me)).toHaveAccessibleName(alt);
  await expect.poll(pixels).not.toBe(before);
});

test('where the phone shares files, it gets the picture', async ({ me, page }) => {
  await page.addInitScript(() => {
    navigator.canShare = (data) => !!data?.files;
    navigator.share = async (data) => {
      document.title = data?.files?.map(({ name, type }) => `${name} ${type}`).join() ?? '';
    };
  });
  await openStatusAtAddress(me, '', { position: 12 });
  await me.sharePictureKey.tap();
  await page.getByRole('button', { name: words.share, exact: true }).tap();
  await expect(page).toHaveTitle('my-cover.jpg image/jpeg');
});

test("in an app's browser the picture opens as a page of its own", async ({ visitor, allow }) => {
  // Chromium's page for a single picture has inline styles.
  allow(/inline style violates/);
  const userAgent = 'Mozilla/5.0 (Linux; Android 14; wv) AppleWebKit/537.36 Safari/537.36';
  const me = await visitor({ userAgent });
  await openStatusAtAddress(me, 'Ana', { position: 12 });
  await me.sharePictureKey.tap();
  await expect(me.page.getByText(words.hold, { exact: true })).toBeVisible();
  await expect(me.savePicture).toHaveCount(0);
  await me.page.getByRole('link', { name: words.enlarge, exact: true }).tap();
  await me.page.waitForURL(/^blob:/);
  await expect.poll(() => me.page.evaluate(() => document.images[0]?.naturalWidth)).toBe(1080);
});

for (const part of [/latin-900-italic/, /share-picture\/\w+\.jpg$/]) {
  test(`where ${part} does not load I am told, and ask again`, async ({ me, page, allow }) => {
    allow(/Failed to load resource/);
    await openStatusAtAddress(me, 'Ana', { position: 12 });
    await page.route(part, (route) => route.abort());
    await me.sharePictureKey.tap();
    await expect(me.message).toHaveText(MESSAGES.noSharePicture);
    await expect(pictureOf(me)).toHaveCount(0);
    await page.unroute(part);
    await me.sharePictureKey.tap();
    await expect(me.savePicture).toBeVisible();
  });
}

test('where the browser gives no file, I see the picture and am told', async ({ me, page }) => {
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.toBlob = (take) => take(null);
  });
  await openStatusAtAddress(me, 'Ana', { position: 12 });
  await me.sharePictureKey.tap();
  await expect(me.message).toHaveText(MESSAGES.noFile);
  await expect(pictureOf(me)).toBeVisible();
  await expect(me.savePicture).toHaveCount(0);
});
