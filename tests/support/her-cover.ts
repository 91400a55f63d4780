import { expect } from 'playwright/test';
import { STATUS, UNKNOWN_CODE, UNKNOWN_SPOT, type Visit } from './visitor.ts';

export type CoverParts = Awaited<ReturnType<typeof openSpot>>;

/** Her spot in a browser that she joined with, where `status` is answered; what her cover is made of. */
export async function openSpot({ page }: Visit, firstName: string, status: object, origin = '') {
  await page.unrouteAll();
  await page.route(STATUS, (route) => route.fulfill({ json: status }));
  await page.goto(`${origin}/robots.txt`);
  const remembered = `${UNKNOWN_SPOT} ${firstName}`;
  await page.evaluate((text) => localStorage.setItem('spot', text), remembered);
  await page.goto(`${origin}/?ref=${UNKNOWN_CODE}#spot`);
  const open = page.getByRole('button', { name: 'Put me on the cover' });
  await expect(open).toBeVisible();
  return {
    open,
    cover: page.getByRole('img', { name: 'A romance paperback' }),
    share: page.getByRole('button', { name: 'Share my cover' }),
    save: page.getByRole('link', { name: 'Save my cover' }),
    alone: page.getByRole('link', { name: 'Show it alone' }),
  };
}
