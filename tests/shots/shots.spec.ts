import { test } from '../support/site.ts';
import { VIEWS } from '../support/views.ts';

const SIZES = [
  { width: 320, height: 568 },
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
];

for (const viewport of SIZES) {
  for (const [view, open] of Object.entries(VIEWS)) {
    test(`${view} at ${viewport.width}`, async ({ visitor, allow }) => {
      allow(/Failed to load resource/, /Error hydrating/);
      const page = await visitor({ viewport, reducedMotion: 'reduce', deviceScaleFactor: 2 });
      await open(page);
      const path = `shots/${view.replace(/\W+/g, '-')}-${viewport.width}.png`;
      await page.screenshot({ path, fullPage: true });
    });
  }
}
