import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright/test';
import { joinQueue, KEYS } from '../../netlify/queue/queue.ts';
import { SIGNUP_ERRORS, SIGNUP_PATH } from '../../src/waitlist/shared/contract.ts';
import { ATTEMPTS, expect, test } from '../support/site.ts';
import {
  ANA,
  BEA,
  codeIn,
  FAILED_REQUEST,
  fillIn,
  type Person,
  pressJoin,
  screen,
  smsText,
} from '../support/visitor.ts';
import { someone } from '../support/waitlist.ts';

test.use({ javaScriptEnabled: false });
const NO_SCRIPT = { javaScriptEnabled: false };

async function send(page: Page, person: Person, path = '/') {
  await page.goto(path);
  await screen(page).picture.tap();
  await fillIn(page, person);
  await pressJoin(page);
}

async function expectForm(page: Page, message: string, typed: Person) {
  const { message: shown, firstName, lastName, phone } = screen(page);
  await expect(shown).toHaveText(message);
  await expect(firstName).toHaveValue(typed.firstName);
  await expect(lastName).toHaveValue(typed.lastName);
  await expect(phone).toHaveValue(typed.phone);
}

test.describe('with scripts switched off', () => {
  test('I join, see my place, my link and the text to a friend', async ({ page, site }) => {
    for (let ahead = 0; ahead < 12; ahead += 1) await joinQueue(site.upstash, someone());
    await send(page, ANA);
    await expect(screen(page).confirmation).toBeVisible();
    await expect(screen(page).greeting('Ana')).toBeVisible();
    await expect(screen(page).place(13)).toBeVisible();
    const link = await screen(page).link.inputValue();
    expect(link).toBe(`${site.origin}/?ref=${codeIn(link)}`);
    await expect(screen(page).link).not.toBeEditable();
    expect(await site.redis.zrank(KEYS.queue, codeIn(link))).toBe(12);
    expect(await smsText(screen(page).share)).toContain(link);
    const wayBack = `${site.origin}/#spot=${codeIn(link)}`;
    expect(await smsText(screen(page).shareWithMe)).toContain(wayBack);
    for (const needsScript of [screen(page).copy, screen(page).shareMore, screen(page).showCode]) {
      await expect(needsScript).toHaveCount(0);
    }
  });

  test('a friend who joins through my link moves me up five', async ({ page, site, visitor }) => {
    await send(page, ANA);
    const link = await screen(page).link.inputValue();
    const friend = await visitor(NO_SCRIPT);
    await send(friend, BEA, link);
    await expect(screen(friend).place(2)).toBeVisible();
    expect(await site.scoreOf(codeIn(link))).toBe(1 - 5);
  });

  test('the button again: the same place, and nobody is credited twice', async ({ page, site }) => {
    const inviter = await joinQueue(site.upstash, someone());
    if (inviter.outcome !== 'joined') throw new Error(inviter.outcome);
    const { referralCode } = inviter;
    await send(page, ANA, `/?ref=${referralCode}`);
    const link = await screen(page).link.inputValue();
    await page.goBack();
    await fillIn(page, ANA);
    await pressJoin(page);
    await expect(screen(page).place(2)).toBeVisible();
    expect(await screen(page).link.inputValue()).toBe(link);
    expect(await site.redis.hlen(KEYS.members)).toBe(2);
    expect(await site.scoreOf(referralCode)).toBe(1 - 5);
  });

  test('back to home, and nothing of mine is left in the form', async ({ page }) => {
    await send(page, ANA);
    await screen(page).back.tap();
    await expect(screen(page).picture).toBeVisible();
    await screen(page).picture.tap();
    await expect(screen(page).firstName).toHaveValue('');
    await screen(page).back.tap();
    await expect(screen(page).formTitle).toBeHidden();
  });
});

