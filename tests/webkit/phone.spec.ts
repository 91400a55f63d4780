import { Key } from 'selenium-webdriver';
import { words } from '../support/words.ts';
import { expect, test, type Visit } from './webkit.ts';

const { firstName, phone } = words.signup.form;

/** The field with its caret as a bar: "(555) 1|23-4567". */
async function expectShown(me: Visit, expected: string) {
  const field = await me.find('textbox', phone);
  const [value, caret] = await me.run<[string, number]>(
    'return [arguments[0].value, arguments[0].selectionStart]',
    field,
  );
  expect(`${value.slice(0, caret)}|${value.slice(caret)}`).toBe(expected);
}

test.beforeEach(({ me }) => me.openForm());

test('the phone number forms itself as I type, and backspace goes all the way', async ({ me }) => {
  await me.type(phone, '5551');
  await expectShown(me, '(555) 1|');
  await me.press('234567');
  await expectShown(me, '(555) 123-4567|');
  await me.press('8');
  await expectShown(me, '(555) 123-4567|');
  await me.press(...Array(10).fill(Key.BACK_SPACE));
  await expectShown(me, '|');
});

test('the caret stays beside its digit while I correct the number', async ({ me }) => {
  for (const [before, keys, after] of [
    ['(555) 1|23-456', '9', '(555) 19|2-3456'],
    ['(555) |123-4567', Key.BACK_SPACE, '(55|1) 234-567'],
    ['(555|) 123-4567', Key.DELETE, '(555|) 234-567'],
  ] as const) {
    const [left, right = ''] = before.split('|');
    await me.type(phone, `${left}${right}`);
    await me.press(...Array(right.length).fill(Key.ARROW_LEFT));
    await expectShown(me, before);
    await me.press(keys);
    await expectShown(me, after);
  }
});

test('a number is pasted, whole or in part', async ({ me }) => {
  async function copy(text: string) {
    await me.type(firstName, text);
    await me.shortcut('a');
    await me.shortcut('c');
  }
  await copy('+1 (555) 123-4567');
  await me.tap('textbox', phone);
  await me.shortcut('v');
  await expectShown(me, '(555) 123-4567|');
  await copy('12');
  await me.type(phone, '5554567');
  await me.press(...Array(5).fill(Key.ARROW_LEFT));
  await me.shortcut('v');
  await expectShown(me, '(555) 12|4-567');
});

test('filled in by the browser, a number loses its country code', async ({ me }) => {
  // As autofill does it: the value is set at once, and an event without a type tells of it.
  await me.run(
    `arguments[0].value = '+15551234567';
    arguments[0].dispatchEvent(new Event('input', { bubbles: true }))`,
    await me.find('textbox', phone),
  );
  expect(await me.textIn(phone)).toBe('(555) 123-4567');
});
