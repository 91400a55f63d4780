import { readdirSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { SIGNUP_PATH } from '../../src/waitlist/shared/contract.ts';
import { copy } from '../support/copy.ts';
import { expect, test } from '../support/site.ts';
import { UNKNOWN_CODE } from '../support/visitor.ts';

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

test('the lab is one tap from the first view: who, what and why', async ({ me, page }) => {
  await page.goto('/');
  await link(page, copy.site.aboutLink).tap();
  await expect(page).toHaveURL('/about');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(copy.about.page.title);
  const headings = copy.about.page.sections.map(({ heading }) => heading);
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(headings);
  await expect(page.locator('.box > :last-child').filter({ visible: true })).toHaveCount(
    headings.length,
  );
  await expect(page.locator('script')).toHaveCount(0);
  // Screen readers do not read the arrow and the prompt.
  const heard = await page.locator('body').ariaSnapshot();
  for (const silent of ['←', copy.about.prompt]) expect(heard).not.toContain(silent);
  await expect(link(page, copy.site.homeLink)).toHaveAttribute('href', '/');
  await link(page, copy.about.exitCommand).tap();
  await expect(page).toHaveURL('/');
  await expect(me.picture).toBeVisible();
});

test('a path that is none says so, and leads home', async ({ me, page, allow }) => {
  allow(/Failed to load resource/);
  await page.setViewportSize({ width: 640, height: 400 });
  expect((await page.goto('/nope/deeper'))?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(copy.notFound.heading);
  await expect(page.locator('script')).toHaveCount(0);
  const home = page.getByRole('main').getByRole('link');
  await expect(home).toBeInViewport({ ratio: 0.5 });
  await home.tap();
  await expect(page).toHaveURL('/');
  await expect(me.picture).toBeVisible();
});

test('each answer has safe headers, and is kept while it stays the same', async ({ request }) => {
  const safe = {
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringMatching(
      /^default-src 'none'(?!.*unsafe-).*; frame-ancestors 'none'/,
    ),
  };
  const askAgain = 'public, max-age=0, must-revalidate';
  const named = readdirSync('dist', { recursive: true })
    .filter((file) => /^(_astro|share-picture)\/.*\.\w+$/.test(`${file}`))
    .map((file) => [`/${file}`, 'public, max-age=31536000, immutable']);
  for (const [path, kept] of [
    ...['/', `/?ref=${UNKNOWN_CODE}`, '/about.html', '/a/b'].map((path) => [path, askAgain]),
    // The next deploy may bring a file that is missing.
    ['/_astro/nope.js', askAgain],
    ...named,
  ] as const) {
    const headers = (await request.get(`${path}`)).headers();
    expect(headers, path).toMatchObject({ ...safe, 'cache-control': kept });
  }
  const headers = (await request.post(SIGNUP_PATH, { form: {} })).headers();
  expect(headers).toMatchObject({ ...safe, 'cache-control': 'no-store' });
  expect(headers['content-security-policy']).toContain("script-src 'none'");
});

test('a preview answers under the names of this machine alone', async ({ page, site }) => {
  const { port } = new URL(site.origin);
  for (const [name, status] of [
    ['fabio.example', 403],
    ['localhost.fabio.example', 403],
    ['[::1]', 200],
    ['localhost', 200],
  ] as const) {
    const answer = await page.request.get('/', { headers: { Host: `${name}:${port}` } });
    expect(answer.status(), name).toBe(status);
  }
});
