import { SIGNUP_ERRORS } from '../../src/waitlist/shared/contract.ts';
import { MESSAGES } from '../../src/waitlist/shared/messages.ts';
import { SPOTS_PER_FRIEND } from '../../src/waitlist/shared/referral.ts';
import { readCode } from '../support/read-code.ts';
import { ANA, ANA_TYPED, BEA, codeIn } from '../support/visitor.ts';
import { expect, test } from './webkit.ts';

test('each mistake is told and can be mended, and what I typed stays', async ({ me, site }) => {
  await site.member({ phone: BEA.phone });
  await me.openForm();
  for (const [typed, sentence, field] of [
    [{ ...ANA_TYPED, firstName: '' }, SIGNUP_ERRORS.empty_field, 'First name'],
    [{ ...ANA_TYPED, lastName: '' }, SIGNUP_ERRORS.empty_field, 'Last name'],
    [{ ...ANA_TYPED, phone: '(555) 010' }, SIGNUP_ERRORS.invalid_phone, 'Phone number'],
    [{ ...ANA_TYPED, phone: '(555) 010-0002' }, MESSAGES.registered, undefined],
  ] as const) {
    await me.send(typed);
    await me.sees(sentence);
    if (field) expect(await me.focused()).toContain(field);
    expect(await me.textIn('First name')).toBe(typed.firstName);
    expect(await me.textIn('Phone number')).toBe(typed.phone);
  }
  await me.send(ANA);
  await me.sees("You're at position #2");
});

test('I join, and see and hear my position and my link', async ({ me, site }) => {
  await site.member();
  await me.openForm();
  await me.send(ANA);
  await me.sees("You're in line, Ana!");
  await me.sees("You're at position #2");
  const link = await me.textIn('Your personal link');
  expect(link).toBe(`${site.origin}/?ref=${(await site.memberWith(ANA.phone))?.code}`);
  await me.find('link', 'Share via Text');
});

test('my link is copied by a tap', async ({ me }) => {
  const link = await me.join(ANA);
  await me.tap('button', 'Copy link');
  await me.sees('Referral link copied!');
  await me.openForm();
  await me.tap('textbox', 'First name');
  await me.shortcut('v');
  expect(await me.textIn('First name')).toBe(link);
});

test('a friend beside me reads my link from the QR code', async ({ me }) => {
  const link = await me.join(ANA);
  await me.tap('button', 'Show QR code');
  await me.find('image', 'QR code of your personal link');
  // Of the part alone, WebKitGTK's picture is black once the page was scrolled.
  expect(await readCode(Buffer.from(await me.browser.takeScreenshot(), 'base64'))).toBe(link);
});

test('back after joining, my result is gone, and the form is empty for my sister', async ({
  me,
}) => {
  await me.join(ANA);
  await me.tap('button', 'Back to home');
  await me.find('link', "You're in line, Ana. See your spot");
  await me.tap('image', 'A romance-paperback cover');
  expect(await me.textIn('First name')).toBe('');
  await me.send(BEA);
  await me.sees("You're at position #2");
  await me.browser.navigate().back();
  await me.find('link', "You're in line, Bea. See your spot");
});

test('a friend moves me up; I see it here, and by my text in a fresh browser', async ({
  me,
  site,
  visitor,
}) => {
  for (let ahead = 0; ahead < 12; ahead += 1) await site.member();
  const link = await me.join(ANA);
  const back = `${await (await me.find('link', 'Text it to myself')).getProperty('href')}`;
  await site.member({ referralCode: codeIn(link) });
  await me.open('/about');
  await me.open('/');
  await me.tap('link', "You're in line, Ana. See your spot");
  await me.sees("You're in line, Ana!");
  await me.sees(`You're at position #${13 - SPOTS_PER_FRIEND}`);

  const friend = await visitor();
  await friend.open(link);
  await friend.sees('A friend saved you a spot');
  await friend.tap('image', 'A romance-paperback cover');
  await friend.send(BEA);
  await friend.sees("You're at position #15");

  const elsewhere = await visitor();
  await elsewhere.open(/http\S+/.exec(decodeURIComponent(back))?.[0] ?? '');
  await elsewhere.sees("You're in line!");
  await elsewhere.sees(`You're at position #${13 - 2 * SPOTS_PER_FRIEND}`);
  await elsewhere.sees('2 friends joined through your link');
});

test.describe('where the script does not come', () => {
  test.beforeEach(({ me, site }) => {
    site.proxy.state.scripts = false;
    return me.open('/');
  });

  test('I join all the same, and the answer looks as the form did', async ({ me, site }) => {
    await me.tap('image', 'A romance-paperback cover');
    const colours = await me.colours('button', 'Join the Waitlist');
    await me.send(ANA);
    await me.sees("You're in line, Ana!");
    await me.sees("You're at position #1");
    expect(await me.colours('link', 'Share via Text')).toEqual(colours);
    expect(await me.textIn('Your personal link')).toContain(`${site.origin}/?ref=`);
  });

  test('a mistake keeps what I typed, and who invited me', async ({ me, site }) => {
    const inviter = await site.member();
    await me.open(`/?ref=${inviter}`);
    await me.tap('image', 'A romance-paperback cover');
    const colours = await me.colours('button', 'Join the Waitlist');
    await me.send({ ...ANA, phone: '555' });
    await me.sees(SIGNUP_ERRORS.invalid_phone);
    expect(await me.colours('button', 'Join the Waitlist')).toEqual(colours);
    expect(await me.textIn('First name')).toBe(ANA.firstName);
    await me.send(ANA);
    await me.sees("You're at position #2");
    expect(await site.scoreOf(inviter)).toBe(1 - SPOTS_PER_FRIEND);
  });
});
