import { mkdir, writeFile } from 'node:fs/promises';
import { SCREENS } from '../support/views.ts';
import { ANA } from '../support/visitor.ts';
import { expect, test, type Visit } from '../webkit/webkit.ts';

const VIEWS: Record<string, (me: Visit) => Promise<unknown>> = {
  'first view': (me) => me.open('/'),
  form: (me) => me.openForm(),
  confirmation: (me) => me.join(ANA),
};

for (const [width, height] of SCREENS) {
  for (const [view, open] of Object.entries(VIEWS)) {
    test(`${view} at ${width} in WebKit`, async ({ me }) => {
      await me.resize(width, height);
      await open(me);
      await expect.poll(() => me.run('return document.getAnimations().length')).toBe(0);
      await mkdir('shots/webkit', { recursive: true });
      const path = `shots/webkit/${view.replace(/\W+/g, '-')}-${width}.png`;
      await writeFile(path, await me.browser().takeScreenshot(), 'base64');
    });
  }
}
