import { mkdir } from 'node:fs/promises';
import sharp from 'sharp';
import { openStatusAtAddress } from '../support/share-picture.ts';
import { test } from '../support/site.ts';
import { LONG_NAME, SCREENS, VIEWS } from '../support/views.ts';
import { ANA, SIGNUP, UNKNOWN_CODE } from '../support/visitor.ts';

test.beforeEach(({ allow }) => allow(/Failed to load resource/, /Error hydrating/, /^request to /));

for (const [width, height] of SCREENS) {
  for (const [view, open] of Object.entries(VIEWS)) {
    test(`${view} at ${width}`, async ({ visitor }) => {
      const me = await visitor({ viewport: { width, height }, deviceScaleFactor: 2 });
      await open(me);
      const path = `screenshots/${view.replace(/\W+/g, '-')}-${width}.png`;
      await me.page.screenshot({ path, fullPage: true });
    });
  }
}

test('the pictures of the README, on a site of its own', async ({ visitor, site }) => {
  const origin = 'https://fabio.example';
  const me = await visitor({ baseURL: origin, deviceScaleFactor: 2 });
  await me.page.route(`${origin}/**`, async (route) => {
    const url = route.request().url().replace(origin, site.origin);
    await route.fulfill({ response: await route.fetch({ url }) });
  });
  const take = (name: string) =>
    me.page.screenshot({ path: `screenshots/${name}.jpg`, type: 'jpeg', quality: 80 });
  await me.page.goto('/', { waitUntil: 'networkidle' });
  await take('first-view');
  const statusKey = { referralCode: UNKNOWN_CODE, statusToken: 'abcDEF1234' };
  await me.answer(SIGNUP, { position: 42, ...statusKey });
  await me.join(ANA);
  await take('confirmation');
});

/** Positions by first names that the display face has and lacks; 0 was admitted. */
const MEMBERS = {
  ...{ Ana: 12, Jo: 1, 'Nguyễn Thị': 2048, Мария: 99, Ελένη: 7, مريم: 31, 王小明: 1_234_567 },
  ...{ สุดา: 505, 'Rosie 🥀': 77, 'Anna-Lena Marie-Christine': 10_012, Guadalupe: 0 },
  [LONG_NAME]: 348,
};

for (const [i, [firstName, position]] of Object.entries(MEMBERS).entries()) {
  test(`the share picture of ${firstName}`, async ({ me, page }) => {
    await openStatusAtAddress(me, firstName, position ? { position } : { admitted: true });
    await me.sharePictureKey.tap();
    const download = page.waitForEvent('download');
    await me.savePicture.tap();
    await mkdir('screenshots/share-pictures', { recursive: true });
    await sharp(await (await download).path())
      .webp({ quality: 45 })
      .toFile(`screenshots/share-pictures/${String(i + 1).padStart(2, '0')}.webp`);
  });
}
