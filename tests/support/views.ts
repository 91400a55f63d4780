import { expect } from 'playwright/test';
import { SIGNUP_ERRORS } from '../../src/waitlist/shared/contract.ts';
import {
  ANA,
  SCRIPTS,
  SIGNUP,
  STATUS,
  UNKNOWN_CODE,
  UNKNOWN_STATUS,
  type Visit,
} from './visitor.ts';
import { words } from './words.ts';

/** As long as a name can be. */
const LONG_NAME = 'Wolfeschlegelsteinhausenbergerdorffwelchevorfahren';

/** The form is sent before React has it; a page of the function's answers. */
async function sendWithoutScript(me: Visit, phone: string) {
  await me.page.route(SCRIPTS, (route) => route.abort());
  await me.page.goto('/#join');
  await me.send({ ...ANA, phone });
  await me.page.waitForURL(SIGNUP);
}

/** Width and height in pixels: the screens on which people look at each of them. */
export const SCREENS = [
  [320, 568],
  [390, 844],
  [768, 1024],
  [1280, 800],
] as const;

/** Every view there is, and the way to it from an empty list. */
export const VIEWS: Record<string, (me: Visit) => Promise<unknown>> = {
  'first view': ({ page }) => page.goto('/'),
  'first view for whoever is in line': async ({ page, seeStatus }) => {
    const spot = `${UNKNOWN_STATUS} ${LONG_NAME}`;
    await page.addInitScript((kept) => localStorage.setItem('member', kept), spot);
    await page.goto('/');
    await expect(seeStatus(LONG_NAME)).toBeVisible();
  },
  "first view through a friend's link": async ({ page, badge }) => {
    await page.goto(`/?ref=${UNKNOWN_CODE}`);
    await expect(badge).toBeVisible();
  },
  form: (me) => me.openForm(),
  "form through a friend's link": async ({ openForm, badge }) => {
    await openForm(`/?ref=${UNKNOWN_CODE}`);
    await expect(badge).toBeVisible();
  },
  'form with a complaint': async (me) => {
    await me.openForm();
    await me.send({ ...ANA, phone: '555' });
    await expect(me.message).toHaveText(SIGNUP_ERRORS.invalid_phone);
  },
  sending: async (me) => {
    await me.page.route(SIGNUP, () => {});
    await me.openForm();
    await me.send(ANA);
    await expect(me.sendingButton).toBeVisible();
  },
  'confirmation with a long name, copied': async (me) => {
    await me.page.context().grantPermissions(['clipboard-write']);
    await me.join({ ...ANA, firstName: LONG_NAME });
    await me.copy.click();
    await expect(me.message).not.toBeEmpty();
  },
  'confirmation far back, copy refused': async (me) => {
    await me.page.addInitScript(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
      document.execCommand = () => false;
    });
    const told = { referralCode: UNKNOWN_CODE, statusToken: 'abcDEF1234' };
    const json = { success: true, position: 1_234_567, ...told };
    await me.page.route(SIGNUP, (route) => route.fulfill({ json }));
    await me.join(ANA);
    await me.copy.click();
    await expect(me.message).not.toBeEmpty();
  },
  'complaint without script': async (me) => {
    await sendWithoutScript(me, '12');
    await expect(me.message).toHaveText(SIGNUP_ERRORS.invalid_phone);
  },
  'confirmation without script': async (me) => {
    await sendWithoutScript(me, ANA.phone);
    await expect(me.position(1)).toBeVisible();
  },
  'her spot, with friends, QR code and cover': async (me) => {
    await me.page.addInitScript(() => {
      navigator.share = () => Promise.resolve();
    });
    const json = { success: true, position: 12, friendsJoined: 2 };
    await me.page.route(STATUS, (route) => route.fulfill({ json }));
    await me.page.goto(`/#spot=${UNKNOWN_STATUS}`);
    await me.takeMeOff.click();
    await me.showCode.click();
    await expect(me.code).toBeVisible();
    await me.page
      .getByRole('button', { name: words.signup.sharePicture.open, exact: true })
      .click();
    await expect(me.page.getByText(words.signup.sharePicture.save, { exact: true })).toBeVisible();
  },
  'her spot, moved up': async ({ page, position }) => {
    const spot = `${UNKNOWN_STATUS}#21 Ana`;
    await page.addInitScript((kept) => localStorage.setItem('member', kept), spot);
    const json = { success: true, position: 12, friendsJoined: 2 };
    await page.route(STATUS, (route) => route.fulfill({ json }));
    await page.goto(`/#spot=${UNKNOWN_STATUS}`);
    await expect(position(12)).toBeVisible();
  },
  'let in': async (me) => {
    const json = { success: true, admitted: true, friendsJoined: 1 };
    await me.page.route(STATUS, (route) => route.fulfill({ json }));
    await me.page.goto(`/#spot=${UNKNOWN_STATUS}`);
    await expect(me.admitted).toBeVisible();
  },
  'left the list': async (me) => {
    await me.join(ANA);
    await me.takeMeOff.click();
    await me.reallyLeave.click();
    await expect(me.left).toBeVisible();
  },
  'no such spot': async ({ page, joinAgain }) => {
    await page.goto('/#spot=nobody');
    await expect(joinAgain).toBeVisible();
  },
  about: ({ page }) => page.goto('/about'),
  privacy: ({ page }) => page.goto('/privacy'),
  'not found': ({ page }) => page.goto('/nope'),
};
