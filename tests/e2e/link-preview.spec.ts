import { readFileSync } from 'node:fs';
import type { APIRequestContext } from 'playwright/test';
import sharp from 'sharp';
import { expect, test } from '../support/site.ts';
import { UNKNOWN_CODE } from '../support/visitor.ts';
import { words } from '../support/words.ts';

/** The origin this site was built for: its own, not the test's. */
async function builtFor(request: APIRequestContext): Promise<string> {
  const robots = await (await request.get('/robots.txt')).text();
  expect(robots).toMatch(/^User-agent: \*\nAllow: \/\n/);
  return new URL(robots.match(/^Sitemap: (.+)$/m)?.[1] ?? '').origin;
}

async function picture(request: APIRequestContext, path: string) {
  const body = await (await request.get(path)).body();
  const { format, width, height, hasAlpha } = await sharp(body).metadata();
  return { format, size: `${width}x${height}`, hasAlpha, bytes: body.length };
}

const { about, landing } = words;
const ABOUT_PICTURE = `${about.heading}: ${about.tagline}`;

for (const [visited, path, image, says, shows] of [
  [`/?ref=${UNKNOWN_CODE}`, '/', '/og/index.jpg', landing, landing.hero.alt],
  ['/about.html', '/about', '/og/about.jpg', about, ABOUT_PICTURE],
] as const) {
  test(`${visited}, sent to a friend, shows a picture and words`, async ({ page, request }) => {
    await page.goto(visited);
    const origin = await builtFor(request);
    const named = page.locator('meta:is([property], [name])');
    const pairs = await named.evaluateAll((all) =>
      all.map((meta) => [...meta.attributes].map(({ value }) => value)),
    );
    const tags = Object.fromEntries(pairs);
    expect(pairs, 'each is there once').toHaveLength(Object.keys(tags).length);
    expect(tags).toMatchObject({
      'og:url': `${origin}${path}`,
      description: says.description,
      'og:title': says.title,
      'og:description': says.description,
      'og:image': `${origin}${image}`,
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:type': 'image/jpeg',
      'og:image:alt': shows,
      'og:type': 'website',
      'og:locale': 'en_US',
      'og:site_name': words.site.product,
      'twitter:card': 'summary_large_image',
      'twitter:image:alt': shows,
      'theme-color': expect.stringMatching(/^#[0-9a-f]{6}$/),
    });
    await expect(page).toHaveTitle(says.title);
    expect(tags).not.toHaveProperty('robots');
    const shown = await picture(request, image);
    expect(shown).toMatchObject({ format: 'jpeg', size: '1200x630' });
    expect(shown.bytes).toBeLessThan(300 * 1024);

    const canonical = page.locator('link[rel=canonical]');
    await expect(canonical).toHaveAttribute('href', `${origin}${path}`);
    for (const link of ['/favicon.svg', '/apple-touch-icon.png', '/manifest.webmanifest']) {
      await expect(page.locator(`link[href="${link}"]`)).toHaveCount(1);
      expect((await request.get(link)).status(), link).toBe(200);
    }
  });
}

test('a page that is not there, or answers a form, offers no preview', () => {
  const answers = ['form', 'position'].map((name) => `netlify/http/generated/${name}.html`);
  for (const file of ['dist/404.html', 'dist/privacy.html', ...answers]) {
    expect(readFileSync(file, 'utf8'), file).not.toMatch(/canonical|og:|twitter:/);
  }
});

test('search engines are told of every page', async ({ request }) => {
  const origin = await builtFor(request);
  const sitemap = await (await request.get('/sitemap.xml')).text();
  const listed = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url);
  const paths = ['/', '/about', '/privacy'];
  expect(listed).toEqual(paths.map((path) => origin + path));
});

test('on a home screen it has its name and icons of the sizes it says', async ({ request }) => {
  const manifest = await (await request.get('/manifest.webmanifest')).json();
  expect(manifest).toMatchObject({
    name: landing.title,
    short_name: words.site.product,
    start_url: '/',
  });
  const icons: { src: string; sizes: string; purpose?: string }[] = manifest.icons;
  expect(icons.filter(({ purpose }) => purpose === 'maskable')).toHaveLength(1);
  for (const { src, sizes } of icons.filter((icon) => icon.sizes !== 'any')) {
    expect(await picture(request, src)).toMatchObject({ size: sizes });
  }
  const touched = await picture(request, '/apple-touch-icon.png');
  expect(touched).toMatchObject({ size: '180x180', hasAlpha: false });
  const favicon = await picture(request, '/favicon.ico');
  expect(favicon).toMatchObject({ format: 'png', size: '32x32' });
});
