import { MESSAGES } from '../../src/waitlist/shared/messages.ts';
import { copy } from '../support/copy.ts';
import { expect, test } from '../support/site.ts';
import { SCREENS } from '../support/views.ts';
import { ANA, BEA, SCRIPTS, SIGNUP } from '../support/visitor.ts';

/** Which buttons, fields, headings and labels a box on the screen meets; a label is as wide as its text. */
function findCovered(toast: Element): string[] {
  const box = toast.getBoundingClientRect();
  const elements = document.querySelectorAll('.title, #signup :is(h2, label, button), :focus');
  const covered = [...elements].filter((element) => {
    const text = new Range();
    text.selectNodeContents(element);
    const { left, right, top, bottom } = (
      element.matches('h2, label') ? text : element
    ).getBoundingClientRect();
    return left < box.right && right > box.left && top < box.bottom && bottom > box.top;
  });
  return covered.map(({ outerHTML }) => outerHTML);
}

test('an empty field, a filled honeypot or an exception costs one press', async ({ me, page }) => {
  const sent = me.requestsTo(SIGNUP);
  await me.openForm();
  await me.send({ firstName: '', lastName: '   ', phone: '' });
  await expect(me.firstName).toBeFocused();
  for (const field of [me.firstName, me.lastName, me.phone]) {
    await me.expectFieldError(field, MESSAGES.empty_field);
    await expect(me.formError).toHaveCount(1);
    await field.fill('5');
  }
  await expect(me.formError).toHaveCount(0);
  // As by a password manager.
  await page.locator('.honeypot').evaluate((field) => Object.assign(field, { value: 'x' }));
  await me.send(ANA);
  await expect(me.message).toHaveText(MESSAGES.honeypot);
  await page.evaluate(() => {
    const { FormData } = window;
    window.FormData = function fail() {
      window.FormData = FormData;
      throw new Error('broken');
    } as never;
  });
  await me.joinButton.tap();
  await expect(me.formError).toHaveText(MESSAGES.internal_error);
  await me.joinButton.tap();
  await expect(me.position(1)).toBeVisible();
  expect(sent).toHaveLength(1);
});

test('however often I send, I join once', async ({ me, page }) => {
  await page.clock.install();
  await me.openForm();
  await me.dropResponses(SIGNUP);
  await me.send(ANA);
  await expect(me.message).toHaveText('Failed to fetch');
  await expect(me.joinButton).toBeFocused();
  await page.clock.fastForward(60_000);
  await expect(me.message).toHaveText('');
  await expect(me.formError).toHaveText(copy.form.noConnection);

  await page.route(SIGNUP, () => {});
  // Otherwise the request would time out.
  await page.clock.pauseAt('2099-01-01');
  await me.joinButton.tap();
  await expect(me.message).toHaveText(copy.form.sending);
  await expect(me.message).toBeFocused();
  for (const part of [me.sendingButton, me.phone]) await expect(part).toBeDisabled();
  const ended = page.waitForEvent('requestfailed');
  await me.back.tap();
  await ended;
  await page.clock.resume();
  await me.picture.tap();
  await expect(me.message).toHaveText('');
  await expect(me.joinButton).toBeEnabled();

  const next = await me.newTab();
  await page.close();
  await next.join(ANA);
  await expect(next.greeting(ANA.firstName)).toBeVisible();
});

test('a signup before the script loads joins me once', async ({ me, page, site }) => {
  const referrer = await site.addMember(BEA);
  const ana = { ...ANA, firstName: `<b>"{x} $&` };
  const sent = me.requestsTo(SIGNUP);
  // A browser may be wrong about it.
  await page.addInitScript("Object.defineProperty(navigator, 'onLine', { value: false })");
  await page.route(SCRIPTS, (route) => route.abort());
  await page.goto(`/?ref=${referrer}`);
  await me.picture.tap();
  await me.send(ana);
  await expect(me.message).toHaveText(copy.form.noConnection);
  await me.expectFields(ana);
  await me.joinButton.tap();
  await expect(me.position(2)).toBeVisible();
  expect(sent[0]?.postData()).toMatch(/idempotencyKey=[\w-]{16,}/);
  await me.copy.tap();
  await expect(me.message).toHaveText(copy.confirmation.copied);
  expect(await me.stored()).toEqual([{ member: expect.any(String) }, {}]);
  const more = page.getByRole('link', { name: copy.confirmation.shareMore });
  expect(`${site.origin}${await more.getAttribute('href')}`).toBe(await me.statusLink());
  // The way back to this page doesn't post the form again.
  await page.goto('/about');
  await page.goBack();
  await expect(me.returningLine(ana.firstName)).toBeVisible();
  expect(sent.filter((request) => request.method() === 'POST')).toHaveLength(1);
  await page.goBack();
  // The next visitor on this device finds nothing of mine in the form.
  await expect(me.firstName).toHaveValue('');
  expect(await site.referralsOf(referrer)).toBe(1);
});

