import { expect, type Page } from 'playwright/test';
import { SIGNUP_PATH } from '../../src/waitlist/shared/contract.ts';
import { STATUS_PATH } from '../../src/waitlist/shared/status.ts';
import { ANA, fillIn, type Person, screen, startAtForm } from './visitor.ts';

const LONG_NAME = 'Wolfeschlegelsteinhausenbergerdorff';

const NOBODY = 'FFED298abcdefgh';

let people = 0;

/** Nobody who has joined before. */
function someone(firstName = ANA.firstName): Person {
  people += 1;
  return { ...ANA, firstName, phone: String(5_550_200_000 + people) };
}

async function join(page: Page, firstName?: string) {
  await startAtForm(page);
  await fillIn(page, someone(firstName));
  await screen(page).joinButton.click();
  await expect(screen(page).confirmation).toBeVisible();
}

/** The form is sent before React has it; a page of the function's answers. */
async function sendWithoutScript(page: Page, person: Person) {
  const noScript = '**/*.js';
  await page.route(noScript, (route) => route.abort());
  await page.goto('/#join');
  await fillIn(page, person);
  await screen(page).joinButton.click();
  await page.waitForURL(`**${SIGNUP_PATH}`);
  await page.unroute(noScript);
}

/** Every view there is, and the way to it. */
export const VIEWS: Record<string, (page: Page) => Promise<unknown>> = {
  'first view': (page) => page.goto('/'),
  'first view for whoever is in line': async (page) => {
    await page.addInitScript(
      (spot) => localStorage.setItem('spot', spot),
      `${NOBODY} ${LONG_NAME}`,
    );
    await page.goto('/');
    await expect(screen(page).seeSpot(LONG_NAME)).toBeVisible();
  },
  "first view through a friend's link": async (page) => {
    await page.goto(`/?ref=${NOBODY}`);
    await expect(screen(page).savedSpot).toBeVisible();
  },
  form: (page) => startAtForm(page),
  'form with a complaint': async (page) => {
    await startAtForm(page);
    await fillIn(page, { ...ANA, phone: '555' });
    await screen(page).joinButton.click();
    await expect(screen(page).message).toHaveText(/valid 10-digit phone number/);
  },
  sending: async (page) => {
    await page.route(`**${SIGNUP_PATH}`, () => {});
    await startAtForm(page);
    await fillIn(page, ANA);
    await screen(page).joinButton.click();
    await expect(screen(page).sendingButton).toBeVisible();
  },
  confirmation: (page) => join(page),
  'confirmation with a long name, copied': async (page) => {
    await page.context().grantPermissions(['clipboard-write']);
    await join(page, LONG_NAME);
    await screen(page).copy.click();
    await expect(screen(page).message).not.toBeEmpty();
  },
  'confirmation far back, copy refused': async (page) => {
    await page.addInitScript(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
      document.execCommand = () => false;
    });
    await page.route(`**${SIGNUP_PATH}`, (route) =>
      route.fulfill({
        json: { success: true, position: 1_234_567, referralCode: NOBODY },
      }),
    );
    await join(page);
    await screen(page).copy.click();
    await expect(screen(page).message).not.toBeEmpty();
  },
  'complaint without script': (page) => sendWithoutScript(page, { ...ANA, phone: '12' }),
  'confirmation without script': (page) => sendWithoutScript(page, someone()),
  'her spot, with friends and QR code': async (page) => {
    await page.addInitScript(() => {
      navigator.share = () => Promise.resolve();
    });
    const answer = { success: true, position: 12, friendsJoined: 2, total: 40 };
    await page.route(`**${STATUS_PATH}*`, (route) => route.fulfill({ json: answer }));
    await page.goto(`/#spot=${NOBODY}`);
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
