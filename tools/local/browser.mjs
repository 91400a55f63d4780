import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
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
  const { PATH = '', CHROMIUM_PATH } = process.env;
  const folders = PATH.split(delimiter);
  const onPath = PROGRAMS.flatMap((name) => folders.map((folder) => join(folder, name)));
  const candidates = [CHROMIUM_PATH, ...onPath, ON_A_MAC, playwrightsOwn()];
  return candidates.find(starts);
}

/**
 * Asked for its version, because Ubuntu's chromium-browser is a script that may only say that the
 * real one is to be had as a snap.
 *
 * @param {string | undefined} path
 */
function starts(path) {
  try {
    if (!path) return false;
    accessSync(path, constants.X_OK);
    return spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0;
  } catch {
    return false;
  }
}

/** @returns {string | undefined} */
function playwrightsOwn() {
  try {
    return createRequire(import.meta.url)('playwright').chromium.executablePath();
  } catch {
    return undefined; // Not installed yet.
  }
}
