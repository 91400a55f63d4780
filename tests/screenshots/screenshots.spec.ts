import { test } from '../support/site.ts';
import { SCREENS, VIEWS } from '../support/views.ts';

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
