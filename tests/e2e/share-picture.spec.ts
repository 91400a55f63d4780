import sharp from 'sharp';
import { fill, formatPosition } from '../../src/waitlist/shared/fill.ts';
import { MESSAGES } from '../../src/waitlist/shared/messages.ts';
import { readCode } from '../support/read-code.ts';
import {
  openConfirmation,
  REFERRAL_LINK,
  type SharePictureParts,
} from '../support/share-picture.ts';
import { expect, test } from '../support/site.ts';
import { STATUS } from '../support/visitor.ts';
import { words as all } from '../support/words.ts';

const words = all.signup.sharePicture;

const LONGEST = 'Wolfeschlegelsteinhausenbergerdorffwelchevorfahren';

test.beforeEach(({ allow }) => allow(/^request to (blob:|https:\/\/fabio-waitlist)/));

/** The pixels of the picture, once there is a file of it. */
async function pixelsOf({ picture, save }: SharePictureParts): Promise<string> {
  await expect(save).toBeVisible();
  return picture.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
}

for (const [firstName, position] of [
  ['Jo', 1],
  [LONGEST, 1_234_567],
] as const) {
  test(`a camera reads the link of ${firstName} from a small bad copy of the picture`, async ({
    me,
  }) => {
    const { key, picture, save } = await openConfirmation(me, firstName, { position });
    await key.tap();
    const badge = fill(words.position, { position: formatPosition(position) });
    await expect(picture).toHaveAccessibleName(fill(words.alt, { firstName, badge }));
    const download = me.page.waitForEvent('download');
    await save.tap();
    expect((await download).suggestedFilename()).toBe('my-cover.jpg');
    const file = sharp(await (await download).path());
    expect(await file.metadata()).toMatchObject({ width: 1080, height: 1920, format: 'jpeg' });
    const small = await file.clone().resize(360).jpeg({ quality: 60 }).toBuffer();
    for (const copy of [await file.toBuffer(), small]) {
      expect(await readCode(copy)).toBe(REFERRAL_LINK);
    }
  });
}

test('only the thumbnail is loaded before I press; then what my name needs', async ({
  visitor,
}) => {
  for (const [name, letters] of [
    ['Łucja', 'latin-ext'],
    ['Анна', 'cyrillic'],
  ] as const) {
    const me = await visitor();
    const loaded: string[] = [];
    me.page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
    const parts = await openConfirmation(me, name, { position: 1 });
    await parts.key.scrollIntoViewIfNeeded();
    await me.page.waitForLoadState('networkidle');
    expect(loaded.filter((path) => /share-picture|900-italic/.test(path))).toHaveLength(1);
    loaded.length = 0;
    await parts.key.tap();
    await expect(parts.save).toBeVisible();
    const needed = ['/_astro/draw-share-picture', '/share-picture/', `-${letters}-900-italic`];
    for (const part of needed) expect(loaded.join(' ')).toContain(part);
    expect(loaded.join(' ')).not.toContain('vietnamese');
  }
});

test('it is drawn again when I am admitted', async ({ me, page }) => {
  await page.clock.install();
  const parts = await openConfirmation(me, 'Ana', { position: 12 });
  await parts.key.tap();
  const before = await pixelsOf(parts);
  await page.unroute(STATUS);
  const status = { success: true, friendsJoined: 0, admitted: true };
  await page.route(STATUS, (route) => route.fulfill({ json: status }));
  await page.clock.fastForward(16_000);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  const alt = fill(words.alt, { firstName: 'Ana', badge: words.admitted });
  await expect(parts.picture).toHaveAccessibleName(alt);
  await expect.poll(() => pixelsOf(parts)).not.toBe(before);
});

test('where the phone shares files, it gets the picture', async ({ me, page }) => {
  await page.addInitScript(() => {
    navigator.canShare = (data) => !!data?.files;
    navigator.share = async (data) => {
      document.title = data?.files?.map(({ name, type }) => `${name} ${type}`).join() ?? '';
    };
  });
  const { key, share } = await openConfirmation(me, '', { position: 12 });
  await key.tap();
  await share.tap();
  await expect(page).toHaveTitle('my-cover.jpg image/jpeg');
});

test("in an app's browser the picture opens as a page of its own", async ({ visitor, allow }) => {
  // Chromium's own page for a picture has styles that the policy refuses; nothing of it is missed.
  allow(/inline style violates/);
  const userAgent = 'Mozilla/5.0 (Linux; Android 14; wv) AppleWebKit/537.36 Safari/537.36';
  const me = await visitor({ userAgent });
  const { key, save, enlarge } = await openConfirmation(me, 'Ana', { position: 12 });
  await key.tap();
  await expect(me.page.getByText(words.hold, { exact: true })).toBeVisible();
  await expect(save).toHaveCount(0);
  await enlarge.tap();
  await me.page.waitForURL(/^blob:/);
  await expect.poll(() => me.page.evaluate(() => document.images[0]?.naturalWidth)).toBe(1080);
});

test('what does not come is told, and another press tries again', async ({ visitor, allow }) => {
  allow(/Failed to load resource/);
  for (const part of [/share-picture\/\w+\.jpg$/, /latin-900-italic/, /draw-code/]) {
    const me = await visitor();
    const { key, picture, save } = await openConfirmation(me, 'Ana', { position: 12 });
    await me.page.route(part, (route) => route.abort());
    await key.tap();
    await expect(me.message).toHaveText(MESSAGES.noSharePicture);
    await expect(picture).toHaveCount(0);
    if (`${part}`.includes('draw')) continue; // Chromium remembers a module that did not come.
    await me.page.unroute(part);
    await key.tap();
    await expect(save).toBeVisible();
  }
});

test('where the browser keeps the picture to itself, I see it and am told', async ({
  me,
  page,
}) => {
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.toBlob = (take) => take(null);
  });
  const { key, picture, save } = await openConfirmation(me, 'Ana', { position: 12 });
  await key.tap();
  await expect(me.message).toHaveText(MESSAGES.noFile);
  await expect(picture).toBeVisible();
  await expect(save).toHaveCount(0);
});
