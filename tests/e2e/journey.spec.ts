import type { Page } from 'playwright/test';
import { joinQueue, KEYS } from '../../netlify/queue/queue.ts';
import { SIGNUP_PATH } from '../../src/waitlist/shared/contract.ts';
import { expect, type Site, test } from '../support/site.ts';
import {
  ANA,
  BEA,
  CLEO,
  codeIn,
  FAILED_REQUEST,
  fillIn,
  join,
  openForm,
  pressJoin,
  SENT_BY_ANA,
  screen,
  signups,
  smsText,
  UNKNOWN_CODE,
} from '../support/visitor.ts';
import { someone } from '../support/waitlist.ts';

const CLIPBOARD = ['clipboard-read', 'clipboard-write'];

async function queueOf(site: Site, count: number) {
  for (let i = 0; i < count; i += 1) await joinQueue(site.upstash, someone());
}

const placeOf = async (site: Site, link: string) =>
  Number(await site.redis.zrank(KEYS.queue, codeIn(link))) + 1;

const selectedText = (page: Page) =>
  screen(page).link.evaluate((field: HTMLInputElement) =>
    field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0),
  );

test.describe('joining', () => {
  test('I tap the picture, join, and see my place in line and my link', async ({ page, site }) => {
    await queueOf(site, 12);
    const link = await join(page, ANA);
    await expect(screen(page).greeting('Ana')).toBeVisible();
    await expect(screen(page).place(13)).toBeVisible();
    expect(await placeOf(site, link)).toBe(13);
    expect(link).toBe(`${site.origin}/?ref=${codeIn(link)}`);
    await expect(screen(page).link).not.toBeEditable();
    await expect(page.getByText(/each friend .* moves you up 5 spots/i)).toBeVisible();
    await expect(screen(page).formTitle).toBeHidden();
  });

  test('two friends join through my link, and each moves me up five', async ({
    page,
    site,
    visitor,
  }) => {
    await queueOf(site, 12);
    const link = await join(page, ANA);
    const [bea, cleo] = [await visitor(), await visitor()];

    await join(bea, BEA, link);
    await expect(screen(bea).place(14)).toBeVisible();
    expect([await placeOf(site, link), await site.scoreOf(codeIn(link))]).toEqual([8, 13 - 5]);

    await join(cleo, CLEO, link);
    await expect(screen(cleo).place(15)).toBeVisible();
    expect([await placeOf(site, link), await site.scoreOf(codeIn(link))]).toEqual([3, 13 - 10]);
    expect(await site.redis.get(KEYS.joined)).toBe('15');
  });

  test('I am greeted with my name as I wrote it', async ({ page }) => {
    const name = "María-{position} $& O'Neil";
    await join(page, { ...ANA, firstName: `  ${name} ` });
    await expect(screen(page).greeting(name)).toBeVisible();
  });

  test('a name in any script comes back as I wrote it, and runs nothing', async ({ page }) => {
    const names = [
      '<script>alert(1)</script>',
      `"><img src=x onerror=alert(1)>'`,
      '{{phone}} {link} {position} &amp; $& \\',
      'javascript:alert(1)//#{7*7}',
      '李小龍',
      'ليلى',
      '\u202eAna\u2066',
      '🥀👩🏽‍🚀',
      'Zoë\u0301\u0323',
    ];
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => dialogs.push(dialog.message()));
    await openForm(page);
    for (const [i, name] of names.entries()) {
      await test.step(name, async () => {
        await fillIn(page, { firstName: name, lastName: name, phone: `555010020${i}` });
        await pressJoin(page);
        await expect(page.locator('#greeting')).toHaveText(`You're in line, ${name}!`);
        expect(await smsText(screen(page).share)).not.toContain(name);
        await expect(page.locator('.confirmation :is(script, img)')).toHaveCount(0);
        await screen(page).back.tap();
        await screen(page).picture.tap();
      });
    }
    expect(dialogs).toEqual([]);
  });

  test('from the first tap to my place, my browser makes one call', async ({ page }) => {
    const calls: string[] = [];
    page.on('request', (request) => {
      if (!/^(document|script|image|font|manifest)$/.test(request.resourceType())) {
        calls.push(`${request.method()} ${new URL(request.url()).pathname}`);
      }
    });
    await join(page, ANA);
    await page.waitForTimeout(1000);
    expect(calls.filter((call) => !call.endsWith('favicon.svg'))).toEqual([`POST ${SIGNUP_PATH}`]);
  });

  test('only the digits of my phone are sent, once', async ({ page }) => {
    const sent = signups(page);
    await join(page, { ...ANA, phone: '(555) 010-0001' });
    expect(sent.bodies()).toEqual([SENT_BY_ANA]);
  });

  test('nothing about me stands in the log', async ({ page, site }) => {
    const link = await join(page, { ...ANA, firstName: 'Wilhelmina', lastName: 'Quackenbush' });
    expect(site.output()).toContain('"outcome":"joined"');
    expect(site.output()).not.toMatch(/Wilhelmina|Quackenbush|0100001/);
    expect(site.output()).not.toContain(codeIn(link));
  });
});

