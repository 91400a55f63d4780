import { By } from 'selenium-webdriver';
import { SIGNUP_ERRORS } from '../../src/waitlist/shared/contract.ts';
import { fill } from '../../src/waitlist/shared/fill.ts';
import { MESSAGES } from '../../src/waitlist/shared/messages.ts';
import { SPOTS_PER_FRIEND } from '../../src/waitlist/shared/referral.ts';
import { readCode } from '../support/read-code.ts';
import { ANA, ANA_TYPED, BEA, codeIn } from '../support/visitor.ts';
import { positionText, words } from '../support/words.ts';
import { expect, test } from './webkit.ts';

const { about, landing, notFound, signup, site: names } = words;
const { form, confirmation } = signup;

const PICTURE = ['image', landing.hero.alt] as const;
const greeting = (firstName: string) => fill(confirmation.greeting, { firstName });
const seeSpot = (firstName: string) => fill(landing.inLine, { firstName });

test('the first view fits, and nothing is wider than the screen', async ({ me }) => {
  await me.open('/');
  for (const width of [320, 390, 768, 1280]) {
    await me.resize(width);
    await me.find('heading', names.product);
    expect(await me.run('return arguments[0].naturalWidth', await me.find(...PICTURE))).not.toBe(0);
    await me.sees(landing.hint);
    await me.sees(landing.pitch);
    const widthOf = (which: string) => me.run(`return document.documentElement.${which}Width`);
    expect(await widthOf('scroll')).toBe(await widthOf('client'));
  }
});

test('a tap on the picture opens the form, and I am in it', async ({ me }) => {
  await me.open('/');
  await me.tap(...PICTURE);
  await me.find('heading', form.title);
  expect(await me.focused()).toBe(form.title);
});

test('back leads from the form to the picture, and forward to the form', async ({ me }) => {
  const history = () => me.browser().navigate();
  await me.open('/');
  await me.tap(...PICTURE);
  await history().refresh();
  await me.find('heading', form.title);
  await history().back();
  await me.find(...PICTURE);
  await history().forward();
  await me.tap('button', signup.back);
  await me.find(...PICTURE);
});

test('the other pages look as their styles say', async ({ me }) => {
  for (const [path, title] of [
    ['/about', about.heading],
    ['/nope', notFound.heading],
  ] as const) {
    await me.open(path);
    await me.find('heading', title);
    const page = me.browser().findElement(By.css('html'));
    expect(await page.getCssValue('background-color')).not.toBe('rgba(0, 0, 0, 0)');
  }
});

test('each mistake is told at its field, and forgiven', async ({ me, site }) => {
  await site.member({ phone: BEA.phone });
  await me.openForm();
  for (const [mistake, sentence, field] of [
    [{ firstName: '' }, SIGNUP_ERRORS.empty_field, form.firstName],
    [{ lastName: '' }, SIGNUP_ERRORS.empty_field, form.lastName],
    [{ phone: '(555) 010' }, SIGNUP_ERRORS.invalid_phone, form.phone],
    [{ phone: '(555) 010-0002' }, MESSAGES.registered, form.phone],
  ] as const) {
    const typed = { ...ANA_TYPED, ...mistake };
    await me.send(typed);
    await me.sees(sentence);
    await expect.poll(me.focused).toContain(field);
    expect(await me.textIn(form.firstName)).toBe(typed.firstName);
    expect(await me.textIn(form.phone)).toBe(typed.phone);
  }
  await me.send(ANA);
  await me.sees(positionText(2));
});

test('I join, see my position and my link, and copy it by a tap', async ({ me, site }) => {
  await site.member();
  await me.openForm();
  await me.send(ANA);
  await me.sees(greeting('Ana'));
  await me.sees(positionText(2));
  const link = `${site.origin}/?ref=${(await site.memberWith(ANA.phone))?.code}`;
  expect(await me.textIn(confirmation.link)).toBe(link);
  await me.tap('button', confirmation.copy);
  await me.sees(confirmation.copied);
  await me.openForm();
  await me.tap('textbox', form.firstName);
  await me.shortcut('v');
  expect(await me.textIn(form.firstName)).toBe(link);
});

