import { expect, test } from '../support/site.ts';
import type { Visit } from '../support/visitor.ts';

// tests/unit/phone.test.ts says which edit gives what; here the browser's events and caret are real.

/** The field with its caret as a bar: "(555) 1|23-4567". */
async function expectShown(me: Visit, expected: string) {
  const shown = () =>
    me.phone.evaluate((field: HTMLInputElement) => {
      const caret = field.selectionStart ?? 0;
      return `${field.value.slice(0, caret)}|${field.value.slice(caret)}`;
    });
  await expect.poll(shown).toBe(expected);
}

test('the caret stays beside its digit while I type and correct the number', async ({
  me,
  page,
}) => {
  await me.openForm();
  for (const [what, before, keys, after] of [
    ['typed', '|', '5 5 5 1 2', '(555) 12|'],
    ['a digit in the middle', '(555) 1|23-456', '9', '(555) 19|2-3456'],
    ['a digit where there is no room', '(555) 1|23-4567', '9', '(555) 1|23-4567'],
    ['backspace across a separator', '(555) |123-4567', 'Backspace', '(55|1) 234-567'],
    ['delete across a separator', '(555|) 123-4567', 'Delete', '(555|) 234-567'],
    ['all of it replaced', '(555) 1|23-4567', 'ControlOrMeta+a 2', '(2|'],
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

test('filled in by the browser, it loses its country code', async ({ me }) => {
  await me.openForm();
  // As autofill does it: the value is set at once, and an event without a type tells of it.
  await me.phone.evaluate((field: HTMLInputElement) => {
    field.value = '+15551234567';
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await expect(me.phone).toHaveValue('(555) 123-4567');
});

test('typed before the script arrived, it is formatted when it comes', async ({ me, page }) => {
  const arrive = await me.holdScripts();
  await page.goto('/#join');
  await me.phone.pressSequentially('555123456');
  for (const _ of '3456') await page.keyboard.press('ArrowLeft');
  await expectShown(me, '55512|3456');
  arrive();
  await me.scriptArrived();
  await expectShown(me, '(555) 12|3-456');
});
