import { By, Key } from 'selenium-webdriver';
import sharp from 'sharp';
import { fillPlaceholders } from '../../src/waitlist/shared/labels.ts';
import { ERRORS } from '../../src/waitlist/shared/messages.ts';
import { copy, positionText } from '../support/copy.ts';
import { readQrCode } from '../support/read-qr-code.ts';
import { ANA } from '../support/visitor.ts';
import { expect, test } from './webkit.ts';

const { landing, form, confirmation, share } = copy;
const PICTURE = ['link', landing.hint] as const;

test('I tap the picture, join, share my link, and go back and forward', async ({ me, site }) => {
  await me.open('/');
  // The policy of the page refuses nothing that a visitor needs.
  await me.run(
    "addEventListener('securitypolicyviolation', (it) => (window.refused = it.blockedURI))",
  );
  for (const width of [320, 768, 1280, 390]) {
    await me.resize(width);
    expect(await me.run('return document.images[0].naturalWidth')).not.toBe(0);
    const widthOf = (which: string) => me.run(`return document.documentElement.${which}Width`);
    expect(await widthOf('scroll')).toBe(await widthOf('client'));
  }

  await me.tap(...PICTURE);
  await me.find('heading', form.title);
  // WebKit may leave out a visible child of a hidden parent, and no element says so.
  const visibility =
    'return getComputedStyle(document.querySelector(\'a[href="#join"]\')).visibility';
  await expect.poll(() => me.run(visibility)).toBe('hidden');
  const screen = Buffer.from(await me.browser.takeScreenshot(), 'base64');
  const title = { left: 60, top: 60, width: 270, height: 100 };
  const { channels } = await sharp(await sharp(screen).extract(title).toBuffer()).stats();
  expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(20);
  await expect.poll(() => me.browser.findElements(By.css('astro-island[ssr]'))).toHaveLength(0);

  /** The field with its caret as a bar. */
  async function expectPhone(expected: string) {
    const field = await me.find('textbox', form.phone);
    const state = 'return [arguments[0].value, arguments[0].selectionStart]';
    const [value, caret] = await me.run<[string, number]>(state, field);
    expect(`${value.slice(0, caret)}|${value.slice(caret)}`).toBe(expected);
  }
  for (const [before, key, after] of [
    ['(555) 123-456|', '7', '(555) 123-4567|'],
    ['(555) 1|23-456', '9', '(555) 19|2-3456'],
    ['(555|) 123-4567', Key.DELETE, '(555|) 234-567'],
  ] as const) {
    const [left, right = ''] = before.split('|');
    await me.type(form.phone, `${left}${right}`);
    await me.press(...Array(right.length).fill(Key.ARROW_LEFT));
    await expectPhone(before);
    await me.press(key);
    await expectPhone(after);
  }
  // As autofill does it: the value is set at once, and an event without a type tells of it.
  await me.run(
    `arguments[0].value = '+15551234567';
    arguments[0].dispatchEvent(new Event('input', { bubbles: true }))`,
    await me.find('textbox', form.phone),
  );
  const history = me.browser.navigate();
  await me.open('/about');
  await history.back();
  expect(await me.textIn(form.phone)).toBe('(555) 123-4567');

  await me.send({ ...ANA, lastName: '' });
  await me.sees(ERRORS.empty_field);
  await me.send(ANA);
  await me.sees(fillPlaceholders(confirmation.greeting, { firstName: ANA.firstName }));
  await me.sees(positionText(1));
  const link = `${site.origin}/?ref=${(await site.memberWith(ANA.phone))?.code}`;
  expect(await me.textIn(confirmation.link)).toBe(link);
  await me.tap('button', confirmation.copy);
  await me.sees(confirmation.copied);

  await me.tap('button', share.open);
  await me.find('link', share.save);
  const [, drawn = ''] = await me.run<string[]>(
    "return document.querySelector('canvas').toDataURL().split(',')",
  );
  expect(await readQrCode(Buffer.from(drawn, 'base64'))).toBe(link);

  await history.back();
  await me.find(...PICTURE);
  await history.forward();
  await me.sees(positionText(1));
  expect(await me.run('return window.refused')).toBeNull();
  await history.refresh();
  await me.sees(positionText(1));
  await me.tap('button', form.back);
  await me.find(...PICTURE);
  expect(await me.run('return location.pathname + location.search')).toBe('/');
});
