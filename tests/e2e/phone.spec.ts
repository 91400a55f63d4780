import { expect, test } from '../support/site.ts';
import type { Visit } from '../support/visitor.ts';

// Which edit gives what is held by tests/unit/phone.test.ts; here, that the browser's events and
// its caret are read and set.

/** The field with its caret as a bar: "(555) 1|23-4567". */
async function expectShown(me: Visit, expected: string) {
  const shown = () =>
    me.phone.evaluate((field: HTMLInputElement) => {
      const caret = field.selectionStart ?? 0;
      return `${field.value.slice(0, caret)}|${field.value.slice(caret)}`;
    });
  await expect.poll(shown).toBe(expected);
}

async function paste(me: Visit, text: string) {
  await me.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await me.page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await me.phone.press('ControlOrMeta+v');
}

test('it forms itself as I type, and backspace goes all the way', async ({ me, page }) => {
  await me.openForm();
  await me.phone.focus();
  for (const [digits, expected] of [
    ['555', '(555|'],
    ['1', '(555) 1|'],
    ['234567', '(555) 123-4567|'],
    ['89', '(555) 123-4567|'],
  ] as const) {
    await page.keyboard.type(digits);
    await expectShown(me, expected);
  }
  for (const _ of '5551234567') await page.keyboard.press('Backspace');
  await expectShown(me, '|');
});

test('the caret stays beside its digit while I correct the number', async ({ me, page }) => {
  await me.openForm();
  for (const [what, before, keys, after] of [
    ['a digit in the middle', '(555) 1|23-456', '9', '(555) 19|2-3456'],
    ['a digit where there is no room', '(555) 1|23-4567', '9', '(555) 1|23-4567'],
    ['backspace across a separator', '(555) |123-4567', 'Backspace', '(55|1) 234-567'],
    ['delete across a separator', '(555|) 123-4567', 'Delete', '(555|) 234-567'],
    ['all of it replaced', '(555) 1|23-4567', 'ControlOrMeta+a 2', '(2|'],
    ['two replaced', '(555) 12|3-4567', 'Shift+ArrowLeft Shift+ArrowLeft 9', '(555) 9|34-567'],
  ] as const) {
    await test.step(what, async () => {
      const [left, right = ''] = before.split('|');
      await me.phone.fill(`${left}${right}`);
      for (const _ of right) await page.keyboard.press('ArrowLeft');
      await expectShown(me, before);
      for (const key of keys.split(' ')) await page.keyboard.press(key);
      await expectShown(me, after);
    });
  }
});

test('a number is pasted, whole or in part, and one of another country stays', async ({ me }) => {
  await me.openForm();
  await paste(me, '+1 (555) 123-4567');
  await expectShown(me, '(555) 123-4567|');
  await me.phone.fill('5554567');
  for (const _ of '456-7') await me.page.keyboard.press('ArrowLeft');
  await paste(me, '12');
  await expectShown(me, '(555) 12|4-567');
  await me.phone.fill('');
  await paste(me, '+44 7911 123456');
  await expectShown(me, '+44 7911 12345|');
  await me.page.keyboard.type('9');
  await expectShown(me, '+44 7911 12345|');
});

test('filled in by the browser, it loses its country code', async ({ me }) => {
  await me.openForm();
  // As autofill does it: the value is set at once, and an event without a type tells of it.
  await me.phone.evaluate((field: HTMLInputElement) => {
    field.value = '+15551234567';
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await expect(me.phone).toHaveValue('(555) 123-4567');
});

test('typed before the script arrived, it is formed when it comes', async ({ me, page }) => {
  const arrive = await me.holdScripts();
  await page.goto('/#join');
  await me.phone.pressSequentially('555123456');
  for (const _ of '3456') await page.keyboard.press('ArrowLeft');
  await expectShown(me, '55512|3456');
  arrive();
  await me.scriptArrived();
  await expectShown(me, '(555) 12|3-456');
  await page.keyboard.type('0');
  await expectShown(me, '(555) 120|-3456');
});
