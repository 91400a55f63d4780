import { mkdir, writeFile } from 'node:fs/promises';
import { SCREENS } from '../support/views.ts';
import { ANA, UNKNOWN_CODE } from '../support/visitor.ts';
import { words } from '../support/words.ts';
import { expect, test, type Visit } from '../webkit/webkit.ts';

const VIEWS: Record<string, (me: Visit) => Promise<unknown>> = {
  'first view': (me) => me.open('/'),
  form: (me) => me.openForm(),
  "form through a friend's link": (me) => me.openForm(`/?ref=${UNKNOWN_CODE}`),
  confirmation: (me) => me.join(ANA),
  'moved up': async (me) => {
    await me.join(ANA);
    await me.run("localStorage.member = localStorage.member.replace(/#\\d+/, '#21')");
    await me.browser().navigate().refresh();
    await me.sees('#1');
  },
  'left the list': async (me) => {
    const { confirm, left } = words.signup.leave;
    await me.join(ANA);
    await me.run(`document.querySelector('summary').click()`);
    await me.tap('button', confirm);
    await me.sees(left);
  },
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
