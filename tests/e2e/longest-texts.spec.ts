import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'playwright/test';
import { copyProject } from '../support/copy-project.ts';
import { startPreview } from '../support/start-preview.ts';
import { STATUS, UNKNOWN_STATUS } from '../support/visitor.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'longest-')));
let preview: Awaited<ReturnType<typeof startPreview>>;

test.beforeAll(async () => {
  test.setTimeout(240_000);
  copyProject(root);
  const env = { ...process.env, LONGEST_TEXTS: '1' };
  const build = ['node_modules/astro/bin/astro.mjs', 'build'];
  execFileSync(process.execPath, build, { cwd: root, env, stdio: 'ignore' });
  const database = 'http://127.0.0.1:1';
  preview = await startPreview(
    { UPSTASH_REDIS_REST_URL: database, UPSTASH_REDIS_REST_TOKEN: 'none' },
    root,
  );
});
test.afterAll(async () => {
  await preview.stop();
  rmSync(root, { recursive: true });
});

const MEMBER = `/#spot=${UNKNOWN_STATUS}`;
const MOVED = { success: true, position: 1_234_567, friendsJoined: 2 };
const VIEWS: [string, string, object?][] = [
  ['the first view', '/'],
  ['the form', '/#join'],
  ['the position', MEMBER, MOVED],
  ['a member who was admitted', MEMBER, { success: true, admitted: true, friendsJoined: 1 }],
  ['an unfinished status link', '/#spot=nobody'],
  ['the page about the lab', '/about'],
  ['the page about privacy', '/privacy'],
  ['a path that is none', '/nope'],
];

for (const width of [320, 1280]) {
  test(`texts as long as they may be are neither cut nor on other text at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.route(STATUS, (route) => route.fulfill({ json: answer }));
    let answer: object | undefined;
    for (const [name, path, json] of VIEWS) {
      answer = json;
      await page.goto('about:blank');
      await page.goto(preview.origin + path);
      await page.waitForLoadState('networkidle');
      expect.soft(await page.evaluate(findFaults), name).toEqual([]);
    }
  });
}

/** Texts that are cut or lie on others, and the width of a page that is wider than the screen. */
function findFaults(): string[] {
  const faults: string[] = [];
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > innerWidth) faults.push(`the page is ${scrollWidth} wide`);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const lines: { node: Node; text: string; box: DOMRect }[] = [];
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const element = node.parentElement as HTMLElement;
    const range = document.createRange();
    range.selectNodeContents(node);
    // Texts for screen readers alone have a box of one pixel.
    const isShown = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (!isShown || element.closest('script, style') || element.offsetWidth === 1) continue;
    for (const box of range.getClientRects()) {
      if (box.width > 1) lines.push({ node, text: node.textContent?.trim() ?? '', box });
    }
  }
  for (const { node, text, box } of lines) {
    if (box.left < -1 || box.right > innerWidth + 1) faults.push(`${text} leaves the screen`);
    for (let part = node.parentElement; part && part !== document.body; part = part.parentElement) {
      const frame = part.getBoundingClientRect();
      const isCut = box.right > frame.right + 1 || box.bottom > frame.bottom + 2;
      if (getComputedStyle(part).overflow !== 'visible' && isCut) faults.push(`${text} is cut`);
    }
    for (const other of lines) {
      const x = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
      const y = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
      const isOn =
        other.node !== node && x > 2 && y > 0.35 * Math.min(box.height, other.box.height);
      if (isOn) faults.push(`${text} lies on ${other.text}`);
    }
  }
  return faults;
}
