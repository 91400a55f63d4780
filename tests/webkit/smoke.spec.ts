import { By, Key } from 'selenium-webdriver';
import sharp from 'sharp';
import { FIELDS } from '../../src/waitlist/shared/contract.ts';
import { copy, positionText } from '../support/copy.ts';
import { readQrCode } from '../support/read-qr-code.ts';
import { ANA } from '../support/visitor.ts';
import { NOBODY } from '../support/waitlist.ts';
import { expect, test } from './webkit.ts';

test('I tap the picture, join, share my link, and go back and forward', async ({ me, site }) => {
  await me.open('/');
  await me.run(
    "addEventListener('securitypolicyviolation', (it) => (window.refused = it.blockedURI))",
  );
  for (const width of [320, 1280, 390]) {
    await me.resize(width);
    expect(await me.run('return document.images[0].naturalWidth')).not.toBe(0);
    const widthOf = (which: string) => me.run(`return document.documentElement.${which}Width`);
    expect(await widthOf('scroll')).toBe(await widthOf('client'));
  }

  await me.tap('picture');
  await me.find('formTitle');
  // WebKit may not paint a visible child of a hidden parent, and the DOM doesn't show that.
  const visibility =
    'return getComputedStyle(document.querySelector(\'a[href="#join"]\')).visibility';
  await expect.poll(() => me.run(visibility)).toBe('hidden');
  const screen = Buffer.from(await me.browser.takeScreenshot(), 'base64');
  const title = { left: 60, top: 60, width: 270, height: 100 };
  const { channels } = await sharp(await sharp(screen).extract(title).toBuffer()).stats();
  expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(20);
  await expect.poll(() => me.browser.findElements(By.css('astro-island[ssr]'))).toHaveLength(0);

  await me.type('phone', '555123456', ...Array(6).fill(Key.ARROW_LEFT), '9');
  const state = 'return [arguments[0].value, arguments[0].selectionStart]';
  expect(await me.run(state, await me.find('phone'))).toEqual(['(555) 192-3456', 8]);
  const history = me.browser.navigate();
  await me.open('/about');
  await history.back();
  expect(await me.textIn('phone')).toBe('(555) 192-3456');

  for (const name of FIELDS) await me.type(name, ANA[name]);
  await me.tap('joinButton');
  await me.sees(positionText(1));
  const link = `${site.origin}/?ref=${(await site.memberWith(ANA.phone))?.code}`;
  expect(await me.textIn('link')).toBe(link);
  await me.tap('copy');
  await me.sees(copy.confirmation.copied);

  if (copy.share.open) {
    await me.tap('sharePictureButton');
    await me.find('savePicture');
    const image = `
      const canvas = Object.assign(document.createElement('canvas'), { width: 1080, height: 1920 });
      canvas.getContext('2d').drawImage(document.querySelector('[src^="blob:"]'), 0, 0);
      return canvas.toDataURL().split(',')[1];`;
    expect(await readQrCode(Buffer.from(await me.run<string>(image), 'base64'))).toBe(link);
  }

  await history.back();
  await me.find('picture');
  await history.forward();
  await me.sees(positionText(1));
  expect(await me.run('return window.refused')).toBeNull();
  await history.refresh();
  await me.sees(positionText(1));
  await me.tap('back');
  await me.find('picture');
  expect(await me.run('return location.pathname + location.search')).toBe('/');
});

test('a badge says that I am invited, and before React has loaded I join', async ({ me }) => {
  await me.open(`/?ref=${NOBODY.referralCode}`);
  // WebKit may paint the picture over the badge.
  const isInFront = `
    const badge = document.querySelector('.badge');
    badge.style.pointerEvents = document.querySelector('picture').style.pointerEvents = 'auto';
    const { x, y, width, height } = badge.getBoundingClientRect();
    return badge.contains(document.elementFromPoint(x + width / 2, y + height / 2));`;
  expect(await me.run(isInFront)).toBe(true);
  const post = `
    for (const [id, text] of Object.entries(arguments[0])) document.getElementById(id).value = text;
    document.querySelector('#signup').requestSubmit();`;
  await me.run(post, ANA);
  await me.sees(positionText(1));
  await me.browser.navigate().refresh();
  await me.sees(positionText(1));
});
