import { consentVersion, copy } from '../support/copy.ts';
import { expect, test } from '../support/site.ts';
import { ANA, BEA, codeIn, SIGNUP } from '../support/visitor.ts';

test('I tap the picture, join, and see my position and my link', async ({ me, page, site }) => {
  await site.addMember();
  const sent = me.requestsTo(SIGNUP);
  const firstName = `<b>"><img src=x>' {position} $& ليلى 李小 👩🏽‍🚀`;
  // A campaign's ref is sent but isn't a referral.
  await page.goto('/?ref=SUMMER');
  await expect(me.badge).toBeHidden();
  await expect(me.picture).toHaveAccessibleDescription(copy.landing.pictureAlt);
  await me.picture.tap();
  await me.scriptArrived();
  await me.send({ ...ANA, firstName: ` ${firstName} ` });
  await expect(me.greeting(firstName)).toBeVisible();
  await expect(me.position(2)).toBeVisible();
  const link = await me.link.inputValue();
  expect(link).toBe(`${site.origin}/?ref=${codeIn(link)}`);
  await expect(me.link).not.toBeEditable();
  // The phone is sent as digits, without consent since the box wasn't ticked.
  const signup = { ...ANA, firstName, referralCode: 'SUMMER' };
  expect(sent.map((request) => request.postDataJSON())).toEqual([signup]);

  // Only this page knows my phone.
  await expect(me.shareWithMe).toHaveAttribute('href', /^sms:\+15550100001\?&body=/);
  await page.goBack();
  // The line has no room for such a long name.
  await expect(me.returningLine()).toBeVisible();
  await page.goForward();
  await page.reload();
  await expect(me.greeting(firstName)).toBeVisible();
  await expect(me.shareWithMe).toHaveAttribute('href', /^sms:\?&body=/);
  // "Back to home" leaves nothing that the phone's back gesture could open again.
  await me.back.tap();
  await expect(me.returningLine()).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/?ref=SUMMER');
  await expect(me.picture).toBeVisible();
});

test('the link that brought me and what I typed last until I join', async ({ me, page, site }) => {
  const referrer = await site.addMember();
  const tap = (name: string) => page.getByRole('link', { name, exact: true }).first().tap();
  await page.goto(`/?ref=${referrer}&utm_source=TikTok&utm_campaign=launch-week`);
  await tap(copy.site.aboutLink);
  await expect(page).toHaveURL('/about');
  await tap(copy.about.exitCommand);
  await expect(page).toHaveURL('/');
  await expect(me.badge).toBeVisible();
  expect((await page.goto('/nope/deeper'))?.status()).toBe(404);
  await expect(me.heading(copy.notFound.heading)).toBeVisible();
  await page.getByRole('main').getByRole('link').tap();
  await me.picture.tap();
  await me.type(ANA);
  if (consentVersion) await me.consentBox.check();
  await page.goto('/privacy');
  await tap(copy.site.homeLink);
  await me.picture.tap();
  await me.scriptArrived();
  await page.reload();
  await me.scriptArrived();
  await me.expectFields({ ...ANA, phone: '(555) 010-0001' });
  if (consentVersion) await expect(me.consentBox).toBeChecked();
  await me.joinButton.tap();
  await expect(me.confirmation).toBeVisible();
  expect(await me.stored()).toEqual([{ member: expect.any(String) }, {}]);
  expect((await site.memberWith(ANA.phone))?.source).toBe('tiktok/launch-week');
  expect(await site.referralsOf(referrer)).toBe(1);
});

test('a friend who joins on my phone credits nobody by accident', async ({ me, page, site }) => {
  const referrer = await site.addMember();
  await page.goto(`/?ref=${referrer}`);
  await me.picture.tap();
  await me.scriptArrived();
  // The URL still names the referrer.
  await page.evaluate(() => localStorage.clear());
  await me.send(ANA);
  await expect(me.greeting('Ana')).toBeVisible();
  const own = codeIn(page.url());
  // The phone's back gesture shows the referral link again.
  await page.goBack();
  await expect(page).toHaveURL(`/?ref=${referrer}`);
  await me.picture.press('Enter');
  await expect(page.getByText(copy.form.joinAgain)).toBeVisible();
  await me.expectFields({ firstName: '', lastName: '', phone: '' });
  await me.send(ANA);
  // The member whom this browser remembers.
  await me.returningLine('Ana').tap();
  await expect(me.greeting('Ana')).toBeVisible();
  await page.goBack();
  await me.send(BEA);
  await expect(me.greeting('Bea')).toBeVisible();
  await page.reload();
  await me.scriptArrived();
  await me.back.tap();
  await expect(page).toHaveURL('/#');
  await me.picture.tap();
  await me.send({ ...BEA, phone: '5550100003' });
  await expect(me.position(4)).toBeVisible();
  expect(await site.referralsOf(referrer)).toBe(1);
  expect(await site.referralsOf(own)).toBe(0);
  // A link that somebody opens counts in any browser.
  await me.join({ ...BEA, phone: '5550100004' }, `/?ref=${own}`);
  expect(await site.referralsOf(own)).toBe(1);
});
