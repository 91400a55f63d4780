import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { phoneQuality } from '../../src/pictures/phone-picture.ts';
import { picture } from '../../src/site/picture.ts';

const project = process.cwd();
const root = mkdtempSync(join(tmpdir(), 'pictures-'));
const draw = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'crimson' } });
const jpeg = await draw(1200, 1000).jpeg().toBuffer();
const noise = { type: 'gaussian', mean: 128, sigma: 80 } as const;
const pictures = {
  'detailed.png': await sharp({
    create: { width: 1000, height: 1000, channels: 3, background: 'black', noise },
  })
    .png()
    .toBuffer(),
  'landscape.jpg': await draw(1920, 1080).jpeg().toBuffer(),
  'portrait.JPEG': await draw(1000, 1500).jpeg().toBuffer(),
  'square.webp': await draw(1000, 1000).webp().toBuffer(),
  'screen.PNG': await draw(1000, 1000).png().toBuffer(),
  'lying.jpg': await draw(1500, 1000).jpeg().withMetadata({ orientation: 6 }).toBuffer(),
  'small.png': await draw(999, 1200).png().toBuffer(),
  'story.png': await draw(1080, 1920).png().toBuffer(),
  'banner.png': await draw(3000, 1000).png().toBuffer(),
  'photo.png': jpeg,
  'Hero Pictüre (1).png': await draw(1000, 1000).png().toBuffer(),
  'cut.jpg': jpeg.subarray(0, jpeg.length / 2),
  'photo.heic': Buffer.from('ftypheic'),
  'photo.avif': await draw(1200, 1200).avif({ effort: 0 }).toBuffer(),
  'anim.gif': await draw(1200, 1200).gif().toBuffer(),
  'art.svg': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="1200"/>'),
};

beforeAll(() => {
  process.chdir(root);
  mkdirSync('src/assets', { recursive: true });
  for (const [name, bytes] of Object.entries(pictures)) writeFileSync(`src/assets/${name}`, bytes);
});
afterAll(() => {
  process.chdir(project);
  rmSync(root, { recursive: true });
});

test.each([
  ['landscape.jpg'],
  ['portrait.JPEG'],
  ['square.webp'],
  ['screen.PNG'],
  ['lying.jpg'],
  ['small.png', 'is 999 by 1200 pixels and looks blurred. Take one of at least 1000 by 1000.'],
  ['story.png', 'is 1080 by 1920 pixels, too narrow for the page. Cut its height to 1620.'],
  ['banner.png', 'is 3000 by 1000 pixels, too wide for the page. Cut its width to 1777.'],
  ['photo.png', 'is JPEG. Name the file photo.jpg.', 'photo.jpg'],
  [
    'Hero Pictüre (1).png',
    'cannot be an address. Name the file Hero-Picture-1.png.',
    'Hero-Picture-1.png',
  ],
  ['cut.jpg', 'is broken. Save it again, as JPEG, PNG or WebP.'],
  ['photo.heic', 'is HEIC, which a page cannot take. Save it as JPEG.'],
  ['photo.avif', 'is AVIF, which a page cannot take. Save it as JPEG.'],
  ['anim.gif', 'is GIF, which a page cannot take. Save it as PNG.'],
  ['art.svg', 'is SVG, which a page cannot take. Save it as PNG.'],
  [
    'Square.webp',
    expect.stringMatching(/^is none of the files in src\/assets: .*square\.webp/),
    'square.webp',
  ],
])('%s', async (name, sentence?: string, right = '') => {
  const { error } = await picture(1000).safeParseAsync(`../assets/${name}`);
  const told = error?.issues.map((issue) => issue.message.replace(`${name} `, ''));
  expect(told).toEqual(sentence && [sentence]);
  const advised = error?.issues.map((issue) => issue.code === 'custom' && issue.params?.right);
  expect(advised?.[0] || '').toBe(right && `../assets/${right}`);
});

test('much detail costs quality, not time', async () => {
  expect(await phoneQuality('src/assets/square.webp', 'webp')).toBe(45);
  expect(await phoneQuality('src/assets/detailed.png', 'webp')).toBeLessThan(45);
});
