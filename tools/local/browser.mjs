import { spawnSync } from 'node:child_process';
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

function playwrightsOwn() {
  try {
    return createRequire(import.meta.url)('playwright').chromium.executablePath();
  } catch {
    return undefined; // Not installed yet.
  }
}
