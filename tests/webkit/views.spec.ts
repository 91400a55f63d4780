import { By } from 'selenium-webdriver';
import { expect, test } from './webkit.ts';

for (const [width, height] of [
  [320, 568],
  [390, 844],
  [768, 1024],
  [1280, 800],
] as const) {
  test(`the first view at ${width} px, and nothing wider than the screen`, async ({ me }) => {
    await me.open('/');
    await me.resize(width, height);
    await me.find('heading', 'Fabio');
    const picture = await me.find('image', 'A romance-paperback cover');
    expect(await me.run('return arguments[0].naturalWidth', picture)).toBeGreaterThan(0);
    await me.sees('click here for early access');
    await me.sees('Tired of men disrespecting you?');
    expect(await me.run('return document.documentElement.scrollWidth')).toBe(width);
  });
}

test('a tap on the picture opens the form, and I am in it', async ({ me }) => {
  await me.open('/');
  await me.tap('image', 'A romance-paperback cover');
  await me.find('heading', 'Join the waitlist');
  expect(await me.focused()).toBe('Join the waitlist');
  await me.type('First name', 'Ana');
  expect(await me.textIn('First name')).toBe('Ana');
});

test('back leads from the form to the picture, and forward to the form', async ({ me }) => {
  await me.open('/');
  await me.tap('image', 'A romance-paperback cover');
  await me.find('heading', 'Join the waitlist');
  await me.browser.navigate().refresh();
  await me.find('heading', 'Join the waitlist');
  await me.browser.navigate().back();
  await me.find('image', 'A romance-paperback cover');
  await me.browser.navigate().forward();
  await me.tap('button', 'Back to home');
  await me.find('image', 'A romance-paperback cover');
});

test('the other pages look as their styles say', async ({ me }) => {
  for (const [path, title] of [
    ['/about', 'WELCOME_TO_RESOLUTION_LABS'],
    ['/nope', 'Oops! Page not found'],
  ] as const) {
    await me.open(path);
    await me.find('heading', title);
    const ground = await me.browser.findElement(By.css('html')).getCssValue('background-color');
    expect(ground).not.toBe('rgba(0, 0, 0, 0)');
  }
});
