import type { APIRequestContext, Page } from 'playwright/test';
import sharp from 'sharp';
import { SIGNUP_PATH } from '../../src/waitlist/shared/contract.ts';
import { expect, test } from '../support/site.ts';
import { FAILED_REQUEST, UNKNOWN_CODE } from '../support/visitor.ts';

/** The origin this site was built for: its own, not the test's. */
async function builtFor(request: APIRequestContext): Promise<string> {
  const robots = await (await request.get('/robots.txt')).text();
  return new URL(robots.match(/^Sitemap: (.+)$/m)?.[1] ?? '').origin;
}

/** What a chat app reads of a page: each `<meta>` by its name, and the canonical address. */
const readTags = (page: Page) =>
  page.evaluate(() => {
    const tags: Record<string, string> = {};
    for (const meta of document.querySelectorAll('meta[property], meta[name]')) {
      const name = meta.getAttribute('property') ?? meta.getAttribute('name') ?? '';
      if (name in tags) throw new Error(`${name} is there twice`);
      tags[name] = meta.getAttribute('content') ?? '';
    }
    const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href;
    return { ...tags, ...(canonical && { canonical }) } as Record<string, string>;
  });

for (const { visited, path, picture } of [
  { visited: '/', path: '/', picture: '/og/index.jpg' },
  { visited: `/?ref=${UNKNOWN_CODE}`, path: '/', picture: '/og/index.jpg' },
  { visited: '/about', path: '/about', picture: '/og/about.jpg' },
  { visited: '/about.html', path: '/about', picture: '/og/about.jpg' },
]) {
  test(`${visited}, sent to a friend, shows a picture and words`, async ({ page, request }) => {
    await page.goto(visited);
    const origin = await builtFor(request);
    const tags = await readTags(page);
    expect(tags).toMatchObject({
      canonical: `${origin}${path}`,
      'og:url': `${origin}${path}`,
      'og:title': await page.title(),
      'og:description': tags.description,
      'og:image': `${origin}${picture}`,
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:type': 'website',
      'og:site_name': 'Fabio',
      'og:image:alt': expect.stringMatching(/\w.{30,}/),
      'twitter:card': 'summary_large_image',
      'theme-color': expect.stringMatching(/^#[0-9a-f]{6}$/),
    });
    expect(tags.description).toMatch(/^.{50,160}$/);
    expect(tags).not.toHaveProperty('robots');

    const jpeg = await request.get(picture);
    expect(jpeg.headers()['content-type']).toBe('image/jpeg');
    const body = await jpeg.body();
    expect(body.length).toBeLessThan(300 * 1024);
    expect(await sharp(body).metadata()).toMatchObject({
      format: 'jpeg',
      width: 1200,
      height: 630,
    });
  });

  test(`everything that ${visited} links to in its head is there`, async ({ page, request }) => {
    await page.goto(visited);
    const links = page.locator('head link[href]');
    const paths = await links.evaluateAll((all) =>
      (all as HTMLLinkElement[]).map(({ href }) => new URL(href).pathname),
    );
    expect(paths).toEqual(expect.arrayContaining(['/favicon.svg', '/apple-touch-icon.png']));
    for (const each of paths) expect((await request.get(each)).status(), each).toBe(200);
  });
}

test('a page that is not there, or answers a form, offers no preview', async ({ page, allow }) => {
  allow(FAILED_REQUEST);
  await page.goto('/nope');
  const unlisted = await readTags(page);
  // Away from that page's policy, which covers its own styles.
  await page.goto('about:blank');
  await page.setContent(await (await page.request.post(SIGNUP_PATH, { form: {} })).text());
  for (const tags of [unlisted, await readTags(page)]) {
    expect(Object.keys(tags).join()).not.toMatch(/canonical|og:|twitter:/);
  }
});

test('search engines may look, and are told of two pages', async ({ request }) => {
  const origin = await builtFor(request);
  expect(await (await request.get('/robots.txt')).text()).toMatch(/^User-agent: \*\nAllow: \/\n/);
  const sitemap = await (await request.get('/sitemap.xml')).text();
  const listed = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url);
  expect(listed).toEqual([`${origin}/`, `${origin}/about`]);
});

test('on a home screen it has its name and icons of the sizes it says', async ({
  page,
  request,
}) => {
  await page.goto('/');
  const address = await page.locator('link[rel=manifest]').getAttribute('href');
  const manifest = await (await request.get(address ?? '')).json();
  expect(manifest).toMatchObject({ name: await page.title(), start_url: '/' });
  const icons: { src: string; sizes: string; purpose?: string }[] = manifest.icons;
  expect(icons.filter(({ purpose }) => purpose === 'maskable')).toHaveLength(1);
  for (const { src, sizes } of icons.filter((icon) => icon.sizes !== 'any')) {
    const { width, height } = await sharp(await (await request.get(src)).body()).metadata();
    expect(`${width}x${height}`, src).toBe(sizes);
  }
  const touch = await (await request.get('/apple-touch-icon.png')).body();
  expect(await sharp(touch).metadata()).toMatchObject({ width: 180, height: 180, hasAlpha: false });
});

test('favicon.ico is a picture of 32 pixels', async ({ request }) => {
  const icon = await (await request.get('/favicon.ico')).body();
  expect(await sharp(icon).metadata()).toMatchObject({ format: 'png', width: 32, height: 32 });
});
