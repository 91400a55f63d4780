import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright/test';
import sharp from 'sharp';
import { breakName, titleSizes } from '../../src/pictures/headline.ts';
import { expect, test } from '../support/site.ts';
import { SCREENS } from '../support/views.ts';
import { ANA, SIGNUP, UNKNOWN_CODE } from '../support/visitor.ts';
import { words } from '../support/words.ts';

const hasBust = words.landing.hero.bust !== undefined;

/** The page's cumulative layout shift so far: https://web.dev/articles/cls */
function layoutShift(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    await frame();
    await frame();
    const observer = new PerformanceObserver(() => {});
    observer.observe({ type: 'layout-shift', buffered: true });
    const shifts = observer.takeRecords() as (PerformanceEntry & Record<string, number>)[];
    return shifts.reduce((sum, it) => sum + (it.hadRecentInput ? 0 : (it.value ?? 0)), 0);
  });
}

test('before I mean to join little is asked for, and no script', async ({ me, page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.resourceType()));
  await page.goto('/', { waitUntil: 'networkidle' });
  await page.mouse.wheel(0, 300);
  await me.title.tap();
  const icons = asked.filter((type) => type === 'other' || type === 'manifest');
  const pictures = hasBust ? ['image', 'image'] : ['image'];
  expect(asked.toSorted()).toEqual(['document', 'font', ...pictures, ...icons].toSorted());
  await me.picture.tap();
  await me.scriptArrived();
  expect(asked).toContain('script');
});

test('a tap opens the form before its script, and loses no key', async ({ me, page, site }) => {
  const sent = me.requestsTo(SIGNUP);
  const arrive = await me.holdScripts();
  await page.goto('/', { waitUntil: 'commit' });
  await me.picture.tap();
  await expect(me.formTitle).toBeVisible();
  await expect(me.picture).toBeHidden();
  await me.back.tap();
  await me.picture.tap();
  await me.lastName.fill(ANA.lastName);
  await me.phone.fill(ANA.phone);
  await expect(me.box).not.toBeChecked();
  await me.box.check();
  await me.firstName.focus();
  await page.keyboard.type('Maria');
  arrive();
  await page.keyboard.type(' Magdalena');
  await me.scriptArrived();
  await expect(me.firstName).toBeFocused();
  await page.keyboard.type(' Ana');
  await expect(me.phone).toHaveValue('(555) 010-0001');
  await me.joinButton.tap();
  await expect(me.position(1)).toBeVisible();
  expect(sent).toHaveLength(1);
  expect(sent[0]?.postDataJSON()).toMatchObject({ ...ANA, firstName: 'Maria Magdalena Ana' });
  expect((await site.memberWith(ANA.phone))?.consent).toMatch(/^\w{8}$/);
});

test('a script that did not come is asked for again', async ({ me, page, allow }) => {
  allow(/Failed to load resource/, /Error hydrating/);
  await page.route(/_astro\/react.*\.js/, (route) => route.abort());
  // Astro itself asks once more after a second.
  const failed = page.waitForEvent('console', (message) => /hydrating/.test(message.text()));
  await page.goto('/#join');
  await failed;
  await page.unroute(/_astro\/react.*\.js/);
  await me.firstName.fill('Ana');
  await me.scriptArrived();
  await expect(me.firstName).toHaveValue('Ana');
});

