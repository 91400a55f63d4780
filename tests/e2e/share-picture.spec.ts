import sharp from 'sharp';
import { fill, formatPosition } from '../../src/waitlist/shared/fill.ts';
import { MESSAGES } from '../../src/waitlist/shared/messages.ts';
import { readCode } from '../support/read-code.ts';
import { ADDRESS, type CoverParts, coverAlt, openSpot } from '../support/share-picture.ts';
import { expect, test } from '../support/site.ts';
import { STATUS, UNKNOWN_CODE } from '../support/visitor.ts';
import { words as all } from '../support/words.ts';

const words = all.signup.sharePicture;

const LONGEST = 'Wolfeschlegelsteinhausenbergerdorffwelchevorfahren';
/** No character, and never was one: what a browser shows for it is an empty box. */
const NOTHING = '\u0378';

const ADMITTED = { success: true, admitted: true, friendsJoined: 0 };
const at = (position: number) => ({ success: true, position, friendsJoined: 0 });

/** The pixels of her cover, once there is a file of it. */
async function pixelsOf({ cover, save }: CoverParts): Promise<string> {
  await expect(save).toBeVisible();
  return cover.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
}

test.beforeEach(({ allow }) => allow(/^request to (blob:|https:\/\/fabio-waitlist)/));

for (const [firstName, position] of [
  ['Jo', 1],
  [LONGEST, 1_234_567],
] as const) {
  test(`${firstName} saves her cover, and a camera reads her link from a small bad copy`, async ({
    me,
  }) => {
    const { open, cover, save } = await openSpot(me, firstName, at(position));
    await open.tap();
    const standing = fill(words.position, { position: formatPosition(position) });
    await expect(cover).toHaveAccessibleName(coverAlt(firstName, standing));
    const download = me.page.waitForEvent('download');
    await save.tap();
    expect((await download).suggestedFilename()).toBe('my-cover.jpg');
    const picture = sharp(await (await download).path());
    expect(await picture.metadata()).toMatchObject({ width: 1080, height: 1920, format: 'jpeg' });
    const small = await picture.clone().resize(360).jpeg({ quality: 60 }).toBuffer();
    for (const copy of [await picture.toBuffer(), small]) {
      expect(await readCode(copy)).toBe(`${ADDRESS}/?ref=${UNKNOWN_CODE}`);
    }
  });
}

test('nothing of it is loaded before I press; then the letters of my name', async ({ visitor }) => {
  for (const [name, letters] of [
    ['Łucja', ['display-latin', 'latin-ext']],
    ['Thị', ['display-latin', 'vietnamese']],
    ['Анна', ['cyrillic', 'display-latin']],
  ] as const) {
    const me = await visitor();
    const loaded: string[] = [];
    const parts = await openSpot(me, name, at(1));
    await me.page.waitForLoadState('networkidle');
    me.page.on('request', (request) => loaded.push(request.url()));
    await parts.open.hover();
    expect(loaded).toEqual([]);
    await parts.open.tap();
    await expect(parts.save).toBeVisible();
    for (const part of [...letters.map((it) => `-${it}-900-italic`), 'draw-cover', 'avif']) {
      expect(loaded.join(' ')).toContain(part);
    }
  }
});

test('a name in a script that the display face lacks has no empty boxes', async ({ me }) => {
  test.slow();
  for (const name of ['Ελένη', 'مريم', '王小明', 'ไทย', '🥀']) {
    const hasFace = await me.page.evaluate(
      (letters) => {
        const [letter, box] = letters.map((text) => {
          const context = document.createElement('canvas').getContext('2d');
          if (context) context.font = '99px serif';
          context?.fillText(text, 9, 99);
          return context?.canvas.toDataURL();
        });
        return letter !== box;
      },
      [[...name][0] ?? '', NOTHING],
    );
    if (!hasFace) continue;
    const named = await openSpot(me, name, at(1));
    await named.open.tap();
    const drawn = await pixelsOf(named);
    const boxed = await openSpot(me, NOTHING.repeat([...name].length), at(1));
    await boxed.open.tap();
    expect(await pixelsOf(boxed)).not.toBe(drawn);
  }
});

test('it is drawn again when my position changes, and when I am let in', async ({ me, page }) => {
  await page.clock.install();
  const parts = await openSpot(me, 'Ana', at(12));
  await parts.open.tap();
  let before = await pixelsOf(parts);
  for (const [status, standing] of [
    [at(7), fill(words.position, { position: '7' })],
    [ADMITTED, words.admitted],
  ] as const) {
    await page.unrouteAll(); // What was loaded is not asked for again.
    await page.route(STATUS, (route) => route.fulfill({ json: status }));
    await page.clock.fastForward(16_000);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(parts.cover).toHaveAccessibleName(coverAlt('Ana', standing));
    await expect.poll(() => pixelsOf(parts)).not.toBe(before);
    before = await pixelsOf(parts);
  }
});

test('where the phone shares files, it gets the picture', async ({ me, page }) => {
  await page.addInitScript(() => {
    Object.assign(window, { shared: [] });
    navigator.canShare = (data) => !!data?.files;
    navigator.share = async (data) => void Reflect.get(window, 'shared').push(data?.files?.[0]);
  });
  const { open, share } = await openSpot(me, '', at(12));
  await open.tap();
  await share.tap();
  const shared = () =>
    page.evaluate(() =>
      Reflect.get(window, 'shared').map(({ name, type }: File) => `${name} ${type}`),
    );
  await expect.poll(shared).toEqual(['my-cover.jpg image/jpeg']);
  await expect(me.message).toHaveText('');
});

test("in an app's browser I am told to hold my finger on it", async ({ visitor, allow }) => {
  // Chromium's own page for a picture has styles that our policy refuses; nothing of it is missed.
  allow(/inline style violates/);
  const userAgent = 'Mozilla/5.0 (Linux; Android 14; wv) AppleWebKit/537.36 Safari/537.36';
  const me = await visitor({ userAgent });
  const { open, save, enlarge } = await openSpot(me, 'Ana', at(12));
  await open.tap();
  await expect(me.page.getByText(words.hold, { exact: true })).toBeVisible();
  await expect(save).toHaveCount(0);
  await enlarge.tap();
  await me.page.waitForURL(/^blob:/);
  await expect.poll(() => me.page.evaluate(() => document.images[0]?.naturalWidth)).toBe(1080);
  await me.page.goBack();
  await expect(me.greeting('Ana')).toBeVisible();
});

test('what does not come is told, and another press tries again', async ({ visitor, allow }) => {
  allow(/Failed to load resource/);
  for (const part of [/\.avif$/, /latin-900-italic/, /draw-code/]) {
    const me = await visitor();
    const { open, cover, save } = await openSpot(me, 'Ana', at(12));
    await me.page.route(part, (route) => route.abort());
    await open.tap();
    await expect(me.message).toHaveText(MESSAGES.noSharePicture);
    await expect(cover).toHaveCount(0);
    if (`${part}`.includes('draw')) continue; // Chromium remembers a module that did not come.
    await me.page.unroute(part);
    await open.tap();
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
  const { open, cover, save } = await openSpot(me, 'Ana', at(12));
  await open.tap();
  await expect(me.message).toHaveText(MESSAGES.noFile);
  await expect(cover).toBeVisible();
  await expect(save).toHaveCount(0);
});
