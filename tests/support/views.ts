import { expect } from 'playwright/test';
import { statusHash } from '../../src/waitlist/shared/links.ts';
import { MESSAGES } from '../../src/waitlist/shared/messages.ts';
import { copy } from './copy.ts';
import { ANA, SCRIPTS, SIGNUP, STATUS, type VisitorPage } from './visitor.ts';
import { NOBODY } from './waitlist.ts';

/** 50 letters, the most that a name can have. */
const LONG_NAME = 'Wolfeschlegelsteinhausenbergerdorffwelchevorfahren';

async function sendWithoutScript(me: VisitorPage, phone: string) {
  await me.page.route(SCRIPTS, (route) => route.abort());
  await me.page.goto('/#join');
  await me.send({ ...ANA, phone });
  await me.page.waitForURL(SIGNUP);
}

async function joinAt(me: VisitorPage, position: number, firstName: string) {
  await me.fulfill(SIGNUP, { position, ...NOBODY });
  await me.join({ ...ANA, firstName });
}

export async function openStatus(me: VisitorPage, status: object) {
  await me.fulfill(STATUS, status);
  await me.page.goto(`/${statusHash(NOBODY)}`);
}

/** Width and height in pixels. */
export const SCREENS = [
  [320, 568],
  [390, 844],
  [768, 1024],
  [1280, 800],
] as const;

/** Every view, and how to get there from an empty waitlist in a browser that remembers nothing. */
export const VIEWS: Record<string, (me: VisitorPage) => Promise<unknown>> = {
  'first view': ({ page }) => page.goto('/'),
  'first view of a returning member': async (me) => {
    // A longer name isn't shown.
    const name = LONG_NAME.slice(0, 10);
    await joinAt(me, 1, name);
    await me.page.goto('/');
    await expect(me.returningLine(name)).toBeVisible();
  },
  'first view through a referral link': async ({ page, badge }) => {
    await page.goto(`/?ref=${NOBODY.referralCode}`);
    await expect(badge).toBeVisible();
  },
  form: (me) => me.openForm(),
  'form with an error': async (me) => {
    await me.openForm();
    await me.send({ ...ANA, phone: '555' });
    await expect(me.message).toHaveText(MESSAGES.invalid_phone);
  },
  'confirmation of a long name and position 1,234,567, copy refused': async (me) => {
    await joinAt(me, 1_234_567, LONG_NAME);
    await me.page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
      document.execCommand = () => false;
    });
    await me.copy.click();
    await expect(me.message).not.toBeEmpty();
  },
  'error without script': async (me) => {
    await sendWithoutScript(me, '12');
    await expect(me.message).toHaveText(MESSAGES.invalid_phone);
  },
  'confirmation without script': async (me) => {
    await sendWithoutScript(me, ANA.phone);
    await expect(me.position(1)).toBeVisible();
  },
  'status with friends, moved up, QR code and share picture': async (me) => {
    await me.page.addInitScript(() => {
      navigator.share = () => Promise.resolve();
    });
    await joinAt(me, 21, 'Ana');
    await openStatus(me, { position: 12, referralCount: 2 });
    await me.leave.click();
    await me.showCode.click();
    await expect(me.code).toBeVisible();
    if (!copy.share.open) return;
    await me.sharePictureButton.click();
    await expect(me.cover('Ana', '12')).toBeVisible();
  },
  'status of an admitted member': async (me) => {
    await openStatus(me, { position: null, referralCount: 1 });
    await expect(me.admitted).toBeVisible();
  },
  'status link that is cut off': async ({ page, joinAgain }) => {
    await page.goto('/#spot=nobody');
    await expect(joinAgain).toBeVisible();
  },
  about: ({ page }) => page.goto('/about'),
  privacy: ({ page }) => page.goto('/privacy'),
  'not found': ({ page }) => page.goto('/nope'),
};
