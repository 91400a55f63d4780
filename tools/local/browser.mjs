import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';

const PROGRAMS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const ON_A_MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/**
 * The Chromium that the tests drive: CHROMIUM_PATH, else one on the PATH, else Playwright's own.
 *
 * @returns {string | undefined} its path, or undefined where none starts
 */
export function findBrowser() {
  const { PATH = '', CHROMIUM_PATH = '' } = process.env;
  const folders = PATH.split(delimiter);
  const onPath = PROGRAMS.flatMap((name) => folders.map((folder) => join(folder, name)));
  // Ubuntu's chromium-browser may be a script that only says that the real one is to be had as a snap.
  return [CHROMIUM_PATH, ...onPath, ON_A_MAC, playwrightsOwn()].find(
    (path) => path && spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0,
  );
}

/**
 * The driver of the WebKit that the tests drive: Safari's on a Mac, elsewhere WebKitGTK's.
 *
 * @returns {string | undefined} its name, or undefined where it is not on the PATH, or no screen for it
 */
export function findWebKit() {
  const needed = process.platform === 'darwin' ? ['safaridriver'] : ['WebKitWebDriver', 'Xvfb'];
  const folders = (process.env.PATH ?? '').split(delimiter);
  const isThere = (program) => folders.some((folder) => existsSync(join(folder, program)));
  return needed.every(isThere) ? needed[0] : undefined;
}

function playwrightsOwn() {
  try {
    return createRequire(import.meta.url)('playwright').chromium.executablePath();
  } catch {
    return undefined; // Not installed yet.
  }
}
