import { statusHash } from '../../src/waitlist/shared/links.ts';
import { copy } from '../support/copy.ts';
import { expect, test } from '../support/site.ts';
import { ANA, BEA, SCRIPTS, STATUS } from '../support/visitor.ts';
import { NOBODY } from '../support/waitlist.ts';

const STATUS_URL = `/${statusHash(NOBODY)}`;

test('a status has words before React comes, and until it is found', async ({ me, page }) => {
  const arrive = await me.hold(SCRIPTS);
  const respond = await me.hold(STATUS);
  await page.goto(STATUS_URL, { waitUntil: 'commit' });
  const finding = me.heading(copy.member.finding);
  await expect(finding).toBeFocused();
  await expect(page.getByRole('region', { name: copy.member.finding })).toBeVisible();
  await expect(me.formTitle).toBeHidden();
  arrive();
  await me.scriptArrived();
  await expect(finding).toBeFocused();
  await page.goto('/#spot=nobody');
  await expect(me.heading(copy.member.unknown)).toBeFocused();
  await page.goto(STATUS_URL);
  await expect(finding).toBeFocused();
  respond();
  await expect(me.heading(copy.member.noStatus)).toBeFocused();
});

test('a status is requested once, however it opens', async ({ me, page, site }) => {
  let requests = 0;
  const other = await site.addMember(BEA);
  const otherLink = `/#spot=${other}.${(await site.memberWith(BEA.phone))?.token}`;
  await me.join(ANA);
  const link = await me.statusLink();
  const breakOnce = () => page.route(STATUS, (route) => route.abort(), { times: 1 });
  site.faults.inject = (request, execute) => {
    requests += Number(/evalsha/i.test(`${request}`));
    return execute();
  };
  for (const [way, position, open] of [
    ['a link', 2, () => page.goto('/about').then(() => page.goto(link))],
    ['a first request that breaks', 2, () => breakOnce().then(() => page.reload())],
    ['a reload', 2, () => page.reload()],
    ['a tap', 2, () => page.goto('/').then(() => me.returningLine('Ana').tap())],
    ['back and forward', 2, () => page.goBack().then(() => page.goForward())],
    ["another member's link", 1, () => page.goto(otherLink)],
    ['my link over it', 2, () => page.evaluate((url) => location.assign(url), link)],
  ] as const) {
    requests = 0;
    await open();
    await expect(me.position(position), way).toBeFocused();
    expect(requests, way).toBe(1);
  }
});

for (const width of [320, 390, 1280]) {
  test(`nothing jumps when React comes to a screen of ${width} pixels`, async ({ me, page }) => {
    await page.setViewportSize({ width, height: 844 });
    // They move a first visit, too.
    await page.route(/\.woff2$/, (route) => route.abort());
    await me.fulfill(STATUS, { position: 7 });
    const member = { statusKey: NOBODY, firstName: 'Ana' };
    const browsers = [{}, { ...member, position: 7 }, { ...member, position: null }];
    for (const remembered of browsers.map((browser) => JSON.stringify(browser))) {
      await page.goto('/robots.txt');
      await page.evaluate((text) => localStorage.setItem('member', text), remembered);
      for (const url of ['/#join', `/?ref=${NOBODY.referralCode}#join`, STATUS_URL]) {
        await page.goto(url);
        await expect(url === STATUS_URL ? me.position(7) : me.formTitle).toBeVisible();
        await me.scriptArrived();
        // Holds the styles of the fonts until they may come.
        await expect(page.locator('noscript')).toHaveCount(0);
        expect(await me.layoutShift(), `${url} ${remembered}`).toBe(0);
      }
    }
  });
}
