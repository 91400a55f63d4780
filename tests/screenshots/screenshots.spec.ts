import { test } from '../support/site.ts';
import { SCREENS, VIEWS } from '../support/views.ts';
import { ANA, SIGNUP } from '../support/visitor.ts';
import { NOBODY } from '../support/waitlist.ts';

test.use({ deviceScaleFactor: 2 });

for (const [width, height] of SCREENS) {
  for (const [view, open] of Object.entries(VIEWS)) {
    test(`${view} at ${width}`, async ({ me, page }) => {
      await page.setViewportSize({ width, height });
      await open(me);
      const path = `screenshots/${view.replace(/\W+/g, '-')}-${width}.png`;
      await page.screenshot({ path, fullPage: true });
    });
  }
}

test("the README's pictures", async ({ me, page }) => {
  const take = (name: string) =>
    page.screenshot({ path: `screenshots/${name}.jpg`, type: 'jpeg', quality: 80 });
  await page.goto('/', { waitUntil: 'networkidle' });
  await take('first-view');
  await me.fulfill(SIGNUP, { position: 42, ...NOBODY });
  await me.join(ANA);
  const value = `https://fabio.example/?ref=${NOBODY.referralCode}`;
  await me.link.evaluate((field, value) => Object.assign(field, { value }), value);
  await take('confirmation');
});
