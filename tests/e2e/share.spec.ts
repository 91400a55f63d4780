import sharp from 'sharp';
import { fillPlaceholders } from '../../src/waitlist/shared/labels.ts';
import { MESSAGES } from '../../src/waitlist/shared/messages.ts';
import { copy } from '../support/copy.ts';
import { readQrCode } from '../support/read-qr-code.ts';
import { expect, test } from '../support/site.ts';
import { ANA, smsText } from '../support/visitor.ts';

const labels = copy.share;

test('I share my link by text, share sheet, QR code or copying it', async ({ me, page }) => {
  const { copied, refused, noCode, invitation } = copy.confirmation;
  await page.clock.install();
  await page.addInitScript(() => {
    // As in some in-app browsers.
    navigator.clipboard.writeText = () => new Promise(() => {});
    const failures = ['', 'AbortError', 'NotAllowedError'];
    navigator.share = async (data) => {
      Object.assign(window, { shared: data });
      const name = failures.shift();
      if (name) throw new DOMException('', name);
    };
  });
  const link = await me.join(ANA);
  expect(await smsText(me.share)).toContain(link);
  for (const shown of ['', '', MESSAGES.internal_error]) {
    await me.shareMore.tap();
    await expect(me.message).toHaveText(shown);
  }
  const shared = await page.evaluate(() => Reflect.get(window, 'shared'));
  expect(shared).toEqual({ url: link, text: fillPlaceholders(invitation, { link: '' }).trim() });

  await page.context().setOffline(true);
  await me.showCode.tap();
  await expect(me.message).toHaveText(noCode);
  await page.context().setOffline(false);
  await page.reload();
  // As a browser's translator does.
  await me.showCode.evaluate((button) => {
    const text = document.createTreeWalker(button, NodeFilter.SHOW_TEXT).nextNode() as Text;
    text.replaceWith(text.data);
  });
  await me.showCode.tap();
  await expect(me.code).toBeInViewport();
  const browser = await page.context().newCDPSession(page);
  await browser.send('Emulation.setAutoDarkModeOverride', { enabled: true });
  expect(await readQrCode(await me.code.screenshot())).toBe(link);
  await me.hideCode.tap();
  await expect(me.code).toHaveCount(0);

  await me.copy.tap();
  await me.back.tap();
  await page.clock.fastForward(2_000);
  await me.returningLine(ANA.firstName).tap();
  await expect(me.confirmation).toBeVisible();
  expect(await me.message.textContent()).toBe('');
  await me.copy.tap();
  await expect(me.message).toHaveText(copied);
  await expect(me.copy).toBeFocused();
  const other = await me.newTab();
  await other.openForm();
  await other.firstName.press('ControlOrMeta+v');
  await expect(other.firstName).toHaveValue(link);
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
    Object.defineProperty(document, 'execCommand', { value: undefined });
  });
  await me.copy.tap();
  await expect(me.message).toHaveText(refused);
  expect(await page.evaluate(() => `${getSelection()}`)).toBe(link);
});

test.describe('the share picture', () => {
  test.skip(!labels.open, 'this site has no share picture');

  test('holds my link for a camera, and can be shared or saved', async ({ me, page }) => {
    await page.addInitScript(() => {
      navigator.clipboard.writeText = () => new Promise(() => {});
      navigator.canShare = (data) => !!data?.files;
      navigator.share = async (data) => {
        const files = data?.files?.map(({ name, type }) => `${name} ${type}`).join();
        document.title = navigator.userActivation.isActive ? `${files}` : 'refused';
      };
    });
    const loaded = me.requestsTo(/share-picture.*\.jpg|\.woff2/);
    const link = await me.join({ ...ANA, firstName: 'Łucja' });
    const thumbnail = me.sharePictureButton.locator('img');
    const widthOf = (image: HTMLImageElement) => image.naturalWidth;
    await expect.poll(() => thumbnail.evaluate(widthOf)).toBe(180);
    const { length } = loaded;
    await page.route(/share-picture/, (route) => route.abort());
    await me.sharePictureButton.tap();
    await expect(me.message).toHaveText(labels.noSharePicture);
    await page.unroute(/share-picture/);
    await me.sharePictureButton.tap();
    const badge = fillPlaceholders(labels.position, { position: '1' });
    const alt = fillPlaceholders(labels.alt, { firstName: 'Łucja', badge });
    await expect(page.locator('canvas')).toHaveAccessibleName(alt);
    await me.sharePicture.tap();
    await expect(page).toHaveTitle('my-cover.jpg image/jpeg');
    // The link wasn't copied.
    await expect(me.message).toHaveText('');
    await page.evaluate(() => Reflect.deleteProperty(navigator.clipboard, 'writeText'));
    await page.context().grantPermissions(['clipboard-write']);
    const download = page.waitForEvent('download');
    await me.savePicture.tap();
    await expect(me.message).toHaveText(copy.confirmation.copied);
    // Before the press only the thumbnail was loaded. The press loads no font.
    expect(loaded.slice(length).map((request) => request.resourceType())).toEqual(['image']);
    expect((await download).suggestedFilename()).toBe('my-cover.jpg');
    const file = sharp(await (await download).path());
    expect(await file.metadata()).toMatchObject({ width: 1080, height: 1920, format: 'jpeg' });
    const small = await file.resize(360).jpeg({ quality: 60 }).toBuffer();
    expect(await readQrCode(small)).toBe(link);
  });

  test("breaks a long name, and opens full size where it can't be saved", async ({ visitor }) => {
    const userAgent = 'Mozilla/5.0 (Linux; Android 14; wv) AppleWebKit/537.36 Safari/537.36';
    const me = await visitor({ userAgent });
    await me.join({ ...ANA, firstName: 'Ana Marie-Luise' });
    await me.page.evaluate(() => {
      const { written } = Object.assign(window, { written: [''] });
      CanvasRenderingContext2D.prototype.fillText = (text) => written.push(text);
      HTMLCanvasElement.prototype.toBlob = () => {};
    });
    await me.sharePictureButton.tap();
    await expect(me.message).toHaveText(labels.noFile);
    const written = await me.page.evaluate(() => Reflect.get(window, 'written'));
    expect(written).toEqual(expect.arrayContaining(['Ana Marie-', 'Luise']));
    await me.page.reload();
    await me.sharePictureButton.tap();
    await expect(me.page.getByText(labels.hold, { exact: true })).toBeVisible();
    await expect(me.savePicture).toHaveCount(0);
    await me.page.getByRole('link', { name: labels.enlarge, exact: true }).tap();
    await me.page.waitForURL(/^blob:/);
    await expect.poll(() => me.page.evaluate(() => document.images[0]?.naturalWidth)).toBe(1080);
  });
});
