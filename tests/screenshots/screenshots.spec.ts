import { mkdir } from 'node:fs/promises';
import sharp from 'sharp';
import { openStatusAtAddress } from '../support/share-picture.ts';
import { test } from '../support/site.ts';
import { LONG_NAME, SCREENS, VIEWS } from '../support/views.ts';

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
