import type { Page } from 'playwright/test';
import sharp from 'sharp';
import { breakName, coverSizes } from '../../src/pictures/headline.ts';
import { expect, test } from '../support/site.ts';
import { ANA, SCRIPTS, SIGNUP, UNKNOWN_CODE } from '../support/visitor.ts';

/** How much of the page has moved by itself since it was opened, as browsers reckon it. */
function layoutShift(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    await frame();
    await frame();
    const observer = new PerformanceObserver(() => {});
    observer.observe({ type: 'layout-shift', buffered: true });
    const shifts: number[] = observer.takeRecords().map((shift) => Reflect.get(shift, 'value'));
    return shifts.reduce((sum, shift) => sum + shift, 0);
  });
}

test('before I mean to join little is asked for, and no script', async ({ me, page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.resourceType()));
  await page.goto('/', { waitUntil: 'networkidle' });
  await page.mouse.wheel(0, 300);
  await me.title.tap();
  const icons = asked.filter((type) => type === 'other' || type === 'manifest');
  expect(asked.toSorted()).toEqual(['document', 'font', 'image', 'image', ...icons].toSorted());
  await me.picture.tap();
  await me.scriptArrived();
  expect(asked).toContain('script');
});

test('a tap at once opens the form, whether or not a script has come', async ({ me, page }) => {
  await me.holdScripts();
  await page.goto('/', { waitUntil: 'commit' });
  await me.picture.tap();
  await expect(me.formTitle).toBeVisible();
  await expect(me.picture).toBeHidden();
  await me.back.tap();
  await expect(me.picture).toBeVisible();
});

test('what I type while the script is on its way stays, and is sent once', async ({ me, site }) => {
  const sent = me.requestsTo(SIGNUP);
  const arrive = await me.holdScripts();
  await me.page.goto('/');
  await me.picture.tap();
  await me.lastName.fill(ANA.lastName);
  await me.phone.fill(ANA.phone);
  await me.firstName.focus();
  await me.page.keyboard.type('Maria');
  arrive();
  await me.page.keyboard.type(' Magdalena');
  await me.scriptArrived();
  await expect(me.firstName).toBeFocused();
  await me.page.keyboard.type(' Ana');
  await expect(me.phone).toHaveValue('(555) 010-0001');
  await me.joinButton.tap();
  await expect(me.position(1)).toBeVisible();
  expect(sent).toHaveLength(1);
  expect(sent[0]?.postDataJSON()).toMatchObject({ ...ANA, firstName: 'Maria Magdalena Ana' });
  expect(await site.memberCount()).toBe(1);
});

for (const [which, files] of [
  ['all of it', SCRIPTS],
  ['what its parts share', /_astro\/react.*\.js/],
] as const) {
  test(`a script that did not come is asked for again: ${which}`, async ({ me, page, allow }) => {
    allow(/Failed to load resource/, /Error hydrating/);
    await page.route(files, (route) => route.abort());
    // Astro asks once more by itself, after a second.
    const failed = page.waitForEvent('console', (message) => /hydrating/.test(message.text()));
    await page.goto('/#join');
    await failed;
    await page.unroute(files);
    await me.firstName.fill('Ana');
    await me.scriptArrived();
    await expect(me.firstName).toHaveValue('Ana');
  });
}

for (const [name, width, height] of [
  ['Maximilian Alexander', 800, 1200],
  ['WWWWWWWWWWWWWWWWWWWW', 1600, 900],
  ['Ab', 900, 900],
] as const) {
  test(`${name} and a picture of ${width} x ${height} leave room for the hint`, async ({
    page,
  }) => {
    const colour = { width, height, channels: 3, background: '#357' } as const;
    const picture = await sharp({ create: colour }).jpeg().toBuffer();
    await page.route(/_astro.*\.(avif|webp)$/, (route) => route.fulfill({ body: picture }));
    await page.route('/', async (route) => {
      const html = (await (await route.fetch()).text())
        .replace(/(?<=class="title">).*?(?=<\/h1>)/, breakName(name).join(' <br>'))
        .replace(/:root\{--ems:[^}]*\}/, coverSizes(name, width / height))
        .replace(/(?<=<img[^>]*) width="\d+" height="\d+"/, ` width="${width}" height="${height}"`);
      // Without the policy, which knows the styles of the page as it was built.
      await route.fulfill({ body: html, contentType: 'text/html' });
    });
    await page.goto('/');
    const title = page.getByRole('heading', { level: 1 });
    for (const [across, high] of [
      [320, 568],
      [375, 667],
      [390, 844],
      [768, 1024],
      [844, 390],
      [1280, 800],
      [1920, 1080],
    ] as const) {
      const screen = `at ${across} x ${high}`;
      await page.setViewportSize({ width: across, height: high });
      await expect(title, screen).toBeInViewport({ ratio: 1 });
      await expect(page.locator('#hint'), screen).toBeInViewport({ ratio: 1 });
      expect(await title.evaluate((it) => it.scrollWidth - it.clientWidth), screen).toBe(0);
    }
  });
}

test('the man of the picture stays while I join, and nothing jumps', async ({ me, page }) => {
  const asked = new Set<string>();
  page.on('request', (request) => request.resourceType() === 'image' && asked.add(request.url()));
  await page.goto('/', { waitUntil: 'networkidle' });
  const bust = page.locator('.bust');
  await expect(bust).toBeHidden();
  const loaded = [...asked];
  await me.picture.tap();
  await me.scriptArrived();
  await expect(bust).toBeInViewport({ ratio: 1 });
  await expect(me.picture).toHaveCount(0);
  const place = await bust.boundingBox();
  await me.send(ANA);
  await expect(me.position(1)).toBeVisible();
  expect(await bust.boundingBox()).toEqual(place);
  const others = [...asked].filter((url) => !url.includes('/share-picture/'));
  expect(others).toEqual(loaded);
});

test('the paper stays where it is when the answer comes late', async ({ visitor }) => {
  const me = await visitor({ viewport: { width: 1280, height: 800 } });
  await me.openForm();
  const paper = me.page.locator('.paper');
  const { y } = (await paper.boundingBox()) ?? {};
  await me.send(ANA);
  await expect(me.position(1)).toBeVisible();
  expect((await paper.boundingBox())?.y).toBe(y);
});

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
    // The name's own letters: of five 0.001, of two, which are larger, 0.003; with the page wider than
    // the screen it was 0.01, up to 0.18.
    expect(await layoutShift(page)).toBeLessThan(0.005);
  });

  test('where it greets whoever is in line, or a friend', async ({ me, visitor }) => {
    await me.join(ANA);
    const friend = await visitor();
    for (const [{ page }, path, line] of [
      [me, '/', me.seeStatus('Ana')],
      [friend, `/?ref=${UNKNOWN_CODE}`, friend.badge],
    ] as const) {
      await page.goto('/about');
      await page.goto(path);
      await expect(line).toBeVisible();
      expect(await layoutShift(page)).toBe(0);
    }
  });
});
