import { expect, type Page } from 'playwright/test';
import { SIGNUP_ERRORS } from '../../src/waitlist/shared/contract.ts';
import {
  ANA,
  join,
  openForm,
  SCRIPTS,
  SIGNUP,
  STATUS,
  screen,
  send,
  UNKNOWN_CODE,
} from './visitor.ts';

const LONG_NAME = 'Wolfeschlegelsteinhausenbergerdorff';

/** A position far back, told to whoever joins. */
async function farBack(page: Page) {
  const json = { success: true, position: 1_234_567, referralCode: UNKNOWN_CODE };
  await page.route(SIGNUP, (route) => route.fulfill({ json }));
}

/** The form is sent before React has it; a page of the function's answers. */
async function sendWithoutScript(page: Page, phone: string) {
  await page.route(SCRIPTS, (route) => route.abort());
  await page.goto('/#join');
  await send(page, { ...ANA, phone });
  await page.waitForURL(SIGNUP);
}

/** Every view there is, and the way to it from an empty list. */
export const VIEWS: Record<string, (page: Page) => Promise<unknown>> = {
  'first view': (page) => page.goto('/'),
  'first view for whoever is in line': async (page) => {
    const spot = `${UNKNOWN_CODE} ${LONG_NAME}`;
    await page.addInitScript((kept) => localStorage.setItem('spot', kept), spot);
    await page.goto('/');
    await expect(screen(page).seeSpot(LONG_NAME)).toBeVisible();
  },
  "first view through a friend's link": async (page) => {
    await page.goto(`/?ref=${UNKNOWN_CODE}`);
    await expect(screen(page).savedSpot).toBeVisible();
  },
  form: (page) => openForm(page),
  'form with a complaint': async (page) => {
    await openForm(page);
    await send(page, { ...ANA, phone: '555' });
    await expect(screen(page).message).toHaveText(SIGNUP_ERRORS.invalid_phone);
  },
  sending: async (page) => {
    await page.route(SIGNUP, () => {});
    await openForm(page);
    await send(page, ANA);
    await expect(screen(page).sendingButton).toBeVisible();
  },
  'confirmation with a long name, copied': async (page) => {
    await page.context().grantPermissions(['clipboard-write']);
    await join(page, { ...ANA, firstName: LONG_NAME });
    await screen(page).copy.click();
    await expect(screen(page).message).not.toBeEmpty();
  },
  'confirmation far back, copy refused': async (page) => {
    await page.addInitScript(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
      document.execCommand = () => false;
    });
    await farBack(page);
    await join(page, ANA);
    await screen(page).copy.click();
    await expect(screen(page).message).not.toBeEmpty();
  },
  'complaint without script': (page) => sendWithoutScript(page, '12'),
  'confirmation without script': (page) => sendWithoutScript(page, ANA.phone),
  'her spot, with friends and QR code': async (page) => {
    await page.addInitScript(() => {
      navigator.share = () => Promise.resolve();
    });
    const json = { success: true, position: 12, friendsJoined: 2 };
    await page.route(STATUS, (route) => route.fulfill({ json }));
    await page.goto(`/#spot=${UNKNOWN_CODE}`);
    await screen(page).showCode.click();
    await expect(screen(page).code).toBeVisible();
  },
  'no such spot': async (page) => {
    await page.goto('/#spot=nobody');
    await expect(page.getByRole('link', { name: 'Join the waitlist' })).toBeVisible();
  },
  about: (page) => page.goto('/about'),
  'not found': (page) => page.goto('/nope'),
};
