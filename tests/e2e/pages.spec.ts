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
  for (const { text } of boxes) {
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  }
  await expect(page.locator('script')).toHaveCount(0);
  // Seen, and not read out as letters.
  await expect(page.getByText('←')).toBeVisible();
  expect(await page.locator('body').ariaSnapshot()).not.toMatch(/←/);
  await expect(page.getByText(words.about.prompt, { exact: true })).toHaveAttribute(
    'aria-hidden',
    'true',
  );
  await expect(link(page, words.site.homeLink)).toHaveAttribute('href', '/');
  await link(page, words.about.exit.command).tap();
  await expect(page).toHaveURL('/');
  await expect(me.picture).toBeVisible();
});

test('its cursor never stands alone on a line', async ({ page }) => {
  await page.goto('/about');
  for (const width of [320, 390, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const [withCursor, without] = await page.evaluate(() => {
      const height = () => document.querySelector('h1')?.offsetHeight;
      const hidden = new CSSStyleSheet();
      const shown = height();
      document.adoptedStyleSheets = [hidden];
      hidden.replaceSync('h1::after { display: none !important }');
      const heights = [shown, height()];
      document.adoptedStyleSheets = [];
      return heights;
    });
    expect(withCursor, `at ${width}`).toBe(without);
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

  test('of every page: a strict policy, and asked for again each time', async ({ request }) => {
    for (const path of ['/', `/?ref=${UNKNOWN_CODE}`, '/privacy', '/about.html', '/nope', '/a/b']) {
      expect((await request.get(path)).headers(), path).toMatchObject({
        ...SAFE,
        'content-security-policy': expect.stringMatching(POLICY),
        'cache-control': ASK_AGAIN,
      });
    }
  });

  test('of a file named by its content: kept for ever, once it is there', async ({ request }) => {
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
    const missing = await request.get('/_astro/nope.js');
    expect(missing.status()).toBe(404);
    // The next deploy may bring it.
    expect(missing.headers()['cache-control']).toBe(ASK_AGAIN);
  });

  test('of a page that answers a form: never kept, without any script', async ({ request }) => {
    const answer = await request.post(SIGNUP_PATH, { form: {} });
    expect(answer.status()).toBe(400);
    expect(answer.headers()).toMatchObject({
      ...SAFE,
      'cache-control': 'no-store',
      'content-security-policy': expect.stringMatching(POLICY),
    });
    expect(answer.headers()['content-security-policy']).not.toContain('script-src');
    expect(answer.headers()).not.toHaveProperty('access-control-allow-origin');
  });
});
