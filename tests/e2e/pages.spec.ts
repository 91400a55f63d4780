import { readdirSync } from 'node:fs';
import { SIGNUP_PATH } from '../../src/waitlist/shared/contract.ts';
import { expect, test } from '../support/site.ts';
import { ANA, FAILED_REQUEST, screen } from '../support/visitor.ts';

test.describe('About Resolution Labs', () => {
  test('is one tap from the first view, and back', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('link', { name: 'About Resolution Labs' }).tap();
    await expect(page).toHaveURL('/about');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('WELCOME_TO_RESOLUTION_LABS');
    await page.getByRole('link', { name: '← Back to Home' }).tap();
    await expect(page).toHaveURL('/');
    await expect(screen(page).picture).toBeVisible();
  });

  test('says in three boxes who we are, what we do and why', async ({ page }) => {
    await page.goto('/about');
    const labels = ['we are', 'our bread & butter', 'our why'];
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(labels);
    for (const name of labels) {
      const text = page.getByRole('heading', { name, exact: true }).locator('xpath=..');
      await expect(text).toContainText(/\w.{40,}/);
    }
  });
});

test('a path that is none says so, and leads home', async ({ page, allow }) => {
  allow(FAILED_REQUEST);
  for (const path of ['/nope', '/nope/deeper', '/about/nope']) {
    expect((await page.goto(path))?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found');
  }
  await page.getByRole('link', { name: 'Return to Home' }).tap();
  await expect(page).toHaveURL('/');
  await expect(screen(page).picture).toBeVisible();
});

test('about and not-found ship no script', async ({ page, allow }) => {
  allow(FAILED_REQUEST);
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  for (const path of ['/about', '/nope']) {
    await page.goto(path, { waitUntil: 'networkidle' });
    await expect(page.locator('script')).toHaveCount(0);
    expect(await page.content()).not.toContain('.js');
  }
  expect(scripts).toEqual([]);
});

test.describe('the headers', () => {
  const SAFE = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'strict-transport-security': expect.stringMatching(/^max-age=\d{8}/),
    'permissions-policy': expect.stringContaining('camera=()'),
  };
  const POLICY = /^default-src 'none'(?!.*unsafe-).*; frame-ancestors 'none'/;

  for (const path of ['/', '/?ref=ABCDEF0xxxxxxxx', '/about', '/about.html', '/nope', '/a/b/c']) {
    test(`of ${path}: a strict policy, and asked for again each time`, async ({ request }) => {
      const headers = (await request.get(path)).headers();
      expect(headers).toMatchObject(SAFE);
      expect(headers['content-security-policy']).toMatch(POLICY);
      expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate');
    });
  }

  test('of every file whose name changes with its content: kept for ever', async ({ request }) => {
    const files = readdirSync('dist/_astro', { recursive: true, withFileTypes: true });
    for (const file of files.filter((each) => each.isFile())) {
      const path = `${file.parentPath}/${file.name}`.replace(/^.*dist\//, '/');
      const response = await request.get(path);
      expect(response.status(), path).toBe(200);
      expect(response.headers(), path).toMatchObject(SAFE);
      expect(response.headers()['cache-control']).toMatch(/max-age=31536000.*immutable/);
    }
  });

  test('of a hashed file that is not there: asked for again, as the next deploy may bring it', async ({
    request,
  }) => {
    const missing = await request.get('/_astro/nope.js');
    expect(missing.status()).toBe(404);
    expect(missing.headers()['cache-control']).toBe('public, max-age=0, must-revalidate');
  });

  test('of the function: never kept, for no other site', async ({ request, site }) => {
    const headers = { Origin: site.origin };
    const answers = [
      await request.get(SIGNUP_PATH),
      await request.post(SIGNUP_PATH, { data: ANA, headers }),
      await request.post(SIGNUP_PATH, { form: { ...ANA }, headers }),
      await request.post(SIGNUP_PATH, { form: {}, headers }),
    ];
    expect(answers.map((answer) => answer.status())).toEqual([405, 200, 200, 400]);
    for (const answer of answers) {
      expect(answer.headers()).toMatchObject({ ...SAFE, 'cache-control': 'no-store' });
      expect(answer.headers()).not.toHaveProperty('access-control-allow-origin');
    }
    // The two that are pages.
    for (const page of answers.slice(2)) {
      expect(page.headers()['content-security-policy']).toMatch(POLICY);
      expect(page.headers()['content-security-policy']).not.toContain('script-src');
    }
  });

  test('a page we have is not sent again', async ({ request }) => {
    const { etag = '' } = (await request.get('/')).headers();
    const again = await request.get('/', { headers: { 'If-None-Match': etag } });
    expect(again.status()).toBe(304);
  });
});

test('our own pages learn which link I came by', async ({ page, site }) => {
  await page.goto('/?ref=ABCDEF0xxxxxxxx');
  const next = page.waitForRequest('**/about');
  await page.getByRole('link', { name: 'About Resolution Labs' }).tap();
  expect(await (await next).headerValue('referer')).toBe(`${site.origin}/?ref=ABCDEF0xxxxxxxx`);
});
