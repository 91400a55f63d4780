import { fill } from '../../src/waitlist/shared/fill.ts';
import { MESSAGES } from '../../src/waitlist/shared/messages.ts';
import { readCode } from '../support/read-code.ts';
import { expect, test } from '../support/site.ts';
import { ANA, codeIn, smsText } from '../support/visitor.ts';
import { words } from '../support/words.ts';

test('a text to a friend is the one key, and the text to myself a quiet way', async ({
  me,
  site,
}) => {
  const link = await me.join(ANA);
  await expect(me.page.locator('.paper .button:visible')).toHaveText([
    words.signup.confirmation.share,
  ]);
  expect(await smsText(me.share)).toContain(link);
  expect(await smsText(me.shareWithMe)).toContain(`${site.origin}/#spot=${codeIn(link)}`);
});

test('where the phone has its own ways, they get the text and my link', async ({ me, page }) => {
  await page.addInitScript(() => {
    Object.assign(window, { shared: [] });
    navigator.share = async (data) => void Reflect.get(window, 'shared').push(data);
  });
  const link = await me.join(ANA);
  await me.shareMore.tap();
  const [shared] = await page.evaluate(() => Reflect.get(window, 'shared'));
  expect(shared.url).toBe(link);
  expect(shared.text).toBe(fill(words.signup.confirmation.invitation, { link: '' }).trim());
  await expect(me.message).toHaveText('');
});

test('closing their sheet is no mistake, and a sheet that fails is told', async ({ me, page }) => {
  await page.addInitScript(() => {
    const failures = ['AbortError', 'InvalidStateError', 'NotAllowedError'];
    navigator.share = async () => {
      throw new DOMException('', failures.shift());
    };
  });
  await me.join(ANA);
  for (const told of ['', '', MESSAGES.unexpected]) {
    await me.shareMore.tap();
    await expect(me.message).toHaveText(told);
  }
});

test('where it has none, a QR code drawn here still holds my link', async ({ me, page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'));
  const link = await me.join(ANA);
  await expect(me.shareMore).toHaveCount(0);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await me.showCode.tap();
  await expect(me.code).toBeInViewport();
  expect(asked.filter((path) => !/^\/_astro\/draw-code\.\w+\.js$/.test(path))).toEqual([]);
  expect(await readCode(await me.code.screenshot())).toBe(link);
  await me.showCode.tap();
  await expect(me.code).toHaveCount(0);
  await page.context().setOffline(true);
  await me.showCode.tap();
  await expect(me.code).toBeVisible();
});

test('a signal that is gone when I ask for the code is told', async ({ me, page, allow }) => {
  allow(/Failed to load resource/);
  await me.join(ANA);
  await page.context().setOffline(true);
  await me.showCode.tap();
  await expect(me.message).toHaveText(MESSAGES.noCode);
});
