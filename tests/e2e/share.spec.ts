import { createHash } from 'node:crypto';
import type { Page } from 'playwright/test';
import decodeQR from 'qr/decode.js';
import sharp from 'sharp';
import { KEYS } from '../../netlify/queue/queue.ts';
import { parseRecord } from '../../netlify/queue/record.ts';
import { MESSAGES } from '../../src/waitlist/shared/messages.ts';
import { expect, test } from '../support/site.ts';
import { ANA, FAILED_REQUEST, join, openForm, screen, smsText } from '../support/visitor.ts';

/** What a friend's camera reads from the screen. */
async function readCode(page: Page): Promise<string> {
  const picture = sharp(await screen(page).code.screenshot())
    .ensureAlpha()
    .raw();
  const { data, info } = await picture.toBuffer({ resolveWithObject: true });
  return decodeQR({ data, width: info.width, height: info.height });
}

test.describe('sharing', () => {
  test('"Share via Text" is the first of the ways, the text to myself beside it', async ({
    page,
  }) => {
    await join(page, ANA);
    const ways = page.getByRole('link', { name: /text/i });
    await expect(ways).toHaveText(['Share via Text', 'Text it to myself']);
    const [first, second] = await Promise.all(
      [screen(page).share, screen(page).shareWithMe].map((way) => way.boundingBox()),
    );
    expect(first?.y).toBe(second?.y);
    expect((await smsText(screen(page).shareWithMe)).length).toBeLessThanOrEqual(160);
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
    expect(shared.text).toContain('Skip the line with me:');
    expect(shared.text).not.toContain('{link}');
    await expect(screen(page).message).toHaveText('');
  });

  test('closing the sheet is no mistake, and a sheet that fails is told', async ({ page }) => {
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
    await expect(screen(page).message).toHaveText('Something went wrong. Please try again.');
  });

  test('where it has none, nothing is offered', async ({ page }) => {
    await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'));
    await join(page, ANA);
    await expect(screen(page).share).toBeVisible();
    await expect(screen(page).shareMore).toHaveCount(0);
  });

  test('the QR code holds my link, and is drawn here', async ({ page }) => {
    const link = await join(page, ANA);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await screen(page).showCode.tap();
    await expect(screen(page).code).toBeInViewport();
    expect(asked.filter((path) => !/^\/_astro\/draw-code\.\w+\.js$/.test(path))).toEqual([]);
    expect(await readCode(page)).toBe(link);
    await screen(page).showCode.tap();
    await expect(screen(page).code).toHaveCount(0);
    await page.context().setOffline(true);
    await screen(page).showCode.tap();
    await expect(screen(page).code).toBeVisible();
  });

  test('a signal that is gone when I ask for it is told', async ({ page, allow }) => {
    allow(FAILED_REQUEST);
    await join(page, ANA);
    await page.context().setOffline(true);
    await screen(page).showCode.tap();
    await expect(screen(page).message).toHaveText(MESSAGES.noCode);
  });
});

test('the version kept with me is that of the line I saw', async ({ page, site }) => {
  await openForm(page);
  const line = (await page.getByText(/^By joining you agree/).textContent()) ?? '';
  await join(page, ANA);
  const record = (await site.redis.hget(KEYS.members, ANA.phone)) ?? '';
  const version = createHash('sha256').update(line).digest('hex').slice(0, 8);
  expect(parseRecord(ANA.phone, record)?.consent).toBe(version);
});
