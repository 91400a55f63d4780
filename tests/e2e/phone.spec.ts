import type { Page } from 'playwright/test';
import { SIGNUP_ERRORS, SIGNUP_PATH } from '../../src/waitlist/shared/contract.ts';
import { expect, test } from '../support/site.ts';
import {
  ANA,
  holdScripts,
  openForm,
  requestsTo,
  screen,
  scriptArrived,
  send,
} from '../support/visitor.ts';

// Which edit gives what is held by tests/unit/phone.test.ts; here, that the browser's events and
// its caret are read and set.

/** The field with its caret as a bar: "(555) 1|23-4567". */
async function expectShown(page: Page, expected: string) {
  const shown = () =>
    screen(page).phone.evaluate((field: HTMLInputElement) => {
      const caret = field.selectionStart ?? 0;
      return `${field.value.slice(0, caret)}|${field.value.slice(caret)}`;
    });
  await expect.poll(shown).toBe(expected);
}

async function paste(page: Page, text: string) {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.keyboard.press('ControlOrMeta+v');
}

test('it forms itself as I type, and backspace goes all the way', async ({ page }) => {
  await openForm(page);
  await screen(page).phone.focus();
  for (const [digits, expected] of [
    ['555', '(555|'],
    ['1', '(555) 1|'],
    ['234567', '(555) 123-4567|'],
    ['89', '(555) 123-4567|'],
  ] as const) {
    await page.keyboard.type(digits);
    await expectShown(page, expected);
  }
  for (const _ of '5551234567') await page.keyboard.press('Backspace');
  await expectShown(page, '|');
});

test('the caret stays beside its digit while I correct the number', async ({ page }) => {
  await openForm(page);
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
      await screen(page).phone.fill(`${left}${right}`);
      for (const _ of right) await page.keyboard.press('ArrowLeft');
      await expectShown(page, before);
      for (const key of keys.split(' ')) await page.keyboard.press(key);
      await expectShown(page, after);
    });
  }
});

test('a number is pasted, whole or in part', async ({ page }) => {
  await openForm(page);
  await screen(page).phone.focus();
  await paste(page, '+1 (555) 123-4567');
  await expectShown(page, '(555) 123-4567|');
  await screen(page).phone.fill('5554567');
  for (const _ of '456-7') await page.keyboard.press('ArrowLeft');
  await paste(page, '12');
  await expectShown(page, '(555) 12|4-567');
});

test('a number of another country stays as I paste it, and is told', async ({ page }) => {
  const sent = requestsTo(page, SIGNUP_PATH);
  await openForm(page);
  for (const [number, shown] of [
    ['+44 7911 123456', '+44 7911 12345'],
    ['07911123456', '07911123456'],
  ] as const) {
    await send(page, { ...ANA, phone: '' });
    await paste(page, number);
    await expect(screen(page).phone).toHaveValue(shown);
    await page.keyboard.type('9');
    await screen(page).joinButton.tap();
    await expect(screen(page).message).toHaveText(SIGNUP_ERRORS.invalid_phone);
  }
  expect(sent).toEqual([]);
});

test('filled in by the browser, it loses its country code', async ({ page }) => {
  await openForm(page);
  // As autofill does it: the value is set at once, and an event without a type tells of it.
  await screen(page).phone.evaluate((field: HTMLInputElement) => {
    field.value = '+15551234567';
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await expect(screen(page).phone).toHaveValue('(555) 123-4567');
});

test('typed before the script arrived, it is formed when it comes', async ({ page }) => {
  const arrive = await holdScripts(page);
  await page.goto('/#join');
  await screen(page).phone.pressSequentially('555123456');
  for (const _ of '3456') await page.keyboard.press('ArrowLeft');
  await expectShown(page, '55512|3456');
  arrive();
  await scriptArrived(page);
  await expectShown(page, '(555) 12|3-456');
  await page.keyboard.type('0');
  await expectShown(page, '(555) 120|-3456');
});
