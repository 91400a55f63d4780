import type { Page } from 'playwright/test';
import { KEYS } from '../../netlify/queue/keys.ts';
import { SIGNUP_PATH } from '../../src/waitlist/shared/contract.ts';
import { fill } from '../../src/waitlist/shared/fill.ts';
import { MESSAGES } from '../../src/waitlist/shared/messages.ts';
import { SPOTS_PER_FRIEND } from '../../src/waitlist/shared/referral.ts';
import { expect, test } from '../support/site.ts';
import { ANA, BEA, codeIn, keyOf, SIGNUP } from '../support/visitor.ts';
import { positionText, words } from '../support/words.ts';

test('I tap the picture, join, and see my position and my link', async ({ me, page, site }) => {
  for (let ahead = 0; ahead < 12; ahead += 1) await site.member();
  const sent = me.requestsTo(SIGNUP);
  const calls: string[] = [];
  page.on('request', (request) => {
    if (['fetch', 'xhr', 'ping'].includes(request.resourceType())) calls.push(request.url());
  });
  await page.goto('/');
  await expect(me.picture).toHaveAccessibleDescription(words.landing.hero.alt);
  await me.picture.tap();
  await expect(me.formTitle).toBeVisible();
  await me.scriptArrived();
  await expect(me.region(words.signup.form.title)).toBeVisible();
  await expect(page).toHaveTitle(words.signup.form.title);
  await me.send(ANA);
  await expect(me.greeting('Ana')).toBeVisible();
  await expect(me.position(13)).toBeVisible();
  await expect(page.getByText(words.signup.confirmation.note, { exact: true })).toBeVisible();
  await expect(me.region(positionText(13))).toBeVisible();
  await expect(page).toHaveTitle(fill(words.signup.confirmation.position, { position: '13' }));
  await expect(me.formTitle).toBeHidden();

  const link = await me.link.inputValue();
  expect(link).toBe(`${site.origin}/?ref=${codeIn(link)}`);
  await expect(me.link).not.toBeEditable();
  expect(await site.redis.zrank(KEYS.queue, codeIn(link))).toBe(12);
  // One call for all of it, with digits alone, and no consent, since she ticked no box.
  expect(calls).toEqual([site.origin + SIGNUP_PATH]);
  expect(sent.map((request) => request.postDataJSON())).toEqual([ANA]);
  expect((await site.memberWith(ANA.phone))?.consent).toBeUndefined();
});

test('a name in any script comes back as I wrote it, and runs nothing', async ({ me, page }) => {
  await me.openForm();
  for (const [i, name] of [
    `<b>"><img src=x onerror=alert(1)>'`,
    "{position} {firstName} &amp; $& \\ O'Neil",
    'ليلى 李小龍 👩🏽‍🚀',
  ].entries()) {
    await me.send({ firstName: ` ${name} `, lastName: name, phone: `555010020${i}` });
    await expect(me.greeting(name)).toBeVisible();
    await expect(page.locator('.confirmation :is(b, img)')).toHaveCount(0);
    await me.back.tap();
    await expect(me.seeSpot(name)).toBeVisible();
    await expect(page.locator('#line :is(b, img)')).toHaveCount(0);
    await me.picture.tap();
  }
});

test.describe('going back', () => {
  test('leads from the form to the picture, and forward to the form', async ({ me, page }) => {
    await page.goto('/');
    await me.picture.tap();
    await page.reload();
    await expect(me.formTitle).toBeVisible();
    await page.goBack();
    await expect(me.picture).toBeVisible();
    await expect(me.formTitle).toBeHidden();
    await page.goForward();
    await expect(me.formTitle).toBeVisible();
    await me.back.tap();
    await expect(me.formTitle).toBeHidden();
  });

  test('clears my result, so my sister can join on my phone', async ({ me, page, site }) => {
    const sent = me.requestsTo(SIGNUP);
    await me.join(ANA);
    await me.back.tap();
    await expect(me.confirmation).toBeHidden();
    await me.picture.tap();
    await me.expectForm('', { firstName: '', lastName: '', phone: '' });
    await me.send(BEA);
    await expect(me.position(2)).toBeVisible();
    expect(new Set(sent.map(keyOf)).size).toBe(2);
    expect(await site.memberCount()).toBe(2);

    await page.goBack(); // As her phone does it.
    await expect(me.seeSpot('Bea')).toBeVisible();
    await expect(page).toHaveTitle(words.landing.title);
    await page.goForward();
    await expect(me.greeting('Bea')).toBeVisible();
    await page.reload();
    await expect(me.greeting('Bea')).toBeVisible();
    await page.goBack();
    await expect(me.seeSpot('Bea')).toBeVisible();
  });
});

test('who invited me is kept, whatever comes between', async ({ me, page, site, allow }) => {
  allow(/Failed to load resource/);
  const inviter = await site.member({ phone: BEA.phone });
  await page.goto(`/?ref=${inviter}`);
  await me.picture.tap();
  await me.back.tap();
  await me.picture.tap();
  await page.goBack();
  await me.picture.tap();
  await me.scriptArrived();
  await me.send({ ...ANA, phone: BEA.phone });
  await me.expectForm(MESSAGES.registered, { ...ANA, phone: '(555) 010-0002' });
  await expect(me.phone).toBeFocused();
  await me.expectMistake(me.phone, MESSAGES.registered);
  await page.reload();
  await me.scriptArrived();
  await me.send(ANA);
  await expect(me.position(2)).toBeVisible();
  expect(await site.scoreOf(inviter)).toBe(1 - SPOTS_PER_FRIEND);
});

test.describe('copying my link', () => {
  const selectedText = (page: Page) => page.evaluate(() => `${getSelection()}`);

  test('works in an app without a clipboard', async ({ me, page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined });
    });
    const link = await me.join(ANA);
    // In the page: what the screen shows of it may have moved.
    const place = () =>
      me.shareWithMe.evaluate((it: HTMLElement) => [it.offsetLeft, it.offsetTop, it.offsetWidth]);
    const before = await place();
    await me.copy.tap();
    await expect(me.copied).toBeVisible();
    expect(await place()).toEqual(before);
    await expect(me.message).toHaveText(words.signup.confirmation.copied);
    await me.back.tap();
    await me.picture.tap();
    await me.firstName.press('ControlOrMeta+v');
    await expect(me.firstName).toHaveValue(link);
  });

  test('where it is refused, the link is selected and I am told', async ({ me, page }) => {
    await page.addInitScript(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'));
      document.execCommand = () => false;
    });
    const link = await me.join(ANA);
    await me.copy.tap();
    await expect(me.message).toHaveText(words.signup.confirmation.refused);
    expect(await selectedText(page)).toBe(link);
  });

  test('by hand: a tap selects all of it', async ({ me, page }) => {
    const link = await me.join(ANA);
    await me.link.tap();
    await expect.poll(() => selectedText(page)).toBe(link);
  });
});
