import type { Page } from 'playwright/test';
import { KEYS } from '../../netlify/queue/queue.ts';
import { expect, test } from '../support/site.ts';
import {
  ANA,
  fillIn,
  pressJoin,
  SENT_BY_ANA,
  screen,
  scriptArrived,
  signups,
} from '../support/visitor.ts';

const SCRIPTS = '**/_astro/*.js';

/** A bad signal: scripts are asked for and do not come until `arrive` is called. */
async function holdScripts(page: Page) {
  const gate = Promise.withResolvers<void>();
  await page.route(SCRIPTS, async (route) => {
    await gate.promise;
    await route.continue();
  });
  return { arrive: () => gate.resolve() };
}

function requests(page: Page) {
  const types: string[] = [];
  page.on('request', (request) => types.push(request.resourceType()));
  return types;
}

test.describe('before I mean to join', () => {
  test('no script is asked for, and little else', async ({ page }) => {
    const types = requests(page);
    const paths: string[] = [];
    page.on('request', (request) => paths.push(new URL(request.url()).pathname));
    await page.goto('/', { waitUntil: 'networkidle' });
    expect(types).not.toContain('script');
    expect(paths.filter((path) => path.endsWith('.js'))).toEqual([]);
    const icons = paths.filter((path) => /favicon|icon/.test(path)).length;
    const count = (type: string) => types.filter((each) => each === type).length;
    expect(count('document')).toBe(1);
    expect(count('image') + count('other') - icons, 'the hero alone').toBe(1);
    expect(count('font'), "the headline's").toBeLessThanOrEqual(1);
    expect(types.filter((type) => !/document|image|other|font/.test(type))).toEqual([]);
  });

  test('scrolling, reading and tapping beside the picture ask for none', async ({ page }) => {
    const types = requests(page);
    await page.goto('/');
    await page.mouse.wheel(0, 300);
    await page.getByRole('heading', { name: 'Fabio' }).tap();
    await page.waitForTimeout(300);
    expect(types).not.toContain('script');
    await screen(page).picture.tap();
    await scriptArrived(page);
    expect(types).toContain('script');
  });

  test('a tap at once opens the form, whether or not a script has come', async ({ page }) => {
    await holdScripts(page);
    await page.goto('/', { waitUntil: 'commit' });
    await screen(page).picture.tap();
    await expect(screen(page).formTitle).toBeVisible();
    await expect(screen(page).picture).toBeHidden();
    await screen(page).back.tap();
    await expect(screen(page).picture).toBeVisible();
    await page.goBack();
    await expect(screen(page).formTitle).toBeVisible();
  });
});

test.describe('with scripts that take their time', () => {
  test('what I typed stays, and is sent once', async ({ page, site }) => {
    const sent = signups(page);
    const scripts = await holdScripts(page);
    await page.goto('/');
    await screen(page).picture.tap();
    await fillIn(page, ANA);
    scripts.arrive();
    await scriptArrived(page);
    await expect(screen(page).firstName).toHaveValue('Ana');
    await expect(screen(page).lastName).toHaveValue('Lee');
    await expect(screen(page).phone).toHaveValue('(555) 010-0001');
    await pressJoin(page);
    await expect(screen(page).place(1)).toBeVisible();
    expect(sent.bodies()).toEqual([SENT_BY_ANA]);
    expect(await site.redis.hlen(KEYS.members)).toBe(1);
  });

  test('I go on typing while they arrive, and not a letter is lost', async ({ page }) => {
    const scripts = await holdScripts(page);
    await page.goto('/');
    await screen(page).picture.tap();
    await screen(page).firstName.focus();
    await page.keyboard.type('Maria');
    scripts.arrive();
    await page.keyboard.type(' Magdalena');
    await scriptArrived(page);
    await expect(screen(page).firstName).toBeFocused();
    await page.keyboard.type(' Ana');
    await expect(screen(page).firstName).toHaveValue('Maria Magdalena Ana');
  });

  test('I press the button before they come, and am in line', async ({ page, site, visitor }) => {
    await holdScripts(page);
    await page.goto('/');
    await screen(page).picture.tap();
    await fillIn(page, ANA);
    await pressJoin(page);
    await expect(screen(page).place(1)).toBeVisible();
    const link = await screen(page).link.inputValue();
    expect(await site.redis.hlen(KEYS.members)).toBe(1);

    const friend = await visitor();
    await holdScripts(friend);
    await friend.goto(link);
    await screen(friend).picture.tap();
    await fillIn(friend, { firstName: 'Bea', lastName: 'Ito', phone: '555 010 0002' });
    await pressJoin(friend);
    await expect(screen(friend).confirmation).toBeVisible();
    expect(await site.redis.zrange(KEYS.queue, 0, 0, 'WITHSCORES')).toContain('-4');
  });

  test('where scripts are blocked I join all the same', async ({ page, site, allow }) => {
    allow(/^console: Failed to load resource/, /Error hydrating/, /dynamically imported module/);
    await page.route(SCRIPTS, (route) => route.abort());
    await page.goto('/#join');
    await fillIn(page, ANA);
    await pressJoin(page);
    await expect(screen(page).place(1)).toBeVisible();
    expect(await site.redis.hlen(KEYS.members)).toBe(1);
  });
});

test('a link straight to the form brings the script with it', async ({ page }) => {
  await page.goto('/#join');
  await scriptArrived(page);
  await expect(screen(page).formTitle).toBeVisible();
});

test('a face that comes late moves its own letters and nothing else', async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const shift = Reflect.get(window, 'shift') + Reflect.get(entry, 'value');
        Reflect.set(window, 'shift', shift);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.route('**/*.woff2', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await route.continue();
  });
  await page.goto('/');
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(500);
  // The name's own letters, 0.001; with the page wider than the screen it was 0.01, up to 0.18.
  expect(await page.evaluate(() => Reflect.get(window, 'shift'))).toBeLessThan(0.003);
});
