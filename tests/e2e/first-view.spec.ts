import { consentVersion, copy } from '../support/copy.ts';
import { expect, test } from '../support/site.ts';
import { ANA, SCRIPTS } from '../support/visitor.ts';

test('the form opens before its script loads, and keeps every key', async ({ me, page, site }) => {
  const arrive = await me.hold(SCRIPTS);
  await page.goto('/', { waitUntil: 'commit' });
  await me.picture.tap();
  await expect(me.formTitle).toBeVisible();
  await expect(me.picture).toBeHidden();
  await page.getByText(copy.form.back).tap();
  await me.picture.tap();
  await me.lastName.fill(ANA.lastName);
  await me.phone.fill(ANA.phone);
  if (consentVersion) {
    await expect(me.consentBox).not.toBeChecked();
    await me.consentBox.check();
  }
  await me.firstName.focus();
  await page.keyboard.type('Maria');
  arrive();
  await page.keyboard.type(' Magdalena');
  await me.scriptArrived();
  await expect(me.firstName).toBeFocused();
  await page.keyboard.type(' Ana');
  await expect(me.phone).toHaveValue('(555) 010-0001');
  await me.joinButton.tap();
  await expect(me.position(1)).toBeVisible();
  const { firstName, consent } = (await site.memberWith(ANA.phone)) ?? {};
  expect([firstName, consent]).toEqual(['Maria Magdalena Ana', consentVersion]);
});

test('an extension in the form costs none of my text', async ({ me, page }) => {
  // React reports that a form has another node, and renders it anew.
  await page.addInitScript(() => addEventListener('error', (event) => event.preventDefault()));
  const arrive = await me.hold(SCRIPTS);
  await page.goto('/#join', { waitUntil: 'commit' });
  await me.firstName.evaluate((field: HTMLInputElement, text) => {
    field.before(document.createElement('extension-icon'));
    field.value = text;
    field.dispatchEvent(new Event('change', { bubbles: true }));
  }, ANA.firstName);
  arrive();
  await expect(page.locator('extension-icon')).toHaveCount(0);
  await expect(me.firstName).toHaveValue(ANA.firstName);
});
