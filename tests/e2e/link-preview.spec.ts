import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { copy } from '../support/copy.ts';
import { expect, test } from '../support/site.ts';
import { UNKNOWN_CODE } from '../support/visitor.ts';

async function sizeOf(path: string): Promise<string> {
  const { format, width, height } = await sharp(`dist${path}`).metadata();
  return `${format} ${width}x${height}`;
}

const { about, landing, site } = copy;

for (const [visited, path, image, texts] of [
  [`/?ref=${UNKNOWN_CODE}`, '/', '/pictures/preview-home.jpg', landing],
  ['/about.html', '/about', '/pictures/preview-about.jpg', about],
] as const) {
  test(`a link to ${visited} previews with a picture and its text`, async ({ page }) => {
    await page.goto(visited);
    const metas = page.locator('meta:is([property], [name])');
    const pairs = await metas.evaluateAll((all) =>
      all.map((meta) => [...meta.attributes].map(({ value }) => value)),
    );
    const tags = Object.fromEntries(pairs);
    expect(pairs, 'each tag occurs once').toHaveLength(Object.keys(tags).length);
    // The site was built for a different origin.
    const { origin } = new URL(tags['og:url']);
    expect(tags).toMatchObject({
      'og:url': `${origin}${path}`,
      'og:title': texts.title,
      'og:description': texts.description,
      'og:image': `${origin}${image}`,
      'og:image:alt': texts.pictureAlt,
      'og:site_name': site.product,
      'twitter:card': 'summary_large_image',
    });
    const size = `${tags['og:image:width']}x${tags['og:image:height']}`;
    expect(await sizeOf(image)).toBe(`jpeg ${size}`);
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', origin + path);
  });
}

test('the not-found page and the reply pages have no link preview', () => {
  for (const file of ['dist/404.html', 'netlify/http/generated/position.html'])
    expect(readFileSync(file, 'utf8'), file).not.toMatch(/canonical|og:|twitter:/);
});

test('a home screen shows an icon', async () => {
  expect(await sizeOf('/apple-touch-icon.png')).toBe('png 180x180');
});
