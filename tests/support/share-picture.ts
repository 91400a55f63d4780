import { expect } from 'playwright/test';
import { STATUS, UNKNOWN_CODE, UNKNOWN_STATUS, type Visit } from './visitor.ts';

/**
 * Opens the status of a remembered member at an address of this machine that is as long as the site
 * will have. Resolves with the referral link.
 */
export async function openStatusAtAddress(me: Visit, firstName: string, status: object) {
  await me.page.goto('/robots.txt');
  const address = `http://fabio-waits.localhost:${new URL(me.page.url()).port}`;
  await me.answer(STATUS, { friendsJoined: 0, ...status });
  await me.remember(`${UNKNOWN_STATUS} ${firstName}`, address);
  const link = `${address}/?ref=${UNKNOWN_CODE}`;
  await me.page.goto(`${link}#spot`);
  await expect(me.sharePictureKey).toBeVisible();
  return link;
}
