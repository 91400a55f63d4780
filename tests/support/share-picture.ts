import { expect } from 'playwright/test';
import { STATUS, UNKNOWN_CODE, UNKNOWN_STATUS, type Visit } from './visitor.ts';
import { words } from './words.ts';

/** Where the site will be, so that the referral link is as long as it will be. */
const ADDRESS = 'https://fabio-waitlist.netlify.app';
export const REFERRAL_LINK = `${ADDRESS}/?ref=${UNKNOWN_CODE}`;

export type SharePictureParts = Awaited<ReturnType<typeof openConfirmation>>;

/** The confirmation in the browser of a member whose status is `status`. */
export async function openConfirmation({ page }: Visit, firstName: string, status: object) {
  await page.goto('/robots.txt');
  const { origin } = new URL(page.url());
  await page.route(`${ADDRESS}/**`, async (route) => {
    const url = route.request().url().replace(ADDRESS, origin);
    await route.fulfill({ response: await route.fetch({ url }) });
  });
  await page.route(STATUS, (route) =>
    route.fulfill({ json: { success: true, friendsJoined: 0, ...status } }),
  );
  await page.goto(`${ADDRESS}/robots.txt`);
  const remembered = `${UNKNOWN_STATUS} ${firstName}`;
  await page.evaluate((text) => localStorage.setItem('member', text), remembered);
  await page.goto(`${REFERRAL_LINK}#spot`);
  const { open, share, save, enlarge } = words.signup.sharePicture;
  const key = page.getByRole('button', { name: open, exact: true });
  await expect(key).toBeVisible();
  return {
    key,
    picture: page.locator('canvas'),
    share: page.getByRole('button', { name: share, exact: true }),
    save: page.getByRole('link', { name: save, exact: true }),
    enlarge: page.getByRole('link', { name: enlarge, exact: true }),
  };
}
