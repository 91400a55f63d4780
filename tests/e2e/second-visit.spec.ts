import { DEADLINE_MS } from '../../src/waitlist/client/send.ts';
import { statusHash } from '../../src/waitlist/shared/links.ts';
import { copy } from '../support/copy.ts';
import { expect, test } from '../support/site.ts';
import { ANA, SCRIPTS, STATUS } from '../support/visitor.ts';
import { NOBODY } from '../support/waitlist.ts';

const STATUS_URL = `/${statusHash(NOBODY)}`;
const found = { position: 7, referralCount: 0 };

test('a status has words before React comes, and nothing moves when it does', async ({
  me,
  page,
}) => {
  const arrive = await me.hold(SCRIPTS);
  const respond = await me.hold(STATUS);
  await page.goto(STATUS_URL, { waitUntil: 'commit' });
  const finding = me.heading(copy.member.finding);
  await expect(finding).toBeFocused();
  await expect(page.getByRole('region', { name: copy.member.finding })).toBeVisible();
  await expect(me.formTitle).toBeHidden();
  const box = await finding.boundingBox();
  arrive();
  await me.scriptArrived();
  await expect(finding).toBeFocused();
  await expect(finding).toHaveCount(1);
  expect(await finding.boundingBox()).toEqual(box);
  respond();
});

test('a status is requested once, before React comes', async ({ me, page }) => {
  const sent = me.requestsTo(STATUS);
  const arrive = await me.hold(SCRIPTS);
  await me.fulfill(STATUS, found);
  await page.goto(STATUS_URL, { waitUntil: 'commit' });
  await expect.poll(() => sent.length).toBe(1);
  await me.heading(copy.member.finding).waitFor();
  arrive();
  await expect(me.position(7)).toBeFocused();
  expect(sent).toHaveLength(1);
});

test('if the first request fails, React asks once more', async ({ me, page }) => {
  const sent = me.requestsTo(STATUS);
  await page.route(STATUS, (route) =>
    sent.length > 1 ? route.fulfill({ json: { success: true, ...found } }) : route.abort(),
  );
  await page.goto(STATUS_URL);
  await expect(me.position(7)).toBeFocused();
  expect(sent).toHaveLength(2);
});

test('a QR code or a picture that stalls says so, and late opens nothing', async ({ me, page }) => {
  await page.clock.install();
  await me.fulfill(STATUS, found);
  await page.goto(STATUS_URL);
  await expect(me.position(7)).toBeFocused();
  const arrive = await me.hold(/draw-.*\.js/);
  await me.showCode.tap();
  await page.clock.fastForward(DEADLINE_MS);
  await expect(me.message).toHaveText(copy.confirmation.noCode);
  if (copy.share.open) {
    await me.sharePictureButton.tap();
    await expect(page.locator('.share-picture img')).toHaveCount(0);
    await page.clock.fastForward(DEADLINE_MS);
    await expect(me.message).toHaveText(copy.share.noSharePicture);
  }
  arrive();
  await expect(me.code).toHaveCount(0);
  await me.showCode.tap();
  await expect(me.code).toBeVisible();
});

test('who joined before React came finds the page with everything', async ({ me, page }) => {
  await page.route(SCRIPTS, (route) => route.abort());
  await page.goto('/#join');
  await me.send(ANA);
  await page.unroute(SCRIPTS);
  await page.getByRole('link', { name: copy.confirmation.shareMore }).tap();
  await expect(me.position(1)).toBeFocused();
  await expect(me.leave).toBeVisible();
});

test('a form stays where it is when React comes to a browser that knows me', async ({
  me,
  page,
}) => {
  await me.join(ANA);
  await page.goto('/about');
  const arrive = await me.hold(SCRIPTS);
  await page.goto('/#join', { waitUntil: 'commit' });
  const box = await me.firstName.boundingBox();
  arrive();
  await expect(page.getByText(copy.form.joinAgain)).toBeVisible();
  expect(await me.firstName.boundingBox()).toEqual(box);
});
