import { KEYS } from '../../netlify/queue/keys.ts';
import { SIGNUP_ERRORS, SIGNUP_PATH } from '../../src/waitlist/shared/contract.ts';
import { SPOTS_PER_FRIEND } from '../../src/waitlist/shared/referral.ts';
import { expect, test } from '../support/site.ts';
import {
  ANA,
  BEA,
  codeIn,
  expectForm,
  FAILED_REQUEST,
  SIGNUP,
  screen,
  send,
  smsText,
} from '../support/visitor.ts';

test.use({ javaScriptEnabled: false });

test('I join, see my position, my link and the text to a friend, and go back', async ({
  page,
  site,
}) => {
  for (let ahead = 0; ahead < 12; ahead += 1) await site.member();
  await page.goto('/');
  await screen(page).picture.tap();
  const firstName = `<b>"Ana"</b> {{phone}} {{link}} $&`;
  await send(page, { ...ANA, firstName });
  await expect(screen(page).confirmation).toBeVisible();
  await expect(screen(page).greeting(firstName)).toBeVisible();
  await expect(screen(page).position(13)).toBeVisible();
  const link = await screen(page).link.inputValue();
  expect(link).toBe(`${site.origin}/?ref=${codeIn(link)}`);
  await expect(screen(page).link).not.toBeEditable();
  expect(await site.redis.zrank(KEYS.queue, codeIn(link))).toBe(12);
  expect(await smsText(screen(page).share)).toContain(link);
  const wayBack = `${site.origin}/#spot=${codeIn(link)}`;
  expect(await smsText(screen(page).shareWithMe)).toContain(wayBack);
  for (const needsScript of [screen(page).copy, screen(page).shareMore, screen(page).showCode]) {
    await expect(needsScript).toHaveCount(0);
  }

  await screen(page).back.tap();
  await screen(page).picture.tap();
  await expect(screen(page).firstName).toHaveValue('');
  await screen(page).back.tap();
  await expect(screen(page).formTitle).toBeHidden();
});

test('a friend who joins through my link moves me up, however often she presses', async ({
  page,
  site,
}) => {
  const inviter = await site.member();
  await page.goto(`/?ref=${inviter}`);
  await screen(page).picture.tap();
  await send(page, BEA);
  const link = await screen(page).link.inputValue();
  await page.goBack();
  await send(page, BEA);
  await expect(screen(page).position(2)).toBeVisible();
  expect(await screen(page).link.inputValue()).toBe(link);
  expect(await site.redis.hlen(KEYS.members)).toBe(2);
  expect(await site.scoreOf(inviter)).toBe(1 - SPOTS_PER_FRIEND);
});

test('a mistake is told, what I typed is kept, and so is who invited me', async ({
  page,
  site,
  allow,
}) => {
  allow(FAILED_REQUEST);
  const inviter = await site.member();
  await page.goto(`/?ref=${inviter}`);
  await screen(page).picture.tap();
  for (const [typed, message] of [
    [{ ...ANA, firstName: '' }, SIGNUP_ERRORS.empty_field],
    [{ ...ANA, firstName: `"><i>'{{phone}}`, phone: '555 010' }, SIGNUP_ERRORS.invalid_phone],
  ] as const) {
    await send(page, typed);
    await expectForm(page, message, typed);
    await expect(screen(page).back).toHaveAttribute('href', `/?ref=${inviter}`);
  }
  await send(page, ANA);
  await expect(screen(page).position(2)).toBeVisible();
  expect(await site.scoreOf(inviter)).toBe(1 - SPOTS_PER_FRIEND);
});

test('another site cannot sign me up', async ({ page, site, allow }) => {
  const trap = 'http://localhost:1/';
  allow(FAILED_REQUEST, new RegExp(`^request to ${trap}`));
  const body = `
    <form method="post" action="${site.origin}${SIGNUP_PATH}">
      <input name="firstName" value="Ana"><input name="lastName" value="Lee">
      <input name="phone" value="5550100001"><button>Win a phone</button>
    </form>`;
  await page.route(trap, (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto(trap);
  const answer = page.waitForResponse(SIGNUP);
  await page.getByRole('button', { name: 'Win a phone' }).tap();
  expect((await answer).status()).toBe(403);
  await expect(screen(page).message).toHaveText(SIGNUP_ERRORS.cross_site);
  expect(await site.redis.exists(KEYS.members)).toBe(0);
});
