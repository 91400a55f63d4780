import sharp from 'sharp';
import { fillPlaceholders, formatNumber } from '../../src/waitlist/shared/labels.ts';
import { copy } from '../support/copy.ts';
import { readQrCode } from '../support/read-qr-code.ts';
import { expect, test } from '../support/site.ts';
import { LONG_NAME } from '../support/views.ts';
import { STATUS, UNKNOWN_CODE, type Visit } from '../support/visitor.ts';

const labels = copy.share;

test.beforeEach(({ allow }) => allow(/^request to (blob:|http:\/\/localhost)/));

/**
 * Opens a remembered member's status on a host with a name instead of an IP, like the real site.
 * Resolves with the referral link.
 */
async function openStatusOnHost(me: Visit, firstName: string, status: object) {
  await me.page.goto('/robots.txt');
  const origin = `http://localhost:${new URL(me.page.url()).port}`;
  await me.fulfill(STATUS, { referralCount: 0, ...status });
  await me.remember(firstName, { origin });
  const link = `${origin}/?ref=${UNKNOWN_CODE}`;
  await me.page.goto(`${link}#spot`);
  await expect(me.sharePictureButton).toBeVisible();
  return link;
}

const pictureOf = ({ page }: Visit) => page.locator('canvas');

for (const [firstName, position] of [
  ['Łucja', 1],
  [LONG_NAME, 1_234_567],
] as const) {
  test(`a camera reads the link of ${firstName} from a poor copy`, async ({ me, page }) => {
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
    const link = await openStatusOnHost(me, firstName, { position });
    // Until it's pressed, only a thumbnail is loaded.
    await me.sharePictureButton.scrollIntoViewIfNeeded();
    const thumbnail = me.sharePictureButton.locator('img');
    await expect
      .poll(() => thumbnail.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBe(180);
    expect(loaded.filter((path) => path.includes('share-picture'))).toHaveLength(1);
    const fonts = () => loaded.filter((path) => path.endsWith('.woff2'));
    const fontsOfPage = fonts();
    await me.sharePictureButton.tap();
    const badge = fillPlaceholders(labels.position, { position: formatNumber(position) });
    await expect(pictureOf(me)).toHaveAccessibleName(
      fillPlaceholders(labels.alt, { firstName, badge }),
    );
    const download = page.waitForEvent('download');
    await page.context().grantPermissions(['clipboard-write']);
    await me.savePicture.tap();
    await expect(me.message).toHaveText(copy.confirmation.copied);
    expect(fonts()).toEqual(fontsOfPage);
    expect((await download).suggestedFilename()).toBe('my-cover.jpg');
    const file = sharp(await (await download).path());
    expect(await file.metadata()).toMatchObject({ width: 1080, height: 1920, format: 'jpeg' });
    const small = await file.resize(360).jpeg({ quality: 60 }).toBuffer();
    expect(await readQrCode(small)).toBe(link);
  });
}

test('the picture is redrawn when I am admitted', async ({ me, page }) => {
  const pixels = () => pictureOf(me).evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  await page.clock.install();
  await openStatusOnHost(me, 'Ana', { position: 12 });
  await me.sharePictureButton.tap();
  await expect(me.savePicture).toBeVisible();
  const before = await pixels();
  await me.fulfill(STATUS, { referralCount: 0, admitted: true });
  await page.clock.fastForward(16_000);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  const alt = fillPlaceholders(labels.alt, { firstName: 'Ana', badge: labels.admitted });
  await expect(pictureOf(me)).toHaveAccessibleName(alt);
  await expect.poll(pixels).not.toBe(before);
});

test('my phone shares the file, and my link is copied if I allow it', async ({ me, page }) => {
  await page.addInitScript(() => {
    navigator.canShare = (data) => !!data?.files;
    navigator.share = (data) => {
      const files = data?.files?.map(({ name, type }) => `${name} ${type}`).join();
      document.title = navigator.userActivation.isActive ? `${files}` : 'refused';
      return new Promise(() => {});
    };
  });
  for (const permissions of [['clipboard-read', 'clipboard-write'], []]) {
    await page.context().grantPermissions(permissions);
    const link = await openStatusOnHost(me, '', { position: 12 });
    await me.sharePictureButton.tap();
    await me.sharePicture.tap();
    await expect(page).toHaveTitle('my-cover.jpg image/jpeg');
    const isAllowed = permissions.length > 0;
    await expect(me.message).toHaveText(isAllowed ? copy.confirmation.copied : '');
    if (isAllowed) expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  }
});

test('a picture that failed to load can be retried, and is drawn without its fonts', async ({
  me,
  page,
  allow,
}) => {
  allow(/Failed to load resource/);
  await page.route('**/*.woff2', (route) => route.abort());
  await page.route(/share-picture/, (route) => route.abort());
  await openStatusOnHost(me, 'Łucja', { position: 12 });
  await me.sharePictureButton.tap();
  await expect(me.message).toHaveText(labels.noSharePicture);
  await expect(pictureOf(me)).toHaveCount(0);
  await page.unroute(/share-picture/);
  await me.sharePictureButton.tap();
  await expect(me.savePicture).toBeVisible();
});

test("an app that can't save the picture opens it", async ({ visitor, allow }) => {
  // Chromium's page for a single picture has inline styles.
  allow(/inline style violates/);
  const userAgent = 'Mozilla/5.0 (Linux; Android 14; wv) AppleWebKit/537.36 Safari/537.36';
  const me = await visitor({ userAgent });
  await openStatusOnHost(me, 'Ana', { position: 12 });
  await me.sharePictureButton.tap();
  await expect(me.page.getByText(labels.hold, { exact: true })).toBeVisible();
  await expect(me.savePicture).toHaveCount(0);
  await me.page.getByRole('link', { name: labels.enlarge, exact: true }).tap();
  await me.page.waitForURL(/^blob:/);
  await expect.poll(() => me.page.evaluate(() => document.images[0]?.naturalWidth)).toBe(1080);
});
