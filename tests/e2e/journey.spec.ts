import { createHash } from 'node:crypto';
import type { Page } from 'playwright/test';
import { KEYS } from '../../netlify/queue/keys.ts';
import { SIGNUP_PATH } from '../../src/waitlist/shared/contract.ts';
import { MESSAGES } from '../../src/waitlist/shared/messages.ts';
import { SPOTS_PER_FRIEND } from '../../src/waitlist/shared/referral.ts';
import { expect, test } from '../support/site.ts';
import {
  ANA,
  ANA_SENT,
  BEA,
  codeIn,
  FAILED_REQUEST,
  join,
  keyOf,
  openForm,
  requestsTo,
  screen,
  scriptArrived,
  send,
} from '../support/visitor.ts';

test('I tap the picture, join, and see my position and my link', async ({ page, site }) => {
  for (let ahead = 0; ahead < 12; ahead += 1) await site.member();
  const sent = requestsTo(page, SIGNUP_PATH);
  const calls: string[] = [];
  page.on('request', (request) => {
    if (['fetch', 'xhr', 'ping'].includes(request.resourceType())) calls.push(request.url());
  });
  await page.goto('/');
  await screen(page).picture.tap();
  await expect(screen(page).formTitle).toBeVisible();
  await scriptArrived(page);
  const line = (await page.getByText(/^By joining you agree/).textContent()) ?? '';
  await send(page, ANA);
  await expect(screen(page).greeting('Ana')).toBeVisible();
  await expect(screen(page).position(13)).toBeVisible();
  await expect(page.getByText(/each friend .* moves you up 5 spots/i)).toBeVisible();
  await expect(screen(page).formTitle).toBeHidden();

  const link = await screen(page).link.inputValue();
  expect(link).toBe(`${site.origin}/?ref=${codeIn(link)}`);
  await expect(screen(page).link).not.toBeEditable();
  expect(await site.redis.zrank(KEYS.queue, codeIn(link))).toBe(12);
  // One call for all of it, with digits alone, and the version of the line she saw is kept.
  expect(calls).toEqual([site.origin + SIGNUP_PATH]);
  expect(sent.map((request) => request.postDataJSON())).toEqual([ANA_SENT]);
  const version = createHash('sha256').update(line).digest('hex').slice(0, 8);
  expect((await site.memberWith(ANA.phone))?.consent).toBe(version);
});

test('a name in any script comes back as I wrote it, and runs nothing', async ({ page }) => {
  await openForm(page);
  for (const [i, name] of [
    `<b>"><img src=x onerror=alert(1)>'`,
    "{position} {firstName} &amp; $& \\ O'Neil",
    'ليلى 李小龍 👩🏽‍🚀',
  ].entries()) {
    await test.step(name, async () => {
      await send(page, { firstName: ` ${name} `, lastName: name, phone: `555010020${i}` });
      await expect(screen(page).greeting(name)).toBeVisible();
      await expect(page.locator('.confirmation :is(b, img)')).toHaveCount(0);
      await screen(page).back.tap();
      await expect(screen(page).seeSpot(name)).toBeVisible();
      await expect(page.locator('#line :is(b, img)')).toHaveCount(0);
      await screen(page).picture.tap();
    });
  }
});

test.describe('going back', () => {
  test('leads from the form to the picture, and forward to the form again', async ({ page }) => {
    const { picture, formTitle, back } = screen(page);
    const atForm = async () => {
      await expect(formTitle).toBeVisible();
      await expect(picture).toBeHidden();
    };
    const atPicture = async () => {
      await expect(picture).toBeVisible();
      await expect(formTitle).toBeHidden();
    };
    await page.goto('/');
    await picture.tap();
    await atForm();
    await page.reload();
    await atForm();
    await page.goBack();
    await atPicture();
    await page.goForward();
    await atForm();
    await back.tap();
    await atPicture();
  });

  test('clears my result, so my sister can join on my phone', async ({ page, site }) => {
    const sent = requestsTo(page, SIGNUP_PATH);
    const { picture, confirmation, firstName, lastName, phone } = screen(page);
    const expectEmptyForm = async () => {
      for (const field of [firstName, lastName, phone]) await expect(field).toHaveValue('');
      await expect(confirmation).toBeHidden();
    };
    await join(page, ANA);
    await screen(page).back.tap();
    await expect(confirmation).toBeHidden();
    await picture.tap();
    await expectEmptyForm();
    await send(page, BEA);
    await expect(screen(page).position(2)).toBeVisible();
    expect(new Set(sent.map(keyOf)).size).toBe(2);
    expect(await site.redis.hlen(KEYS.members)).toBe(2);

    await page.goBack(); // As her phone does it.
    await expect(screen(page).seeSpot('Bea')).toBeVisible();
    await page.goForward();
    await expectEmptyForm();
  });
});

test('the friend who invited me is kept over opening, going back, an error and a reload', async ({
  page,
  site,
  allow,
}) => {
  allow(FAILED_REQUEST);
  const inviter = await site.member({ phone: BEA.phone });
  await page.goto(`/?ref=${inviter}`);
  await screen(page).picture.tap();
  await screen(page).back.tap();
  await screen(page).picture.tap();
  await page.goBack();
  await screen(page).picture.tap();
  await scriptArrived(page);
  await send(page, { ...ANA, phone: BEA.phone });
  await expect(screen(page).message).toHaveText(MESSAGES.registered);
  await page.reload();
  await scriptArrived(page);
  await send(page, ANA);
  await expect(screen(page).position(2)).toBeVisible();
  expect(await site.scoreOf(inviter)).toBe(1 - SPOTS_PER_FRIEND);
});

test.describe('copying my link', () => {
  const selectedText = (page: Page) =>
    screen(page).link.evaluate((field: HTMLInputElement) =>
      field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0),
    );

  test('works in an app without a clipboard', async ({ page }) => {
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

  test('where it is refused, the link is selected and I am told', async ({ page }) => {
    await page.addInitScript(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'));
      document.execCommand = () => false;
    });
    const link = await join(page, ANA);
    await screen(page).copy.tap();
    await expect(screen(page).message).toContainText('copy it by hand');
    expect(await selectedText(page)).toBe(link);
  });

  test('by hand: a tap selects all of it', async ({ page }) => {
    const link = await join(page, ANA);
    await screen(page).link.tap();
    await expect.poll(() => selectedText(page)).toBe(link);
  });
});