for (const [name, width, height] of [
  ['Maximilian Alexander', 800, 1200],
  ['WWWWWWWWWWWWWWWWWWWW', 1600, 900],
  ['Ab', 900, 900],
] as const) {
  test(`${name} and a picture ${width} wide leave room for the hint`, async ({ page }) => {
    const colour = { width, height, channels: 3, background: '#357' } as const;
    const picture = await sharp({ create: colour }).jpeg().toBuffer();
    await page.route(/_astro.*\.(avif|webp)$/, (route) => route.fulfill({ body: picture }));
    await page.route('/', async (route) => {
      const html = (await (await route.fetch()).text())
        .replace(/(?<=class="title">).*?(?=<\/h1>)/, breakName(name).join(' <br>'))
        .replace(/:root\{--ems:[^}]*\}/, titleSizes(name))
        .replace(/(?<=<img[^>]*) width="\d+" height="\d+"/, ` width="${width}" height="${height}"`);
      // Without the policy, which knows the styles of the page as it was built.
      await route.fulfill({ body: html, contentType: 'text/html' });
    });
    await page.goto('/');
    const title = page.getByRole('heading', { level: 1 });
    for (const [across, high] of [...SCREENS, [375, 667], [844, 390]] as const) {
      const screen = `at ${across} x ${high}`;
      await page.setViewportSize({ width: across, height: high });
      await expect(title, screen).toBeInViewport({ ratio: 1 });
      await expect(page.locator('#hint'), screen).toBeInViewport({ ratio: 1 });
      expect(await title.evaluate((it) => it.scrollWidth - it.clientWidth), screen).toBe(0);
    }
  });
}

for (const width of [320, 390, 1280]) {
  test(`nothing jumps on the way to my position and back at ${width}`, async ({ visitor }) => {
    const me = await visitor({ viewport: { width, height: 844 } });
    const { page } = me;
    const asked: string[] = [];
    page.on('request', (it) => it.resourceType() === 'image' && asked.push(it.url()));
    await page.goto('/', { waitUntil: 'networkidle' });
    const loaded = asked.length;
    // A shift within 500 ms of a press does not count, so the answer comes later.
    await page.route(SIGNUP, async (route) => {
      await sleep(700);
      await route.continue();
    });
    await me.picture.tap();
    await me.scriptArrived();
    const isBustShown = hasBust && width < 1280;
    if (isBustShown) await expect(page.locator('.bust')).toBeInViewport({ ratio: 1 });
    const top = () => page.locator('.paper').evaluate((it: HTMLElement) => it.offsetTop);
    const before = await top();
    await me.send({ ...ANA, phone: '555' });
    await expect(me.complaint).toBeVisible();
    // A real key press takes the complaint away.
    await me.phone.press('Backspace');
    await me.send(ANA);
    await expect(me.position(1)).toBeVisible();
    expect(await top()).toBe(before);
    expect(asked.filter((url) => !url.includes('/share-picture/'))).toHaveLength(loaded);
    await me.back.tap();
    await expect(me.picture).toBeVisible();
    // The position's letters move by 0.004 when their face arrives, the name's by 0.003.
    expect(await layoutShift(page)).toBeLessThan(0.005);
  });
}

test.describe('nothing on the first view moves by itself', () => {
  test('but the letters of the name, when its face comes late', async ({ me, page }) => {
    const painted = Promise.withResolvers<void>();
    await page.route('**/*.woff2', async (route) => {
      await painted.promise;
      await route.continue();
    });
    await page.goto('/', { waitUntil: 'commit' });
    await expect(me.picture.getByRole('img')).toBeInViewport();
    await expect(page.evaluate(() => document.fonts.status)).resolves.toBe('loading');
    painted.resolve();
    await page.evaluate(() => document.fonts.ready);
    // The letters of a name of two move by 0.003; a page wider than the screen, by 0.01 to 0.18.
    expect(await layoutShift(page)).toBeLessThan(0.005);
  });

  test('where it greets a returning member or an invited visitor', async ({ me, visitor }) => {
    await me.join(ANA);
    const friend = await visitor();
    for (const [{ page }, path, line] of [
      [me, '/', me.returningLine('Ana')],
      [friend, `/?ref=${UNKNOWN_CODE}`, friend.badge],
    ] as const) {
      await page.goto('/about');
      await page.goto(path);
      await expect(line).toBeVisible();
      expect(await layoutShift(page)).toBe(0);
    }
  });
});
