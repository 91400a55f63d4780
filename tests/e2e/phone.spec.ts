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

/** Types a number and moves the caret that many places back from its end. */
async function typeAndMoveBack(page: Page, text: string, places: number) {
  await type(page, text);
  for (let i = 0; i < places; i += 1) await page.keyboard.press('ArrowLeft');
}

async function paste(page: Page, text: string) {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.keyboard.press('ControlOrMeta+v');
}

test.describe('typing my phone number', () => {
  test.beforeEach(({ page }) => startAtForm(page));

  test('it forms itself digit by digit', async ({ page }) => {
    await type(page, '');
    for (const [digit, expected] of [
      ['5', '(5|'],
      ['5', '(55|'],
      ['5', '(555|'],
      ['1', '(555) 1|'],
      ['2', '(555) 12|'],
      ['3', '(555) 123|'],
      ['4', '(555) 123-4|'],
      ['567', '(555) 123-4567|'],
    ] as const) {
      await page.keyboard.type(digit);
      await expectShown(page, expected);
    }
  });

  test('a full number takes no more, anywhere in it', async ({ page }) => {
    await type(page, '55512345678');
    await expectShown(page, '(555) 123-4567|');
    for (let i = 0; i < 7; i += 1) await page.keyboard.press('ArrowLeft');
    await page.keyboard.type('9');
    await expectShown(page, '(555) 1|23-4567');
  });

  test('letters and signs do nothing', async ({ page }) => {
    await type(page, 'a5-5.5 (1');
    await expectShown(page, '(555) 1|');
  });

  test('backspace goes all the way', async ({ page }) => {
    await type(page, '5551234567');
    for (let left = 9; left >= 0; left -= 1) {
      await page.keyboard.press('Backspace');
      const digits = (await screen(page).phone.inputValue()).replace(/\D/g, '');
      expect(digits).toBe('5551234567'.slice(0, left));
    }
    await expectShown(page, '|');
  });
});

test.describe('correcting my phone number', () => {
  test.beforeEach(({ page }) => startAtForm(page));

  test('a digit in the middle, and the caret stays beside it', async ({ page }) => {
    await typeAndMoveBack(page, '555123456', 6);
    await expectShown(page, '(555) 1|23-456');
    await page.keyboard.type('9');
    await expectShown(page, '(555) 19|2-3456');
  });

  test('backspace in the middle', async ({ page }) => {
    await typeAndMoveBack(page, '5551234567', 7);
    await page.keyboard.press('Backspace');
    await expectShown(page, '(555|) 234-567');
  });

  test('backspace across a separator takes the digit before it', async ({ page }) => {
    await typeAndMoveBack(page, '5551234567', 8);
    await expectShown(page, '(555) |123-4567');
    await page.keyboard.press('Backspace');
    await expectShown(page, '(55|1) 234-567');
  });

  test('delete across a separator takes the digit after it', async ({ page }) => {
    await typeAndMoveBack(page, '5551234567', 10);
    await expectShown(page, '(555|) 123-4567');
    await page.keyboard.press('Delete');
    await expectShown(page, '(555|) 234-567');
  });

  test('selecting all of it and typing starts again', async ({ page }) => {
    await type(page, '5551234567');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('2');
    await expectShown(page, '(2|');
  });

  test('selecting digits in the middle and typing replaces them', async ({ page }) => {
    await typeAndMoveBack(page, '5551234567', 5);
    await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.type('9');
    await expectShown(page, '(555) 19|4-567');
  });
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
    await typeAndMoveBack(page, '5554567', 5);
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
