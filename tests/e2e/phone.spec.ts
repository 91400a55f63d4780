import { expect, test } from '../support/site.ts';
import type { Visit } from '../support/visitor.ts';

// tests/unit/phone.test.ts holds the rules of editing; here the browser's events and caret are real.

/** Expects a text with the caret as a bar: "(555) 1|23-4567". */
async function expectShown(me: Visit, expected: string) {
  const shown = () =>
    me.phone.evaluate((field: HTMLInputElement) => {
      const caret = field.selectionStart ?? 0;
      return `${field.value.slice(0, caret)}|${field.value.slice(caret)}`;
    });
  await expect.poll(shown).toBe(expected);
}

test('the caret stays beside its digit, and autofill loses its country code', async ({
  me,
  page,
}) => {
  await me.openForm();
  for (const [before, keys, after] of [
    ['(555) 1|23-456', '9', '(555) 19|2-3456'],
    ['(555) |123-4567', 'Backspace', '(55|1) 234-567'],
    ['(555|) 123-4567', 'Delete', '(555|) 234-567'],
    ['(555) 1|23-4567', 'ControlOrMeta+a 2', '(2|'],
  ] as const) {
    const [left, right = ''] = before.split('|');
    await me.phone.fill(`${left}${right}`);
    for (const _ of right) await page.keyboard.press('ArrowLeft');
    await expectShown(me, before);
    for (const key of keys.split(' ')) await page.keyboard.press(key);
    await expectShown(me, after);
  }
  // Autofill sets the value at once and dispatches an event without an input type.
  await me.phone.evaluate((field: HTMLInputElement) => {
    field.value = '+15551234567';
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await expect(me.phone).toHaveValue('(555) 123-4567');
});
