import type { Page } from 'playwright/test';
import { KEYS } from '../../netlify/queue/keys.ts';
import { SIGNUP_PATH } from '../../src/waitlist/shared/contract.ts';
import { expect, test } from '../support/site.ts';
import {
  ANA,
  ANA_SENT,
  FAILED_REQUEST,
  holdScripts,
  join,
  requestsTo,
  SCRIPTS,
  SIGNUP,
  screen,
  scriptArrived,
  send,
  UNKNOWN_CODE,
} from '../support/visitor.ts';

/** How much of the page has moved by itself since it was opened, as browsers reckon it. */
function layoutShift(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const shifts: number[] = [];
    const twoFrames = () =>
      new Promise<unknown>((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    await twoFrames();
    // The last is of our own making: once it was told, all before it were.
    await new Promise<void>((told) => {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push(Reflect.get(entry, 'value'));
        if (document.body.style.marginTop) told();
      }).observe({ type: 'layout-shift', buffered: true });
      void twoFrames().then(() => {
        document.body.style.marginTop = '200px';
      });
    });
    return shifts.slice(0, -1).reduce((sum, shift) => sum + shift, 0);
  });
}

test('before I mean to join little is asked for, and no script', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.resourceType()));
  await page.goto('/', { waitUntil: 'networkidle' });
  await page.mouse.wheel(0, 300);
  await page.getByRole('heading', { name: 'Fabio' }).tap();
  const icons = asked.filter((type) => type === 'other' || type === 'manifest');
  expect(asked.toSorted()).toEqual(['document', 'font', 'image', ...icons].toSorted());
  await screen(page).picture.tap();
  await scriptArrived(page);
  expect(asked).toContain('script');
});

test('a tap at once opens the form, whether or not a script has come', async ({ page }) => {
  await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await screen(page).picture.tap();
  await expect(screen(page).formTitle).toBeVisible();
  await expect(screen(page).picture).toBeHidden();
  await screen(page).back.tap();
  await expect(screen(page).picture).toBeVisible();
});

test('what I type while the script is on its way stays, and is sent once', async ({
  page,
  site,
}) => {
  const sent = requestsTo(page, SIGNUP_PATH);
  const arrive = await holdScripts(page);
  await page.goto('/');
  await screen(page).picture.tap();
  const { firstName, lastName, phone, joinButton } = screen(page);
  await lastName.fill(ANA.lastName);
  await phone.fill(ANA.phone);
  await firstName.focus();
  await page.keyboard.type('Maria');
  arrive();
  await page.keyboard.type(' Magdalena');
  await scriptArrived(page);
  await expect(firstName).toBeFocused();
  await page.keyboard.type(' Ana');
  await expect(phone).toHaveValue('(555) 010-0001');
  await joinButton.tap();
  await expect(screen(page).position(1)).toBeVisible();
  const bodies = sent.map((request) => request.postDataJSON());
  expect(bodies).toEqual([{ ...ANA_SENT, firstName: 'Maria Magdalena Ana' }]);
  expect(await site.redis.hlen(KEYS.members)).toBe(1);
});

for (const [where, prepare] of [
  ['has not come yet', holdScripts],
  ['is blocked', (page: Page) => page.route(SCRIPTS, (route) => route.abort())],
] as const) {
  test(`where the script ${where} I join all the same`, async ({ page, allow }) => {
    allow(FAILED_REQUEST, /Error hydrating/, /dynamically imported module/);
    await prepare(page);
    await page.goto('/#join');
    const answer = page.waitForResponse(SIGNUP);
    await send(page, ANA);
    await expect(screen(page).position(1)).toBeVisible();
    // The page that answers: no script of its own, and none would run.
    await expect(page.locator('script')).toHaveCount(0);
    const policy = await (await answer).headerValue('content-security-policy');
    expect(policy).toMatch(/^default-src 'none'(?!.*(script-src|unsafe))/);
  });
}

for (const [which, files] of [
  ['all of it', SCRIPTS],
  ['what its parts share', '**/_astro/react*.js*'],
] as const) {
  test(`a script that did not come is asked for again at the next sign: ${which}`, async ({
    page,
    allow,
  }) => {
    allow(FAILED_REQUEST, /Error hydrating/);
    await page.route(files, (route) => route.abort());
    // Astro asks once more by itself, after a second.
    const failed = page.waitForEvent('console', (message) => /hydrating/.test(message.text()));
    await page.goto('/#join');
    await failed;
    await page.unroute(files);
    await screen(page).firstName.fill('Ana');
    await scriptArrived(page);
    await expect(screen(page).firstName).toHaveValue('Ana');
  });
}

test.describe('nothing on the first view moves by itself', () => {
  test('but the letters of the name, when its face comes late', async ({ page }) => {
    const painted = Promise.withResolvers<void>();
    await page.route('**/*.woff2', async (route) => {
      await painted.promise;
      await route.continue();
    });
    await page.goto('/', { waitUntil: 'commit' });
    await expect(screen(page).picture.getByRole('img')).toBeInViewport();
    await expect(page.evaluate(() => document.fonts.status)).resolves.toBe('loading');
    painted.resolve();
    await page.evaluate(() => document.fonts.ready);
    // The name's own letters, 0.001; with the page wider than the screen it was 0.01, up to 0.18.
    expect(await layoutShift(page)).toBeLessThan(0.003);
  });

  test('where it greets whoever is in line, or a friend', async ({ page, visitor }) => {
    await join(page, ANA);
    const friend = await visitor();
    for (const [on, path, line] of [
      [page, '/', screen(page).seeSpot('Ana')],
      [friend, `/?ref=${UNKNOWN_CODE}`, screen(friend).savedSpot],
    ] as const) {
      await on.goto('/about');
      await on.goto(path);
      await expect(line).toBeVisible();
      expect(await layoutShift(on)).toBe(0);
    }
  });
});