test.describe('a mistake without script', () => {
  test.beforeEach(({ allow }) => allow(FAILED_REQUEST));

  test('is told, what I typed is kept, and so is who invited me', async ({ page, site }) => {
    const inviter = await joinQueue(site.upstash, someone());
    if (inviter.outcome !== 'joined') throw new Error(inviter.outcome);
    await page.goto(`/?ref=${inviter.referralCode}`);
    await screen(page).picture.tap();
    for (const [mistake, typed, message] of [
      ['no first name', { ...ANA, firstName: '' }, SIGNUP_ERRORS.empty_field],
      ['no last name', { ...ANA, lastName: '' }, SIGNUP_ERRORS.empty_field],
      ['no phone', { ...ANA, phone: '' }, SIGNUP_ERRORS.empty_field],
      ['a short phone', { ...ANA, phone: '555 010' }, SIGNUP_ERRORS.invalid_phone],
    ] as const) {
      await test.step(mistake, async () => {
        await fillIn(page, typed);
        await pressJoin(page);
        await expectForm(page, message, typed);
      });
    }
    expect(await site.redis.hlen(KEYS.members)).toBe(1);

    await fillIn(page, ANA);
    await pressJoin(page);
    await expect(screen(page).place(2)).toBeVisible();
    expect(await site.scoreOf(inviter.referralCode)).toBe(1 - 5);
  });

  test('my number is on the list already', async ({ page, site }) => {
    await joinQueue(site.upstash, someone({ phone: ANA.phone }));
    await send(page, ANA);
    await expectForm(page, 'This phone number is already on the waitlist!', ANA);
  });

  test('twenty from my address tried before me', async ({ page, site, request }) => {
    for (let i = 0; i < 20; i += 1) {
      const form = { ...ANA, phone: String(5_550_200_000 + i), firstName: `Ana ${i}` };
      const headers = { Origin: site.origin };
      expect((await request.post(SIGNUP_PATH, { form, headers })).status()).toBe(200);
    }
    await send(page, ANA);
    await expectForm(page, 'Too many attempts. Please wait a moment and try again.', ANA);
    expect(await site.redis.ttl(ATTEMPTS)).toBeGreaterThan(590);
  });

  test('the list is away', async ({ page, site }) => {
    site.faults.intercept = () => Promise.reject(new Error('away'));
    await send(page, ANA);
    await expectForm(page, SIGNUP_ERRORS.unavailable, ANA);
    site.faults.intercept = undefined;
    await pressJoin(page);
    await expect(screen(page).place(1)).toBeVisible();
  });

  test('the way back from an error keeps who invited me', async ({ page, site }) => {
    const inviter = await joinQueue(site.upstash, someone());
    if (inviter.outcome !== 'joined') throw new Error(inviter.outcome);
    await send(page, { ...ANA, phone: '5' }, `/?ref=${inviter.referralCode}`);
    await screen(page).back.tap();
    await expect(screen(page).picture).toBeVisible();
    expect(new URL(page.url()).searchParams.get('ref')).toBe(inviter.referralCode);
  });
});

test('what I type is text and nothing else', async ({ page, allow }) => {
  allow(FAILED_REQUEST);
  const names = [
    '<script>alert(1)</script>',
    `"><img src=x onerror=alert(1)>'`,
    '{{phone}} {{link}} &amp; $&',
    'ليلى',
    '\u202eAna',
  ];
  for (const [i, name] of names.entries()) {
    await test.step(name, async () => {
      const typed = { firstName: name, lastName: name, phone: name };
      await send(page, typed);
      await expectForm(page, SIGNUP_ERRORS.invalid_phone, typed);
      await screen(page).phone.fill(`555010020${i}`);
      await pressJoin(page);
      await expect(screen(page).greeting(name)).toBeVisible();
      for (const element of ['script', 'img']) {
        await expect(page.locator(element)).toHaveCount(0);
      }
    });
  }
});

test('the answer runs no script and breaks no rule, even where scripts are on', async ({
  visitor,
}) => {
  const page = await visitor({ javaScriptEnabled: true });
  await page.route('**/_astro/*.js', () => {}); // Never arrives, so the form goes natively.
  await page.goto('/#join');
  await fillIn(page, ANA);
  const answer = page.waitForResponse(`**${SIGNUP_PATH}`);
  await pressJoin(page);
  const policy = (await (await answer).headerValue('content-security-policy')) ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/script-src|unsafe/);
  await expect(screen(page).confirmation).toBeVisible();
  await expect(page.locator('script')).toHaveCount(0);
});

test('another site cannot sign me up', async ({ page, site, allow }) => {
  const trap = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html').end(`
      <form method="post" action="${site.origin}${SIGNUP_PATH}">
        <input name="firstName" value="Ana"><input name="lastName" value="Lee">
        <input name="phone" value="5550100001"><button>Win a phone</button>
      </form>`);
  }).listen(0, '127.0.0.1');
  try {
    const { port } = await new Promise<AddressInfo>((resolve) =>
      trap.once('listening', () => resolve(trap.address() as AddressInfo)),
    );
    allow(FAILED_REQUEST, /^request to http:\/\/localhost:/);
    await page.goto(`http://localhost:${port}/`);
    const answer = page.waitForResponse(`**${SIGNUP_PATH}`);
    await page.getByRole('button', { name: 'Win a phone' }).tap();
    expect((await answer).status()).toBe(403);
    await expect(screen(page).message).toHaveText(SIGNUP_ERRORS.cross_site);
    expect(await site.redis.exists(KEYS.members)).toBe(0);
  } finally {
    trap.closeAllConnections();
    trap.close();
  }
});
