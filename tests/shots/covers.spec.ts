import { mkdir } from 'node:fs/promises';
import sharp from 'sharp';
import { openSpot } from '../support/share-picture.ts';
import { test } from '../support/site.ts';

/**
 * As in docs/covers, where they were drawn with Debian's Noto faces installed: names short and long, of
 * one word and more, in scripts that the display face has and lacks; 0 was let in.
 */
const HEROINES: [firstName: string, position: number][] = [
  ['Ana', 12],
  ['Jo', 1],
  ['Zoë', 348],
  ['Nguyễn Thị', 2048],
  ['Мария', 99],
  ['Ελένη', 7],
  ['مريم', 31],
  ['王小明', 1_234_567],
  ['สุดา', 505],
  ['Rosie 🥀', 77],
  ['Anna-Lena Marie-Christine', 10_012],
  ['Guadalupe', 0],
];

for (const [i, [firstName, position]] of HEROINES.entries()) {
  test(`the cover of ${firstName}`, async ({ me, page, allow }) => {
    allow(/^request to /);
    const standing = position ? { position } : { admitted: true };
    const status = { success: true, friendsJoined: 0, ...standing };
    const { open, save } = await openSpot(me, firstName, status);
    await open.tap();
    const download = page.waitForEvent('download');
    await save.tap();
    await mkdir('shots/covers', { recursive: true });
    const name = `shots/covers/${String(i + 1).padStart(2, '0')}.webp`;
    await sharp(await (await download).path())
      .resize(432)
      .webp({ quality: 45 })
      .toFile(name);
  });
}
