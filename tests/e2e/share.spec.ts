import type { Page } from 'playwright/test';
import decodeQR from 'qr/decode.js';
import sharp from 'sharp';
import { MESSAGES } from '../../src/waitlist/shared/messages.ts';
import { expect, test } from '../support/site.ts';
import { ANA, codeIn, FAILED_REQUEST, join, screen, smsText } from '../support/visitor.ts';

/** What a friend's camera reads from the screen. */
async function readCode(page: Page): Promise<string> {
  const picture = sharp(await screen(page).code.screenshot())
    .ensureAlpha()
    .raw();
  const { data, info } = await picture.toBuffer({ resolveWithObject: true });
  return decodeQR({ data, width: info.width, height: info.height });
}

test('"Share via Text" is the first of the ways, the text to myself beside it', async ({
  page,
  site,
}) => {
  const link = await join(page, ANA);
  const { share, shareWithMe } = screen(page);
  await expect(page.getByRole('link', { name: /text/i })).toHaveText([
    'Share via Text',
    'Text it to myself',
  ]);
  const [first, second] = [await share.boundingBox(), await shareWithMe.boundingBox()];
  expect(first?.y).toBe(second?.y);
  expect(await smsText(share)).toContain(link);
  expect(await smsText(shareWithMe)).toContain(`${site.origin}/#spot=${codeIn(link)}`);
});

test('where the phone has its own ways, they get the text and my link', async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(window, { shared: [] });
    navigator.share = async (data) => void Reflect.get(window, 'shared').push(data);
  });
  const link = await join(page, ANA);
  await screen(page).shareMore.tap();
  const [shared] = await page.evaluate(() => Reflect.get(window, 'shared'));
  expect(shared.url).toBe(link);
  expect(shared.text).toMatch(/^\w[^{}]{10,}$/);
  await expect(screen(page).message).toHaveText('');
});

test('closing their sheet is no mistake, and a sheet that fails is told', async ({ page }) => {
  await page.addInitScript(() => {
    const failures = ['AbortError', 'InvalidStateError', 'NotAllowedError'];
    navigator.share = async () => {
      throw new DOMException('', failures.shift());
    };
  });
  await join(page, ANA);
  for (const _ of ['closed', 'open already']) {
    await screen(page).shareMore.tap();
    await expect(screen(page).message).toHaveText('');
  }
  await screen(page).shareMore.tap();
  await expect(screen(page).message).toHaveText(MESSAGES.unexpected);
});

test('where it has none, a QR code still holds my link, and is drawn here', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'));
  const link = await join(page, ANA);
  const { showCode, code, shareMore } = screen(page);
  await expect(shareMore).toHaveCount(0);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await showCode.tap();
  await expect(code).toBeInViewport();
  expect(asked.filter((path) => !/^\/_astro\/draw-code\.\w+\.js$/.test(path))).toEqual([]);
  expect(await readCode(page)).toBe(link);
  await showCode.tap();
  await expect(code).toHaveCount(0);
  await page.context().setOffline(true);
  await showCode.tap();
  await expect(code).toBeVisible();
});

test('a signal that is gone when I ask for the code is told', async ({ page, allow }) => {
  allow(FAILED_REQUEST);
  await join(page, ANA);
  await page.context().setOffline(true);
  await screen(page).showCode.tap();
  await expect(screen(page).message).toHaveText(MESSAGES.noCode);
});
