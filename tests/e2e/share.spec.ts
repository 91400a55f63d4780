import { fillPlaceholders } from '../../src/waitlist/shared/labels.ts';
import { MESSAGES } from '../../src/waitlist/shared/messages.ts';
import { copy } from '../support/copy.ts';
import { readQrCode } from '../support/read-qr-code.ts';
import { expect, test } from '../support/site.ts';
import { ANA, smsText } from '../support/visitor.ts';

test("my phone's share sheet gets my link, and a failure is shown", async ({ me, page }) => {
  await page.addInitScript(() => {
    const failures = ['', 'AbortError', 'InvalidStateError', 'NotAllowedError'];
    navigator.share = async (data) => {
      Object.assign(window, { shared: data });
      const name = failures.shift();
      if (name) throw new DOMException('', name);
    };
  });
  const link = await me.join(ANA);
  expect(await smsText(me.share)).toContain(link);
  for (const shown of ['', '', '', MESSAGES.unexpected]) {
    await me.shareMore.tap();
    await expect(me.message).toHaveText(shown);
  }
  const shared = await page.evaluate(() => Reflect.get(window, 'shared'));
  const text = fillPlaceholders(copy.confirmation.invitation, { link: '' }).trim();
  expect(shared).toEqual({ url: link, text });
});

test('a QR code holds my link, and an error is shown offline', async ({ me, page, allow }) => {
  allow(/Failed to load resource/);
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'));
  const link = await me.join(ANA);
  await expect(me.shareMore).toHaveCount(0);
  await page.context().setOffline(true);
  await me.showCode.tap();
  await expect(me.message).toHaveText(copy.confirmation.noCode);
  await page.context().setOffline(false);
  await page.reload();
  await me.showCode.tap();
  await expect(me.code).toBeInViewport();
  expect(await readQrCode(await me.code.screenshot())).toBe(link);
  await me.showCode.tap();
  await expect(me.code).toHaveCount(0);
});

test('in an app without a clipboard my link is copied or selected', async ({ me, page }) => {
  const { copied, refused } = copy.confirmation;
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined });
  });
  const link = await me.join(ANA);
  await me.copy.tap();
  await expect(me.message).toHaveText(copied);
  await expect(me.copied).toBeVisible();
  const other = await me.newTab();
  await other.openForm();
  await other.firstName.press('ControlOrMeta+v');
  await expect(other.firstName).toHaveValue(link);
  await page.evaluate(() => {
    document.execCommand = () => false;
  });
  await me.copied.or(me.copy).tap();
  await expect(me.message).toHaveText(refused);
  expect(await page.evaluate(() => `${getSelection()}`)).toBe(link);
});
