import { expect } from 'playwright/test';
import { STATUS, UNKNOWN_CODE, UNKNOWN_STATUS, type Visit } from './visitor.ts';

/** An address as long as the site will have. */
const ADDRESS = 'https://fabio-waitlist.netlify.app';
export const REFERRAL_LINK = `${ADDRESS}/?ref=${UNKNOWN_CODE}`;

/** Opens the status of a remembered member at ADDRESS, served by the site under test. */
export async function openStatusAtAddress(me: Visit, firstName: string, status: object) {
  await me.page.goto('/robots.txt');
  const { origin } = new URL(me.page.url());
  await me.page.route(`${ADDRESS}/**`, async (route) => {
    const url = route.request().url().replace(ADDRESS, origin);
    await route.fulfill({ response: await route.fetch({ url }) });
  });
  await me.answer(STATUS, { friendsJoined: 0, ...status });
  await me.remember(`${UNKNOWN_STATUS} ${firstName}`, ADDRESS);
  await me.page.goto(`${REFERRAL_LINK}#spot`);
  await expect(me.sharePictureKey).toBeVisible();
}