test('in a browser that stores nothing and writes no URL I join', async ({ me, page, site }) => {
  const referrer = await site.addMember();
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('', 'QuotaExceededError');
    };
    const full = { getItem: () => null, removeItem: () => {}, setItem: refuse };
    Object.defineProperty(window, 'localStorage', { get: () => full });
    Object.defineProperty(window, 'sessionStorage', { get: refuse });
    history.replaceState = refuse;
  });
  await page.goto(`/?ref=${referrer}`);
  await me.picture.tap();
  await me.scriptArrived();
  await me.send(ANA);
  await expect(me.position(2)).toBeVisible();
  await me.back.tap();
  await me.returningLine(ANA.firstName).tap();
  await expect(me.position(2)).toBeVisible();
  expect(await site.referralsOf(referrer)).toBe(1);
});

test('a form that an extension has moved costs me one press', async ({ me, page }) => {
  // React reports what it can't show.
  await page.addInitScript('console.error = () => {}');
  await me.openForm();
  await page.locator('#signup').evaluate((form) => {
    const wrapper = document.createElement('span');
    form.replaceWith(wrapper);
    wrapper.append(form);
  });
  await me.send(ANA);
  await expect(me.heading(MESSAGES.internal_error)).toBeFocused();
  await expect(me.formTitle).toHaveCount(0);
  await me.tryAgain.tap();
  await expect(me.position(1)).toBeVisible();
});

test('in another browser my phone and my names show me my spot', async ({ me, page, site }) => {
  await site.addMember();
  const code = await site.addMember(ANA);
  await me.openForm();
  await me.send({ ...ANA, firstName: 'ÁNA' });
  const link = copy.member.inLineUnnamed;
  const advice = `${MESSAGES.phone_registered} ${copy.form.registeredHere} ${link}`;
  await me.expectFieldError(me.phone, advice);
  await me.returningLine().tap();
  await expect(me.position(2)).toBeFocused();
  await expect(me.greeting('ÁNA')).toBeVisible();
  await expect(me.link).toHaveValue(`${site.origin}/?ref=${code}`);
  for (const part of [me.shareWithMe, me.leave]) await expect(part).toHaveCount(0);
  await page.reload();
  await expect(me.picture).toBeVisible();
});

test('an error covers nothing I need, and a tap only hides it', async ({ me, page, site }) => {
  await site.addMember({ ...BEA, phone: ANA.phone });
  const toast = me.message.locator('span');
  const advice = `${MESSAGES.phone_registered} ${copy.form.registeredAdvice}`;
  await me.openForm();
  await me.type(ANA);
  for (const [width, height] of [...SCREENS, [667, 375], [375, 553]] as const) {
    await page.setViewportSize({ width, height });
    await me.joinButton.tap();
    await expect(toast).toHaveText(MESSAGES.phone_registered);
    await me.expectFieldError(me.phone, advice);
    // Only the field's description is read out.
    await expect(toast).toHaveAttribute('aria-hidden', 'true');
    await expect(me.phone).toBeFocused();
    for (const part of [toast, me.phone]) await expect(part).toBeInViewport({ ratio: 1 });
    expect.soft(await toast.evaluate(findCovered), `${width} x ${height}`).toEqual([]);
    await toast.tap();
    await expect(toast).toHaveCount(0);
    await expect(me.phone).toBeFocused();
  }
});
