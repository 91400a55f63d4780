import { MESSAGES } from '../../src/waitlist/shared/messages.ts';
import { consentVersion, copy } from '../support/copy.ts';
import { expect, test } from '../support/site.ts';
import { ANA, BEA, codeIn, smsText } from '../support/visitor.ts';

test.use({ javaScriptEnabled: false });

test('I join after an error, and then a friend joins on my phone', async ({ me, page, site }) => {
  const referrer = await site.addMember();
  const url = `/?ref=${referrer}&from=ig`;
  await page.goto(url);
  await me.picture.tap();
  const strange = { ...BEA, firstName: `"><i>'&lt;{phone}`, phone: '+44 7911 123456' };
  if (consentVersion) await me.consentBox.check();
  await me.send(strange);
  await expect(me.message).toHaveText(MESSAGES.invalid_phone);
  await me.expectFields({ ...strange, phone: '+447911123456' });
  if (consentVersion) await expect(me.consentBox).toBeChecked();
  await expect(me.phone).toBeFocused();
  await me.expectFieldError(me.phone, MESSAGES.invalid_phone);
  const back = page.getByRole('link', { name: copy.form.back });
  await expect(back).toHaveAttribute('href', url);
  const firstName = `<b>"Bea"</b> {phone} {link} $&`;
  await me.send({ ...BEA, firstName });
  await expect(me.confirmation).toBeVisible();
  await expect(me.greeting(firstName)).toBeVisible();
  await expect(page.getByText(copy.confirmation.note, { exact: true })).toBeVisible();
  const link = await me.link.inputValue();
  expect(link).toBe(`${site.origin}/?ref=${codeIn(link)}`);
  expect(await smsText(me.share)).toContain(link);
  const { token, consent, source } = (await site.memberWith(BEA.phone)) ?? {};
  expect({ consent, source }).toEqual({ consent: consentVersion, source: 'ig' });
  expect(await me.statusLink()).toBe(`${site.origin}/#spot=${codeIn(link)}.${token}`);
  for (const needsScript of [me.copy, me.shareMore, me.showCode, me.leave])
    await expect(needsScript).toHaveCount(0);
  // The form with the error had a key, so this is a retry.
  await page.reload();
  await expect(me.position(2)).toBeVisible();
  await expect(me.shareWithMe).toBeVisible();

  await page.goto('/#join');
  await me.send(ANA);
  await expect(me.position(3)).toBeVisible();
  expect(await site.referralsOf(referrer)).toBe(1);
  await back.tap();
  await expect(me.formTitle).toBeHidden();
});
