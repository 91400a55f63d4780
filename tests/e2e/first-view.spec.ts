import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright/test';
import { consentVersion, copy } from '../support/copy.ts';
import { expect, test } from '../support/site.ts';
import { SCREENS, VIEWS } from '../support/views.ts';
import { ANA, ANA_FORMATTED, SCRIPTS, SIGNUP } from '../support/visitor.ts';

/** The page's cumulative layout shift so far: https://web.dev/articles/cls */
function layoutShift(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    await frame();
    await frame();
    const observer = new PerformanceObserver(() => {});
    observer.observe({ type: 'layout-shift', buffered: true });
    const shifts = observer.takeRecords() as (PerformanceEntry & Record<string, number>)[];
    return shifts.reduce((sum, shift) => sum + (shift.hadRecentInput ? 0 : (shift.value ?? 0)), 0);
  });
}

test('the form opens before its script loads, and keeps every key', async ({ me, page, site }) => {
  const sent = me.requestsTo(SIGNUP);
  const arrive = await me.hold(SCRIPTS);
  await page.goto('/', { waitUntil: 'commit' });
  await me.picture.tap();
  await expect(me.formTitle).toBeVisible();
  await expect(me.picture).toBeHidden();
  await me.back.tap();
  await me.picture.tap();
  await me.lastName.fill(ANA.lastName);
  await me.phone.fill(ANA.phone);
  if (consentVersion) {
    await expect(me.box).not.toBeChecked();
    await me.box.check();
  }
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
  expect((await site.memberWith(ANA.phone))?.consent).toBe(consentVersion);
});

test('what an input method composes while the script loads is not doubled', async ({
  me,
  page,
}) => {
  const arrive = await me.hold(SCRIPTS);
  await page.goto('/#join', { waitUntil: 'commit' });
  await me.phone.focus();
  const keyboard = await page.context().newCDPSession(page);
  const compose = (text: string) =>
    keyboard.send('Input.imeSetComposition', { text, selectionStart: 3, selectionEnd: 3 });
  await compose('555');
  arrive();
  await me.scriptArrived();
  await compose('5550');
  await keyboard.send('Input.insertText', { text: '5550100001' });
  await expect(me.phone).toHaveValue(ANA_FORMATTED.phone);
});

test('what a form filler entered stays, and so does the focus, if an extension changes the form', async ({
  me,
  page,
}) => {
  // React reports that a form has another node, and renders it anew.
  await page.addInitScript(() => addEventListener('error', (event) => event.preventDefault()));
  const arrive = await me.hold(SCRIPTS);
  await page.goto('/#join', { waitUntil: 'commit' });
  await me.firstName.evaluate((field: HTMLInputElement) => {
    field.before(document.createElement('extension-icon'));
    field.value = 'Aa';
    field.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await me.firstName.press('Home');
  await page.keyboard.press('ArrowRight');
  arrive();
  await expect(page.locator('extension-icon')).toHaveCount(0);
  await page.keyboard.type('n');
  await expect(me.firstName).toHaveValue('Ana');
});

test("a double tap's second press does nothing", async ({ me, page }) => {
  await me.openForm();
  const field = (await me.phone.boundingBox()) ?? { x: 0, y: 0, height: 0 };
  const touch = await page.context().newCDPSession(page);
  const start = Date.now();
  /** Taps where the first view has the picture, and the form the phone field. */
  async function tap(milliseconds: number, x = field.x + 30) {
    const timestamp = (start + milliseconds) / 1000;
    const touchPoints = [{ x, y: field.y + field.height / 2 }];
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints, timestamp });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp });
  }
  for (const [milliseconds, distance] of [
    [401, 0],
    [1, 24],
  ] as const) {
    await me.back.tap();
    await expect(me.picture).toBeFocused();
    await tap(60_000);
    await expect(me.formTitle).toBeFocused();
    await tap(60_399, field.x + 53);
    await expect(me.formTitle).toBeFocused();
    await tap(60_000 + milliseconds, field.x + 30 + distance);
    await expect(me.phone).toBeFocused();
  }
});

