import sharp from 'sharp';
import { DEADLINE_MS } from '../../src/waitlist/client/send.ts';
import { fillPlaceholders } from '../../src/waitlist/shared/labels.ts';
import { MESSAGES } from '../../src/waitlist/shared/messages.ts';
import { copy } from '../support/copy.ts';
import { readQrCode } from '../support/read-qr-code.ts';
import { expect, test } from '../support/site.ts';
import { ANA, SIGNUP, STATUS, smsText, visitorPage } from '../support/visitor.ts';
import { NOBODY } from '../support/waitlist.ts';

const labels = copy.share;

test('I share my link by text, share sheet, QR code or copying it', async ({ me, page }) => {
  const { copied, refused, noCode, invitation } = copy.confirmation;
  await page.clock.install();
  await page.addInitScript(() => {
    // As in some in-app browsers.
    navigator.clipboard.writeText = () => new Promise(() => {});
    const failures = ['', 'AbortError', 'InvalidStateError', 'NotAllowedError'];
    navigator.share = async (data) => {
      Object.assign(window, { shared: data });
      const name = failures.shift();
      if (name) throw new DOMException('', name);
    };
  });
  const link = await me.join(ANA);
  expect(await smsText(me.share)).toContain(link);
  for (const shown of ['', '', '', MESSAGES.internal_error]) {
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
  const modules = me.code.locator('path');
  expect(await modules.evaluate((path: SVGPathElement) => path.getBBox().x)).toBe(4);
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

  test('holds my link for a camera, and can be shared or saved', async ({ browser }) => {
    const me = visitorPage(await browser.newPage({ isMobile: false, hasTouch: false }));
    const { page } = me;
    await page.addInitScript(() => {
      navigator.clipboard.writeText = () => new Promise(() => {});
      navigator.canShare = (data) => !!data?.files;
      navigator.share = async (data) => {
        const files = data?.files?.map(({ name, type }) => `${name} ${type}`).join();
        document.title = navigator.userActivation.isActive ? `${files}` : 'refused';
      };
    });
    await me.fulfill(SIGNUP, { position: 1, ...NOBODY });
    await me.openForm();
    await me.type({ ...ANA, firstName: 'Łucja' });
    await me.joinButton.click();
    const link = await me.link.inputValue();
    await me.sharePictureButton.click();
    await expect(me.cover('Łucja', '1')).toBeVisible();
    await me.sharePicture.click();
    await expect(page).toHaveTitle('my-cover.jpg image/jpeg');
    // The link wasn't copied.
    await expect(me.message).toHaveText('');
    await page.evaluate(() => Reflect.deleteProperty(navigator.clipboard, 'writeText'));
    await page.context().grantPermissions(['clipboard-write']);
    const download = page.waitForEvent('download');
    await me.savePicture.click();
    await expect(me.message).toHaveText(copy.confirmation.copied);
    const file = sharp(await (await download).path());
    expect(await file.metadata()).toMatchObject({ width: 1080, height: 1920, format: 'jpeg' });
    expect(await readQrCode(await file.resize(360).jpeg({ quality: 60 }).toBuffer())).toBe(link);
  });

  test('on a phone can be pressed and held once it is mine', async ({ me, page }) => {
    await page.clock.install();
    await page.addInitScript(() => {
      const { toBlob } = HTMLCanvasElement.prototype;
      HTMLCanvasElement.prototype.toBlob = function (...args) {
        Object.assign(window, { makeFile: () => toBlob.apply(this, args) });
      };
    });
    const picture = page.locator('.share-picture');
    const caption = page.getByText(labels.hold, { exact: true });
    const expectNone = async () => {
      await expect.poll(() => page.evaluate("'makeFile' in window")).toBe(true);
      await expect(picture.locator('img')).toHaveCount(0);
      await expect(caption).toBeHidden();
    };
    await me.join(ANA);
    await me.sharePictureButton.tap();
    await expectNone();
    await expect(readQrCode(await picture.screenshot())).rejects.toThrow();
    await page.evaluate('makeFile(); delete window.makeFile');
    await expect(me.cover('Ana', '1')).toBeVisible();
    await expect(caption).toBeVisible();
    // The picture of a position that I no longer have.
    await me.fulfill(STATUS, { position: 2 });
    await page.clock.fastForward(DEADLINE_MS);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(me.position(2)).toBeVisible();
    await expectNone();
    await page.clock.fastForward(DEADLINE_MS);
    await expect(me.message).toHaveText(labels.noSharePicture);
    // What comes later opens nothing.
    await page.evaluate('makeFile()');
    await expect(caption).toBeHidden();
  });
});
