import { readdirSync } from 'node:fs';
import sharp from 'sharp';
import { copy } from '../support/copy.ts';
import { expect, test } from '../support/site.ts';
import { NOBODY } from '../support/waitlist.ts';

/** Has nothing unsafe, and no hash twice. */
const POLICY =
  /^default-src 'none'(?!.*unsafe-|.*( 'sha[^']+').*\1).*; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/;

test('each file has security headers; only hashed ones are cached', async ({ request }) => {
  const hashed = readdirSync('dist', { recursive: true, encoding: 'utf8' })
    .map((file) => `/${file}`)
    .filter((path) => /^\/_astro\/.*\.\w+$/.test(path));
  // The next deploy may add a missing file.
  for (const path of ['/', '/about.html', '/a/b', '/_astro/nope.js', ...hashed]) {
    const rule = hashed.includes(path)
      ? 'max-age=31536000, immutable'
      : 'max-age=0, must-revalidate';
    const headers = (await request.get(path)).headers();
    expect(headers, path).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(POLICY),
      'cache-control': `public, ${rule}`,
    });
  }
});

test('each page has a link preview with a picture and text', async ({ page, request }) => {
  const { about, landing, site } = copy;
  const sitemap = await (await request.get('/sitemap.xml')).text();
  const robots = await (await request.get('/robots.txt')).text();
  for (const path of [`/?ref=${NOBODY.referralCode}`, '/about', '/privacy', '/nope']) {
    const [preview, { pictureAlt }] = path.startsWith('/?') ? ['home', landing] : ['about', about];
    const image = `/pictures/preview-${preview}.jpg`;
    await page.goto(path);
    // Two of Astro's, and ours. The policy allows whatever a page has.
    await expect(page.locator('script'), path).toHaveCount(preview === 'home' ? 3 : 0);
    const metas = page.locator('meta:is([property], [name]), link[rel=canonical]');
    const pairs = await metas.evaluateAll((all) =>
      all.map((meta) => [...meta.attributes].map(({ value }) => value)),
    );
    const tags = Object.fromEntries(pairs);
    // The site was built for a different origin.
    const { origin } = new URL(tags['og:image']);
    expect(tags).toMatchObject({
      'og:title': await page.title(),
      'og:description': tags.description,
      'og:image': origin + image,
      'og:image:alt': pictureAlt,
      'og:site_name': site.product,
      'twitter:card': 'summary_large_image',
    });
    const { format, width, height } = await sharp(`dist${image}`).metadata();
    const size = [tags['og:image:width'], tags['og:image:height']];
    expect([format, `${width}`, `${height}`]).toEqual(['jpeg', ...size]);
    // On /, share menus would send it instead of the referral link.
    const canonical = /about|privacy/.test(path) ? origin + path : undefined;
    expect([tags.canonical, tags['og:url']]).toEqual([canonical, canonical]);
    expect(sitemap).toContain(`<loc>${canonical ?? `${origin}/`}</loc>`);
    expect(robots).toContain(`\nSitemap: ${origin}/sitemap.xml\n`);
  }
});
