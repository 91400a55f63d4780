import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { phoneQuality } from '../../src/pictures/phone-picture.ts';
import { pictureProblem } from '../../src/site/mistakes/picture.ts';

const root = mkdtempSync(join(tmpdir(), 'pictures-'));
afterAll(() => rmSync(root, { recursive: true }));

const draw = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'crimson' } });
const jpeg = await draw(1200, 1000).jpeg().toBuffer();
const noise = { type: 'gaussian', mean: 128, sigma: 80 } as const;
const pictures = {
  'landscape.jpg': await draw(1920, 1080).jpeg().toBuffer(),
  'portrait.jpeg': await draw(1000, 1500).jpeg().toBuffer(),
  'square.webp': await draw(1000, 1000).webp().toBuffer(),
  'lying.jpg': await draw(1500, 1000).jpeg().withMetadata({ orientation: 6 }).toBuffer(),
  'small.png': await draw(999, 1200).png().toBuffer(),
  'story.png': await draw(1080, 1920).png().toBuffer(),
  'banner.png': await draw(3000, 1000).png().toBuffer(),
  'detailed.png': await sharp({
    create: { width: 1000, height: 1000, channels: 3, background: 'black', noise },
  })
    .png()
    .toBuffer(),
  'photo.png': jpeg,
  'photo.JPG': jpeg,
  'cut.jpg': jpeg.subarray(0, jpeg.length / 2),
  'photo.heic': Buffer.from('ftypheic'),
  'anim.gif': await draw(1200, 1200).gif().toBuffer(),
};
for (const [name, bytes] of Object.entries(pictures)) writeFileSync(join(root, name), bytes);

const BROKEN =
  ' is broken, or no picture that a page can show. Save it again, as JPEG, PNG or WebP.';

test.each([
  ['landscape.jpg', undefined],
  ['portrait.jpeg', undefined],
  ['square.webp', undefined],
  ['lying.jpg', undefined],
  ['detailed.png', undefined],
  [
    'small.png',
    ' is 999 by 1200 pixels and would look blurred. Take one of at least 1000 by 1000.',
  ],
  ['story.png', ' is 1080 by 1920 pixels, too narrow for the page. Cut its height to 1620.'],
  ['banner.png', ' is 3000 by 1000 pixels, too wide for the page. Cut its width to 1777.'],
  ['photo.png', ' is a JPEG. Name it photo.jpg, in its folder and here.'],
  ['photo.JPG', ' is a JPEG. Name it photo.jpg, in its folder and here.'],
  ['cut.jpg', BROKEN],
  ['photo.heic', BROKEN],
  ['anim.gif', BROKEN],
  [
    'Small.png',
    ` is not there. Write the exact name of one that is: ${Object.keys(pictures).toSorted().join(', ')}`,
  ],
])('%s', async (name, sentence) => {
  expect(await pictureProblem(root, name)).toBe(sentence && name + sentence);
});

test('much detail costs quality, not time', async () => {
  expect(await phoneQuality(join(root, 'square.webp'), 'webp')).toBe(45);
  expect(await phoneQuality(join(root, 'detailed.png'), 'webp')).toBeLessThan(45);
});
