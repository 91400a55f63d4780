import type { Page } from 'playwright/test';
import { expect, test } from '../support/site.ts';
import { screen, scriptArrived, startAtForm } from '../support/visitor.ts';

/** The field with its caret as a bar: "(555) 1|23-4567". */
const shown = (page: Page) =>
  screen(page).phone.evaluate((field: HTMLInputElement) => {
    const caret = field.selectionStart ?? 0;
    return `${field.value.slice(0, caret)}|${field.value.slice(caret)}`;
  });

async function expectShown(page: Page, expected: string) {
  await expect.poll(() => shown(page)).toBe(expected);
}

async function type(page: Page, text: string) {
  await screen(page).phone.fill('');
  await screen(page).phone.pressSequentially(text);
}

async function paste(page: Page, text: string) {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.keyboard.press('ControlOrMeta+v');
}

test('it forms itself digit by digit', async ({ page }) => {
  await startAtForm(page);
  await screen(page).phone.focus();
  for (const [digit, expected] of [
    ['5', '(5|'],
    ['5', '(55|'],
    ['5', '(555|'],
    ['1', '(555) 1|'],
    ['2', '(555) 12|'],
    ['3', '(555) 123|'],
    ['4', '(555) 123-4|'],
    ['567', '(555) 123-4567|'],
    ['89', '(555) 123-4567|'],
  ] as const) {
    await page.keyboard.type(digit);
    await expectShown(page, expected);
  }
  await type(page, 'a5-5.5 (1');
  await expectShown(page, '(555) 1|');
});

test('backspace goes all the way', async ({ page }) => {
  await startAtForm(page);
  await type(page, '5551234567');
  for (let left = 9; left >= 0; left -= 1) {
    await page.keyboard.press('Backspace');
    const digits = (await screen(page).phone.inputValue()).replace(/\D/g, '');
    expect(digits).toBe('5551234567'.slice(0, left));
  }
  await expectShown(page, '|');
});

test('the caret stays beside its digit while I correct the number', async ({ page }) => {
  await startAtForm(page);
  for (const [what, before, key, after] of [
    ['a digit in the middle', '(555) 1|23-456', '9', '(555) 19|2-3456'],
    ['a digit where there is no room', '(555) 1|23-4567', '9', '(555) 1|23-4567'],
    ['backspace', '(555) 1|23-4567', 'Backspace', '(555|) 234-567'],
    ['backspace across a separator', '(555) |123-4567', 'Backspace', '(55|1) 234-567'],
    ['backspace across the dash', '(555) 123-|4567', 'Backspace', '(555) 12|4-567'],
    ['delete', '(555) 1|23-4567', 'Delete', '(555) 1|34-567'],
    ['delete across a separator', '(555|) 123-4567', 'Delete', '(555|) 234-567'],
    ['all of it replaced', '(555) 1|23-4567', 'ControlOrMeta+a 2', '(2|'],
    ['two replaced', '(555) 12|3-4567', 'Shift+ArrowLeft Shift+ArrowLeft 9', '(555) 9|34-567'],
  ] as const) {
    await test.step(what, async () => {
      const [left, right = ''] = before.split('|');
      await type(page, `${left}${right}`);
      for (const _ of right) await page.keyboard.press('ArrowLeft');
      await expectShown(page, before);
      for (const press of key.split(' ')) await page.keyboard.press(press);
      await expectShown(page, after);
    });
  }
});

test.describe('a phone number from elsewhere', () => {
  test('pasted in any shape', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await startAtForm(page);
    for (const number of [
      '5551234567',
      '555.123.4567',
      '+1 (555) 123-4567',
      '1-555-123-4567',
      ' 555 123 4567 ',
    ]) {
      await screen(page).phone.fill('');
      await paste(page, number);
      await expectShown(page, '(555) 123-4567|');
    }
  });

  test('pasted into the middle, the caret is behind it', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await startAtForm(page);
    await type(page, '5554567');
    for (const _ of '456-7') await page.keyboard.press('ArrowLeft');
    await expectShown(page, '(555) |456-7');
    await paste(page, '12');
    await expectShown(page, '(555) 12|4-567');
  });

  test('filled in by the browser, with its country code', async ({ page }) => {
    await startAtForm(page);
    // As autofill does it: the value is set at once, and an event without a type tells of it.
    await screen(page).phone.evaluate((field: HTMLInputElement) => {
      field.value = '+15551234567';
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await expect(screen(page).phone).toHaveValue('(555) 123-4567');
  });

  test('typed before the script arrived is formed when it comes', async ({ page }) => {
    const gate = Promise.withResolvers<void>();
    await page.route('**/_astro/*.js', async (route) => {
      await gate.promise;
      await route.continue();
    });
    await page.goto('/#join', { waitUntil: 'commit' });
    await screen(page).phone.pressSequentially('555123456');
    for (let i = 0; i < 4; i += 1) await page.keyboard.press('ArrowLeft');
    await expectShown(page, '55512|3456');
    gate.resolve();
    await scriptArrived(page);
    await expectShown(page, '(555) 12|3-456');
    await page.keyboard.type('0');
    await expectShown(page, '(555) 120|-3456');
  });
});
