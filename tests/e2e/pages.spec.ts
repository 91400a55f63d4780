import { readdirSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { SIGNUP_PATH } from '../../src/waitlist/shared/contract.ts';
import { copy } from '../support/copy.ts';
import { expect, test } from '../support/site.ts';

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

test('the lab is one tap from the first view: who, what and why', async ({ me, page }) => {
  await page.goto('/');
  await link(page, copy.site.aboutLink).tap();
  await expect(page).toHaveURL('/about');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(copy.about.page.title);
  const headings = copy.about.page.sections.map(({ heading }) => heading);
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(headings);
  // Screen readers skip the arrow and the prompt.
  const heard = await page.locator('body').ariaSnapshot();
  for (const silent of ['←', copy.about.prompt]) expect(heard).not.toContain(silent);
  await expect(link(page, copy.site.homeLink)).toHaveAttribute('href', '/');
  await link(page, copy.about.exitCommand).tap();
  await expect(page).toHaveURL('/');
  await expect(me.picture).toBeVisible();
});

test('an unknown path says so and leads home', async ({ page, allow }) => {
  allow(/Failed to load resource/);
  await page.setViewportSize({ width: 640, height: 400 });
  expect((await page.goto('/nope/deeper'))?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(copy.notFound.heading);
  const home = page.getByRole('main').getByRole('link');
  await expect(home).toBeInViewport({ ratio: 0.5 });
  await home.tap();
  await expect(page).toHaveURL('/');
});

test('each response has security headers; only hashed files are cached', async ({ request }) => {
  const secure = {
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringMatching(
      /^default-src 'none'(?!.*unsafe-).*; frame-ancestors 'none'/,
    ),
  };
  const revalidated = 'public, max-age=0, must-revalidate';
  const hashed = readdirSync('dist', { recursive: true, encoding: 'utf8' })
    .filter((file) => /^_astro\/.*\.\w+$/.test(file))
    .map((file) => [`/${file}`, 'public, max-age=31536000, immutable'] as const);
  // The next deploy may add a missing file.
  const others = ['/', '/about.html', '/a/b', '/_astro/nope.js'];
  for (const [path, cached] of [...others.map((path) => [path, revalidated] as const), ...hashed]) {
    const headers = (await request.get(path)).headers();
    expect(headers, path).toMatchObject({ ...secure, 'cache-control': cached });
  }
  const headers = (await request.post(SIGNUP_PATH, { form: {} })).headers();
  expect(headers).toMatchObject({ ...secure, 'cache-control': 'no-store' });
  expect(headers['content-security-policy']).toContain("script-src 'none'");
});

test("a preview only responds to this machine's own names", async ({ page, site }) => {
  const getAs = (host: string) =>
    page.request.get('/', { headers: { Host: `${host}:${new URL(site.origin).port}` } });
  expect((await getAs('localhost.fabio.example')).status()).toBe(403);
  await expect(await getAs('[::1]')).toBeOK();
});
