import { consentVersion } from '../support/copy.ts';
import { expect, test } from '../support/site.ts';
import { ANA, ANA_FORMATTED, SCRIPTS, SIGNUP } from '../support/visitor.ts';

test('the form opens before its script loads, and keeps every key', async ({ me, page, site }) => {
  const sent = me.requestsTo(SIGNUP);
  const arrive = await me.hold(SCRIPTS);
  await page.goto('/', { waitUntil: 'commit' });
  await me.picture.tap();
  await expect(me.formTitle).toBeVisible();
  await expect(me.picture).toBeHidden();
  await me.back.tap();
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
  expect(sent).toHaveLength(1);
  expect(sent[0]?.postDataJSON()).toMatchObject({ ...ANA, firstName: 'Maria Magdalena Ana' });
  expect((await site.memberWith(ANA.phone))?.consent).toBe(consentVersion);
});

test('text that I compose while the script loads is not doubled', async ({ me, page }) => {
  const arrive = await me.hold(SCRIPTS);
  await page.goto('/#join', { waitUntil: 'commit' });
  await me.phone.focus();
  const keyboard = await page.context().newCDPSession(page);
  const compose = (text: string) =>
    keyboard.send('Input.imeSetComposition', { text, selectionStart: 3, selectionEnd: 3 });
  await compose('555');
  arrive();
  await me.scriptArrived();
  await compose('5550');
  await keyboard.send('Input.insertText', { text: '5550100001' });
  await expect(me.phone).toHaveValue(ANA_FORMATTED.phone);
});

test('an extension in the form costs neither my text nor the focus', async ({ me, page }) => {
  // React reports that a form has another node, and renders it anew.
  await page.addInitScript(() => addEventListener('error', (event) => event.preventDefault()));
  const arrive = await me.hold(SCRIPTS);
  await page.goto('/#join', { waitUntil: 'commit' });
  await me.firstName.evaluate((field: HTMLInputElement) => {
    field.before(document.createElement('extension-icon'));
    field.value = 'Aa';
    field.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await me.firstName.press('Home');
  await page.keyboard.press('ArrowRight');
  arrive();
  await expect(page.locator('extension-icon')).toHaveCount(0);
  await page.keyboard.type('n');
  await expect(me.firstName).toHaveValue('Ana');
});

test("a double tap's second press does nothing", async ({ me, page }) => {
  // There the field is where any picture is.
  await page.setViewportSize({ width: 375, height: 553 });
  await me.openForm();
  const field = (await me.firstName.boundingBox()) ?? { x: 0, y: 0, height: 0 };
  const touch = await page.context().newCDPSession(page);
  const start = Date.now();
  /** Taps where the first view has the picture, and the form its first field. */
  async function tap(milliseconds: number, x = field.x + 30) {
    const timestamp = (start + milliseconds) / 1000;
    const touchPoints = [{ x, y: field.y + field.height / 2 }];
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints, timestamp });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp });
  }
  for (const [milliseconds, distance] of [
    [401, 0],
    [1, 24],
  ] as const) {
    await me.back.tap();
    await expect(me.picture).toBeFocused();
    await tap(60_000);
    await expect(me.formTitle).toBeFocused();
    await tap(60_399, field.x + 53);
    await expect(me.formTitle).toBeFocused();
    await tap(60_000 + milliseconds, field.x + 30 + distance);
    await expect(me.firstName).toBeFocused();
  }
});
