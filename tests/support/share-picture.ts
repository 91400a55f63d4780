import { expect } from 'playwright/test';
import { fill } from '../../src/waitlist/shared/fill.ts';
import { STATUS, UNKNOWN_CODE, UNKNOWN_STATUS, type Visit } from './visitor.ts';
import { words } from './words.ts';

export type CoverParts = Awaited<ReturnType<typeof openSpot>>;

/** Where the site is to be, so that her link is as long as it will be. */
export const ADDRESS = 'https://fabio-waitlist.netlify.app';

/** Her spot in a browser that she joined with, where `status` is answered; what her cover is made of. */
export async function openSpot({ page }: Visit, firstName: string, status: object) {
  await page.goto('/robots.txt');
  const { origin } = new URL(page.url());
  await page.route(`${ADDRESS}/**`, async (route) => {
    const url = route.request().url().replace(ADDRESS, origin);
    await route.fulfill({ response: await route.fetch({ url }) });
  });
  await page.route(STATUS, (route) => route.fulfill({ json: status }));
  await page.goto(`${ADDRESS}/robots.txt`);
  const remembered = `${UNKNOWN_STATUS} ${firstName}`;
  await page.evaluate((text) => localStorage.setItem('member', text), remembered);
  await page.goto(`${ADDRESS}/?ref=${UNKNOWN_CODE}#spot`);
  const { open, share, save, enlarge } = words.signup.sharePicture;
  const button = page.getByRole('button', { name: open, exact: true });
  await expect(button).toBeVisible();
  return {
    open: button,
    cover: page.locator('canvas'),
    share: page.getByRole('button', { name: share, exact: true }),
    save: page.getByRole('link', { name: save, exact: true }),
    enlarge: page.getByRole('link', { name: enlarge, exact: true }),
  };
}

/** What those hear who cannot see her cover. */
export const coverAlt = (firstName: string, standing: string) =>
  fill(words.signup.sharePicture.alt, { firstName, badge: standing });
