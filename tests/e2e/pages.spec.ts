import { readdirSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { SIGNUP_PATH } from '../../src/waitlist/shared/contract.ts';
import { expect, test } from '../support/site.ts';
import { UNKNOWN_CODE } from '../support/visitor.ts';
import { words } from '../support/words.ts';

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

test('the lab is one tap from the first view: who, what and why', async ({ me, page }) => {
  await page.goto('/');
  await link(page, words.site.aboutLink).tap();
  await expect(page).toHaveURL('/about');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.about.heading);
  const boxes = [words.about.firstBox, words.about.secondBox, words.about.thirdBox];
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(boxes.map(({ label }) => label));
  for (const { text } of boxes) await expect(page.getByText(text, { exact: true })).toBeVisible();
  await expect(page.locator('script')).toHaveCount(0);
  // Screen readers do not read the arrow and the prompt.
  const heard = await page.locator('body').ariaSnapshot();
  for (const silent of ['←', words.about.prompt]) expect(heard).not.toContain(silent);
  await expect(link(page, words.site.homeLink)).toHaveAttribute('href', '/');
  await link(page, words.about.exit.command).tap();
  await expect(page).toHaveURL('/');
  await expect(me.picture).toBeVisible();
});

test('its cursor never stands alone on a line', async ({ page }) => {
  await page.goto('/about');
  for (const width of [320, 390, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const heights = await page.evaluate(() => {
      const cursor = new CSSStyleSheet();
      document.adoptedStyleSheets = [cursor];
      return ['', 'h1::after { display: none !important }'].map((rule) => {
        cursor.replaceSync(rule);
        return document.querySelector('h1')?.offsetHeight;
      });
    });
    expect(heights[0], `at ${width}`).toBe(heights[1]);
  }
});

test('a path that is none says so, and leads home', async ({ me, page, allow }) => {
  allow(/Failed to load resource/);
  expect((await page.goto('/nope/deeper'))?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.notFound.heading);
  await expect(page.locator('script')).toHaveCount(0);
  await link(page, words.notFound.link).tap();
  await expect(page).toHaveURL('/');
  await expect(me.picture).toBeVisible();
});

test.describe('the headers', () => {
  const SAFE = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'strict-transport-security': expect.stringMatching(/^max-age=\d{8}/),
    'permissions-policy': expect.stringContaining('camera=()'),
  };
  const POLICY = /^default-src 'none'(?!.*unsafe-).*; frame-ancestors 'none'/;
  const ASK_AGAIN = 'public, max-age=0, must-revalidate';

  test('of a page: a strict policy, and asked for again each time', async ({ request }) => {
    for (const path of ['/', `/?ref=${UNKNOWN_CODE}`, '/privacy', '/about.html', '/nope', '/a/b']) {
      expect((await request.get(path)).headers(), path).toMatchObject({
        ...SAFE,
        'content-security-policy': expect.stringMatching(POLICY),
        'cache-control': ASK_AGAIN,
      });
    }
    // The next deploy may bring a file that is missing.
    expect((await request.get('/_astro/nope.js')).headers()['cache-control']).toBe(ASK_AGAIN);
  });

  test('of a file named by its content: kept for ever', async ({ request }) => {
    const files = readdirSync('dist/_astro', { recursive: true, withFileTypes: true });
    for (const file of files.filter((each) => each.isFile())) {
      const path = `${file.parentPath}/${file.name}`.replace(/^.*dist\//, '/');
      const response = await request.get(path);
      expect(response.status(), path).toBe(200);
      expect(response.headers(), path).toMatchObject({
        ...SAFE,
        'cache-control': expect.stringMatching(/max-age=31536000.*immutable/),
      });
    }
  });

  test('of a page that answers a form: never kept, without any script', async ({ request }) => {
    const answer = await request.post(SIGNUP_PATH, { form: {} });
    const headers = answer.headers();
    expect(headers).toMatchObject({ ...SAFE, 'cache-control': 'no-store' });
    expect(headers['content-security-policy']).toMatch(POLICY);
    expect(headers['content-security-policy']).not.toContain('script-src');
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });
});