test.describe('sharing', () => {
  test('the text to a friend holds my link and is one short message', async ({ page }) => {
    const link = await join(page, ANA);
    const text = await smsText(screen(page).share);
    expect(text).toContain(link);
    // GSM 03.38: one that is not in its alphabet would make it 70 characters a message.
    expect(text).toMatch(/^[\w@£$¥èéùìòÇØøÅåÄÖÑÜ§¿äöñüà !"#¤%&'()*+,\-./:;<=>?¡\n\r]*$/);
    expect(text.length).toBeLessThanOrEqual(160);
  });

  test('"Referral link copied!" is true', async ({ page, context }) => {
    await context.grantPermissions(CLIPBOARD);
    const link = await join(page, ANA);
    await screen(page).copy.tap();
    await expect(screen(page).message).toHaveText('Referral link copied!');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  });

  test('in an app without a clipboard the link is copied all the same', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined });
    });
    const link = await join(page, ANA);
    await screen(page).copy.tap();
    await expect(screen(page).message).toHaveText('Referral link copied!');
    await screen(page).back.tap();
    await screen(page).picture.tap();
    await screen(page).firstName.press('ControlOrMeta+v');
    await expect(screen(page).firstName).toHaveValue(link);
  });

  test('where copying is refused the link is selected and I am told', async ({ page }) => {
    await page.addInitScript(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'));
      document.execCommand = () => false;
    });
    const link = await join(page, ANA);
    await screen(page).copy.tap();
    await expect(screen(page).message).toContainText('copy it by hand');
    await expect(screen(page).message).not.toContainText('copied');
    expect(await selectedText(page)).toBe(link);
  });

  test('a tap on the link selects all of it', async ({ page }) => {
    const link = await join(page, ANA);
    await screen(page).link.tap();
    await expect.poll(() => selectedText(page)).toBe(link);
  });
});

test.describe('going back', () => {
  for (const [how, goBack] of [
    ['"Back to home"', (page: Page) => screen(page).back.tap()],
    ["the phone's own back", (page: Page) => page.goBack()],
  ] as const) {
    test(`${how} clears the result, and the form is empty again`, async ({ page }) => {
      await join(page, ANA);
      await goBack(page);
      const { picture, confirmation, firstName, lastName, phone } = screen(page);
      await expect(picture).toBeVisible();
      await expect(confirmation).toBeHidden();
      await picture.tap();
      for (const field of [firstName, lastName, phone]) await expect(field).toHaveValue('');
      await expect(confirmation).toBeHidden();
    });

    test(`${how} leads from the form to the picture`, async ({ page }) => {
      await openForm(page);
      await goBack(page);
      await expect(screen(page).picture).toBeVisible();
      await expect(screen(page).formTitle).toBeHidden();
    });
  }

  test('back and forward, and I am at the form again', async ({ page }) => {
    await openForm(page);
    await page.goBack();
    await expect(screen(page).picture).toBeVisible();
    await page.goForward();
    await expect(screen(page).formTitle).toBeVisible();
    await expect(screen(page).picture).toBeHidden();
  });

  test('back and forward after joining shows an empty form, not the old result', async ({
    page,
  }) => {
    await join(page, ANA);
    await page.goBack();
    await page.goForward();
    await expect(screen(page).formTitle).toBeVisible();
    await expect(screen(page).firstName).toHaveValue('');
    await expect(screen(page).confirmation).toBeHidden();
  });

  test('a reload at the form stays at the form', async ({ page }) => {
    await openForm(page);
    await page.reload();
    await expect(screen(page).formTitle).toBeVisible();
    await expect(screen(page).picture).toBeHidden();
  });
});

test.describe('the friend who invited me', () => {
  test('is kept over opening, going back, an error and a reload', async ({ page, site, allow }) => {
    allow(FAILED_REQUEST);
    const inviter = someone();
    const joined = await joinQueue(site.upstash, inviter);
    if (joined.outcome !== 'joined') throw new Error(joined.outcome);
    const sent = signups(page);

    await openForm(page, `/?ref=${joined.referralCode}`);
    await screen(page).back.tap();
    await screen(page).picture.tap();
    await page.goBack();
    await screen(page).picture.tap();
    await fillIn(page, { ...ANA, phone: inviter.signup.phone });
    await pressJoin(page);
    await expect(screen(page).message).toHaveText('This phone number is already on the waitlist!');
    await page.reload();
    await fillIn(page, ANA);
    await pressJoin(page);
    await expect(screen(page).place(2)).toBeVisible();

    expect(sent.bodies().map(({ referralCode }) => referralCode)).toEqual([
      joined.referralCode,
      joined.referralCode,
    ]);
    expect(await site.scoreOf(joined.referralCode)).toBe(1 - 5);
  });

  test('does not stop me when the code is wrong', async ({ page, site }) => {
    const codes = [UNKNOWN_CODE, 'nobody', '%3Cscript%3E', ''];
    for (const [i, code] of codes.entries()) {
      await page.goto('/about'); // From one #join to the next the page would not load again.
      await join(page, { ...ANA, phone: `555010020${i}` }, `/?ref=${code}`);
      await expect(screen(page).place(i + 1)).toBeVisible();
    }
    expect(await site.redis.zcard(KEYS.queue)).toBe(codes.length);
  });
});
