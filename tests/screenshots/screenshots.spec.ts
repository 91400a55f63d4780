import { test } from '../support/site.ts';
import { SCREENS, VIEWS } from '../support/views.ts';
import { ANA, SIGNUP } from '../support/visitor.ts';
import { NOBODY } from '../support/waitlist.ts';

for (const [width, height] of SCREENS) {
  for (const [view, open] of Object.entries(VIEWS)) {
    test(`${view} at ${width}`, async ({ visitor }) => {
      const me = await visitor({ viewport: { width, height }, deviceScaleFactor: 2 });
      await open(me);
      const path = `screenshots/${view.replace(/\W+/g, '-')}-${width}.png`;
      await me.page.screenshot({ path, fullPage: true });
    });
  }
}

test("the README's pictures", async ({ visitor, site }) => {
  const origin = 'https://fabio.example';
  const me = await visitor({ baseURL: origin, deviceScaleFactor: 2 });
  await me.page.route(`${origin}/**`, async (route) => {
    const url = route.request().url().replace(origin, site.origin);
    await route.fulfill({ response: await route.fetch({ url }) });
  });
  const take = (name: string) =>
    me.page.screenshot({ path: `screenshots/${name}.jpg`, type: 'jpeg', quality: 80 });
  await me.page.goto('/', { waitUntil: 'networkidle' });
  await take('first-view');
  await me.fulfill(SIGNUP, { position: 42, ...NOBODY });
  await me.join(ANA);
  await take('confirmation');
});
