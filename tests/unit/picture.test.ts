import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { pictureProblem } from '../../src/pictures/picture-file.ts';

const project = process.cwd();
const root = mkdtempSync(join(tmpdir(), 'pictures-'));
process.chdir(root);
mkdirSync('src/assets', { recursive: true });
afterAll(() => {
  process.chdir(project);
  rmSync(root, { recursive: true });
});

const draw = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'crimson' } });
const FRAMES = await Promise.all(
  [draw(1000, 1000), draw(1000, 1000).negate()].map((frame) => frame.png().toBuffer()),
);
const save = async (name: string, image: Sharp) =>
  writeFileSync(`src/assets/${name}`, await image.toBuffer());

test.each([
  ['landscape.jpg', draw(1920, 1080).jpeg()],
  ['portrait.JPEG', draw(1000, 1500).jpeg()],
  ['screen.PNG', draw(1000, 1000).png()],
  ['turned.jpg', draw(1500, 1000).jpeg().withMetadata({ orientation: 6 })],
  ['wide.png', draw(1600, 900).png()],
  [
    'camera.jpg',
    draw(1000, 1000)
      .jpeg()
      .withExif({ IFD0: { Make: 'Camera' } }),
  ],
  [
    'place.jpg',
    draw(1000, 1000)
      .jpeg()
      .withExif({ IFD3: { GPSLatitude: '48/1 8/1 0/1' } }),
    'says where',
  ],
  [
    'frames.webp',
    sharp(FRAMES, { join: { animated: true } }).webp(),
    'is animated. Save one image',
  ],
  ['small.png', draw(999, 1200).png(), '999 by 1200 pixels. It needs at least 1000 by 900'],
  ['story.png', draw(1080, 1920).png(), '1080 by 1920 pixels. Crop it to 2:3'],
  ['banner.png', draw(3000, 1000).png(), '3000 by 1000 pixels. Crop it to 16:9'],
  ['avif.png', draw(1000, 1000).avif(), 'is really a heif. Save it as JPEG'],
  ['Hero Picture.png', draw(1000, 1000).png(), 'with only letters, digits and hyphens'],
  ['anim.gif', draw(1200, 1200).gif(), 'the picture must be a JPEG, PNG or WebP'],
])('%s', async (name, image, sentence?: string) => {
  await save(name, image);
  expect(await pictureProblem(name)).toEqual(sentence && expect.stringContaining(sentence));
});

test('a broken picture is reported', async () => {
  const whole = await draw(1200, 1000).jpeg().toBuffer();
  writeFileSync('src/assets/cut.jpg', whole.subarray(0, whole.length / 2));
  expect(await pictureProblem('cut.jpg')).toContain('cut.jpg, which is broken');
});