test('a friend beside me reads my link from the QR code', async ({ me }) => {
  const link = await me.join(ANA);
  await me.tap('button', confirmation.showCode);
  await me.find('image', confirmation.codeAlt);
  // Of the part alone, WebKitGTK's picture is black once the page was scrolled.
  expect(await readCode(Buffer.from(await me.browser().takeScreenshot(), 'base64'))).toBe(link);
});

test('back after joining, the form is empty for my sister', async ({ me }) => {
  await me.join(ANA);
  await me.tap('button', signup.back);
  await me.find('link', seeSpot('Ana'));
  await me.tap(...PICTURE);
  expect(await me.textIn(form.firstName)).toBe('');
  await me.send(BEA);
  await me.sees(positionText(2));
  await me.browser().navigate().back();
  await me.find('link', seeSpot('Bea'));
  await me.browser().navigate().forward();
  await me.sees(greeting('Bea'));
  await me.browser().navigate().refresh();
  await me.sees(greeting('Bea'));
});

test('friends move me up, as I see here and in a fresh browser', async ({ me, site }) => {
  for (let ahead = 0; ahead < 12; ahead += 1) await site.member();
  const link = await me.join(ANA);
  await site.member({ referralCode: codeIn(link) });
  await me.open('/about');
  await me.open('/');
  await me.tap('link', seeSpot('Ana'));
  await me.sees(greeting('Ana'));
  await me.sees(positionText(13 - SPOTS_PER_FRIEND));
  const text = `${await (await me.find('link', confirmation.shareWithMe)).getAttribute('href')}`;

  await me.changeBrowser();
  await me.open(link);
  await me.sees(landing.friend);
  await me.tap(...PICTURE);
  await me.send(BEA);
  await me.sees(positionText(15));

  await me.changeBrowser();
  await me.open(/http\S+/.exec(decodeURIComponent(text))?.[0] ?? '');
  await me.sees(signup.spot.greeting);
  await me.sees(positionText(13 - 2 * SPOTS_PER_FRIEND));
});

test('where no script comes I join all the same', async ({ me, site }) => {
  site.proxy.scripts = false;
  await me.open('/');
  await me.tap(...PICTURE);
  const ground = await me.ground('button', form.button);
  await me.send(ANA);
  await me.sees(greeting('Ana'));
  await me.sees(positionText(1));
  expect(await me.ground('link', confirmation.share)).toBe(ground);
});

test('and a mistake there keeps what I typed, and who invited me', async ({ me, site }) => {
  site.proxy.scripts = false;
  const inviter = await site.member();
  await me.open(`/?ref=${inviter}`);
  await me.tap(...PICTURE);
  const ground = await me.ground('button', form.button);
  await me.send({ ...ANA, phone: '555' });
  await me.sees(SIGNUP_ERRORS.invalid_phone);
  expect(await me.ground('button', form.button)).toBe(ground);
  expect(await me.textIn(form.firstName)).toBe(ANA.firstName);
  await me.send(ANA);
  await me.sees(positionText(2));
  expect(await site.scoreOf(inviter)).toBe(1 - SPOTS_PER_FRIEND);
});

test('my cover is drawn here too, and a camera reads my link from it', async ({ me }) => {
  const link = await me.join({ ...ANA, firstName: 'Łucja' });
  await me.tap('button', words.signup.sharePicture.open);
  await me.find('link', words.signup.sharePicture.save);
  const [, drawn = ''] = await me.run<string[]>(
    "return document.querySelector('canvas').toDataURL().split(',')",
  );
  expect(await readCode(Buffer.from(drawn, 'base64'))).toBe(link);
  const faces = "return [...document.fonts].filter((it) => it.family === 'Cover')";
  expect(await me.run(`${faces}.filter((it) => it.status === 'loaded').length`)).toBe(2);
});
