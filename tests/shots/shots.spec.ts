import { test } from '../support/site.ts';
import { SCREENS, VIEWS } from '../support/views.ts';

for (const [width, height] of SCREENS) {
  for (const [view, open] of Object.entries(VIEWS)) {
    test(`${view} at ${width}`, async ({ visitor, allow }) => {
      allow(/Failed to load resource/, /Error hydrating/);
      const me = await visitor({ viewport: { width, height }, deviceScaleFactor: 2 });
      await open(me);
      const path = `shots/${view.replace(/\W+/g, '-')}-${width}.png`;
      await me.page.screenshot({ path, fullPage: true });
    });
  }
}
