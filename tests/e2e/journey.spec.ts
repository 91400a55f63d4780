import { fillPlaceholders } from '../../src/waitlist/shared/labels.ts';
import { MESSAGES } from '../../src/waitlist/shared/messages.ts';
import { POSITIONS_PER_REFERRAL } from '../../src/waitlist/shared/referral.ts';
import { consentVersion, copy } from '../support/copy.ts';
import { expect, test } from '../support/site.ts';
import { ANA, ANA_FORMATTED, BEA, codeIn, SIGNUP } from '../support/visitor.ts';

test('I tap the picture, join, and see my position and my link', async ({ me, page, site }) => {
  await site.addMember();
  const sent = me.requestsTo(/\.netlify/);
  // A campaign's ref is sent, and credits nobody.
  await page.goto('/?ref=SUMMER');
  await expect(me.badge).toBeHidden();
  await expect(me.picture).toHaveAccessibleDescription(copy.landing.pictureAlt);
  await me.picture.tap();
  await me.scriptArrived();
  await expect(page).toHaveTitle(copy.form.title);
  await me.send(ANA);
  await expect(me.greeting('Ana')).toBeVisible();
  await expect(page.getByText(copy.confirmation.note, { exact: true })).toBeVisible();
  await expect(me.position(2)).toBeVisible();
  await expect(page).toHaveTitle(fillPlaceholders(copy.confirmation.position, { position: '2' }));
  await expect(me.formTitle).toBeHidden();

  const link = await me.link.inputValue();
  expect(link).toBe(`${site.origin}/?ref=${codeIn(link)}`);
  await expect(me.link).not.toBeEditable();
  // The phone is sent in digits alone, and no consent where the box was not ticked.
  expect(sent.map((request) => request.postDataJSON())).toEqual([
    { ...ANA, referralCode: 'SUMMER' },
  ]);
});

test('going back clears the view, and a friend can join', async ({ me, page, site, allow }) => {
  allow(/409/);
  const sent = me.requestsTo(SIGNUP);
  const firstName = `<b>"><img src=x>' {position} $& ليلى 李小 👩🏽‍🚀`;
  await page.goto('/');
  await me.picture.tap();
  await page.reload();
  await me.scriptArrived();
  await me.send({ ...ANA, firstName: ` ${firstName} ` });
  await expect(me.greeting(firstName)).toBeVisible();
  await me.back.tap();
  await expect(me.returningLine(firstName)).toBeVisible();
  await expect(page.locator('main :is(b, img[src=x])')).toHaveCount(0);
  await me.picture.tap();
  await expect(me.joinAgainNote).toBeVisible();
  await me.expectFields({ firstName: '', lastName: '', phone: '' });
  await me.send(ANA);
  const { registeredAdvice } = copy.member;
  await me.expectFieldError(me.phone, `${MESSAGES.registered} ${registeredAdvice}`);
  await me.send(BEA);
  await expect(me.greeting('Bea')).toBeVisible();
  expect(new Set(sent.map((request) => request.headers()['idempotency-key'])).size).toBe(2);
  expect(await site.memberCount()).toBe(2);

  await page.goBack();
  await expect(me.returningLine('Bea')).toBeVisible();
  await expect(page).toHaveTitle(copy.landing.title);
  await page.goForward();
  await page.reload();
  await expect(me.greeting('Bea')).toBeVisible();
  // "Back to home" leaves nothing that the phone's back gesture could open again.
  await me.back.tap();
  await expect(me.returningLine('Bea')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/#');
  await expect(me.picture).toBeVisible();
});

test('the link that brought me and what I typed are kept until I joined', async ({
  me,
  page,
  site,
  allow,
}) => {
  allow(/Failed to load resource/);
  const referrer = await site.addMember();
  const tap = (name: string) => page.getByRole('link', { name, exact: true }).first().tap();
  await page.goto(`/?ref=${referrer}&utm_source=TikTok&utm_campaign=launch-week`);
  await tap(copy.site.aboutLink);
  await tap(copy.site.homeLink);
  await expect(page).toHaveURL('/');
  await expect(me.badge).toBeVisible();
  await page.goto('/nope');
  await page.getByRole('main').getByRole('link').tap();
  await me.picture.tap();
  await me.type(ANA);
  if (consentVersion) {
    await me.terms.tap();
    await tap(copy.site.homeLink);
  } else {
    await me.back.tap();
  }
  await me.picture.tap();
  await me.scriptArrived();
  await page.reload();
  await me.scriptArrived();
  await me.expectFields(ANA_FORMATTED);
  await me.joinButton.tap();
  await expect(me.confirmation).toBeVisible();
  expect(await me.stored()).toEqual([{ member: expect.any(String) }, {}]);
  expect((await site.memberWith(ANA.phone))?.source).toBe('tiktok/launch-week');
  expect(await site.scoreOf(referrer)).toBe(1 - POSITIONS_PER_REFERRAL);
});

test('whoever joins next on my screen credits nobody by chance', async ({ me, page, site }) => {
  const friend = await site.addMember();
  await page.goto(`/?ref=${friend}`);
  await me.picture.tap();
  await me.scriptArrived();
  await me.send(ANA);
  await expect(me.greeting('Ana')).toBeVisible();
  const own = codeIn(page.url());
  // The phone's back gesture shows the friend's address once more.
  await page.goBack();
  await expect(page).toHaveURL(`/?ref=${friend}`);
  await me.picture.tap();
  await me.send(BEA);
  await expect(me.greeting('Bea')).toBeVisible();
  await page.reload();
  await me.scriptArrived();
  await me.back.tap();
  await expect(page).toHaveURL('/#');
  await me.picture.tap();
  await me.send({ ...BEA, phone: '5550100003' });
  await expect(me.position(4)).toBeVisible();
  expect(await site.scoreOf(friend)).toBe(1 - POSITIONS_PER_REFERRAL);
  expect(await site.scoreOf(own)).toBe(2);
  // A link that somebody opens counts, whoever's browser it is.
  await me.join({ ...BEA, phone: '5550100004' }, `/?ref=${own}`);
  expect(await site.scoreOf(own)).toBe(2 - POSITIONS_PER_REFERRAL);
});

test("a friend's link is kept for 30 days, and a newer one replaces it", async ({ me, site }) => {
  const [older, newer] = [await site.addMember(), await site.addMember()];
  await me.page.goto(`/?ref=${older}&from=ig`);
  await me.page.close();
  const { page, badge, picture, join, stored } = await me.newTab();
  const opened = Date.now();
  for (const [days, address, isInvited] of [
    [1, '/', true],
    [29, '/?from=TikTok', true],
    [31, '/', false],
  ] as const) {
    await page.clock.setFixedTime(opened + days * 24 * 60 * 60 * 1000);
    await page.goto(address);
    await expect(picture).toBeVisible();
    await expect(badge).toBeVisible({ visible: isInvited });
  }
  expect(await stored()).toEqual([{}, {}]);
  for (const query of [`ref=${older}&from=ig`, `ref=${newer}`, 'ref=SUMMER', 'utm_source=TikTok']) {
    await page.goto(`/?${query}`);
  }
  await join(ANA);
  expect((await site.memberWith(ANA.phone))?.source).toBe('tiktok');
  expect([await site.scoreOf(older), await site.scoreOf(newer)]).toEqual([
    1,
    2 - POSITIONS_PER_REFERRAL,
  ]);
});
