import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';

const CHROMIUM =
  'chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable'.split(' ');
const ON_A_MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

const onPath = (name) => `${process.env.PATH}`.split(delimiter).map((folder) => join(folder, name));
const runs = (program) => spawnSync(program, ['--version'], { timeout: 20_000 }).status === 0;

/** The name of the Redis on the PATH, if there is one. */
export const findRedis = () => ['redis-server', 'valkey-server'].find(runs);

/** The Chromium that the tests drive: CHROMIUM_PATH, one on the PATH, or Playwright's own. */
export function findBrowser() {
  const { chromium } = createRequire(import.meta.url)('playwright');
  const installed = [...CHROMIUM.flatMap(onPath), ON_A_MAC, chromium.executablePath()];
  // Runs each, because Ubuntu's chromium-browser may be a script that asks for the snap.
  return [process.env.CHROMIUM_PATH, ...installed].find((path) => path && runs(path));
}

/** For Playwright. */
export const browserOptions = () => ({
  executablePath: findBrowser() ?? '',
  // Otherwise hidden pages for the menus of its address bar take a quarter of the tests' CPU time (this list replaces
  // Playwright's, which no test needs), and hinting rounds the widths of letters, as no phone does.
  args: ['--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup', '--font-render-hinting=none'],
});

/** The tests' WebKit driver, Safari's on a Mac; undefined if it or its virtual screen is missing. */
export function findWebKit() {
  const needed = process.platform === 'darwin' ? ['safaridriver'] : ['WebKitWebDriver', 'Xvfb'];
  const isThere = (name) => onPath(name).some((path) => existsSync(path));
  return needed.every(isThere) ? needed[0] : undefined;
}