test('the first view and the empty form fit on the screen', async ({ me, page }) => {
  const title = me.heading(copy.site.product);
  const pitch = page.getByText(copy.landing.body, { exact: true });
  await page.goto('/');
  for (const [width, height] of [...SCREENS, [375, 667], [844, 390]] as const) {
    await page.setViewportSize({ width, height });
    for (const part of [title, page.locator('#hint'), page.locator('picture'), pitch])
      await expect(part).toBeInViewport({ ratio: part === pitch ? 0.1 : 1 });
    expect(await title.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  }
  await me.openForm();
  const sizes = [...SCREENS, [375, 553], [360, 640], [390, 664], [1280, 720], [844, 390]] as const;
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    for (const part of await page.locator('#signup :is(.field, .consent, button)').all())
      await expect.soft(part, `at ${width} x ${height}`).toBeInViewport({ ratio: 0.99 });
  }
});

test('nothing jumps on the way to my position and back', async ({ me, page }) => {
  await page.setViewportSize({ width: 320, height: 664 });
  await page.goto('/', { waitUntil: 'networkidle' });
  const sent = me.requestsTo(/\.(avif|webp)$/);
  // Fonts that arrive move the first view, too, which a test below measures.
  const before = await layoutShift(page);
  // A shift within 500 ms of a press does not count, so the response comes later.
  await page.route(SIGNUP, async (route) => {
    await sleep(700);
    await route.continue();
  });
  await me.picture.tap();
  await me.scriptArrived();
  await me.send({ ...ANA, phone: '555' });
  await expect(me.formError).toBeVisible();
  // A real key press removes the error.
  await me.phone.press('Backspace');
  await me.send(ANA);
  await expect(me.position(1)).toBeVisible();
  expect(sent).toHaveLength(0);
  await me.back.tap();
  await expect(me.picture).toBeVisible();
  expect((await layoutShift(page)) - before).toBeLessThan(0.005);
});

test('the sheet rises to the title, and sinks again', async ({ visitor }) => {
  const { page, picture, back, heading } = await visitor({ reducedMotion: 'no-preference' });
  await page.goto('/');
  const sheet = page.locator('.sheet');
  const movement = () =>
    sheet.evaluate(async (element) => {
      await new Promise((resolve) => element.addEventListener('transitionend', resolve));
    });
  const hasRisen = movement();
  await picture.tap();
  await hasRisen;
  const title = await heading(copy.site.product).boundingBox();
  const end = (title?.y ?? 0) + (title?.height ?? 0);
  expect(end).toBeLessThan((await sheet.boundingBox())?.y ?? 0);
  const hasSunk = movement();
  await back.tap();
  await hasSunk;
  await expect(sheet).toBeHidden();
});

test('fonts that arrive late hardly move anything', async ({ me, page }) => {
  const arrive = await me.hold(/\.woff2$/);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.locator('picture')).toBeInViewport();
  expect(await page.evaluate(() => document.fonts.status)).toBe('loading');
  arrive();
  await page.waitForLoadState('networkidle');
  await expect(page.locator('html')).toHaveAttribute('data-web-fonts');
  await page.evaluate(() => document.fonts.ready);
  // The name moves by 0.002, everything else by 0.001; a page that's too wide by 0.01 to 0.18.
  expect(await layoutShift(page)).toBeLessThan(0.005);
});

test('nothing moves when a member or an invited visitor is greeted', async ({ me }) => {
  // Fonts that arrive move the view too, which the test above measures.
  await me.page.route('**/*.woff2', (route) => route.abort());
  for (const greet of ['first view through a referral link', 'first view of a returning member']) {
    await VIEWS[greet]?.(me);
    expect(await layoutShift(me.page)).toBe(0);
  }
});
