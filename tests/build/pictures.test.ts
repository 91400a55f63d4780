import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import service from 'astro/assets/services/sharp';
import sharp from 'sharp';
import { expect, test } from 'vitest';

test('the built site has converted pictures, and none as it was uploaded', () => {
  const read = (folder: string) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(avif|jpe?g|png|webp)$/i.test(entry.name))
      .map(({ parentPath, name }) => readFileSync(join(parentPath, name)));
  const published = read('dist/_astro');
  expect(published).toHaveLength(4);
  for (const upload of read('src/assets'))
    expect(published.some((file) => file.equals(upload))).toBe(false);
});

test.each(['avif', 'webp'])('an %s copy does not say where a picture was taken', async (format) => {
  const size = { width: 100, height: 100, channels: 3, background: 'crimson' } as const;
  const place = { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' };
  const upload = await sharp({ create: size }).withExif({ IFD3: place }).jpeg().toBuffer();
  expect((await sharp(upload).metadata()).exif).toBeDefined();
  const options = { src: 'phone.jpg', format };
  const config = { service: { config: {} } };
  const { data } = await service.transform(upload, options, config as never, console as never);
  expect((await sharp(data).metadata()).exif).toBeUndefined();
});
