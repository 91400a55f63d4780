import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Builder } from 'selenium-webdriver';
import { findWebKit } from '../../tools/local/browser.mjs';
import { freePort } from '../support/start-preview.ts';

const PROGRAM = findWebKit() ?? '';
const BROWSER = PROGRAM === 'safaridriver' ? 'safari' : 'MiniBrowser';

/** It takes half a second; on a busy machine, one in a hundred was seen never to begin. */
const SESSION_MS = 15_000;

/** Safari, or WebKitGTK on a screen of its own that nobody sees. */
export async function startWebKit() {
  if (!PROGRAM) throw new Error('These tests need Safari, or WebKitWebDriver and Xvfb.');
  const screen = BROWSER === 'safari' ? undefined : await startScreen();
  return {
    /** A browser that remembers nothing. On a Mac there can be one at a time. */
    async openBrowser() {
      for (let tries = 1; tries <= 3; tries += 1) {
        const driver = await startDriver(screen?.env);
        const session = new Builder()
          .usingServer(driver.url)
          .withCapabilities({ browserName: BROWSER });
        const browser = await Promise.race([session.build(), sleep(SESSION_MS)]);
        if (browser) {
          const close = () => browser.quit().then(driver.stop);
          return { browser, close };
        }
        await driver.stop();
      }
      throw new Error(`${BROWSER} did not start.`);
    },
    stop: async () => screen?.stop(),
  };
}

async function startDriver(env?: Record<string, string>) {
  const port = await freePort();
  const child = spawn(PROGRAM, ['-p', `${port}`], {
    stdio: 'ignore',
    env: { ...process.env, ...env },
  });
  const url = `http://127.0.0.1:${port}`;
  const stop = stopOf(child);
  while (!(await fetch(`${url}/status`).catch(() => undefined))) {
    if (child.exitCode !== null) throw new Error(`${PROGRAM} ended.`);
    await sleep(10);
  }
  return { url, stop };
}

async function startScreen() {
  const options = ['-displayfd', '1', '-screen', '0', '1600x1600x24', '-nolisten', 'tcp'];
  const child = spawn('Xvfb', options, { stdio: ['ignore', 'pipe', 'ignore'] });
  const stop = stopOf(child);
  const [display] = await once(child.stdout, 'data');
  const env = {
    DISPLAY: `:${`${display}`.trim()}`,
    GDK_BACKEND: 'x11',
    XDG_CONFIG_HOME: fileURLToPath(new URL('.', import.meta.url)),
    // Root in a container has no namespaces to put it in.
    ...(process.getuid?.() === 0 && { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' }),
  };
  return { env, stop };
}

/** Ends the program, with this process at the latest. */
function stopOf(child: ChildProcess): () => Promise<void> {
  const kill = () => child.kill();
  process.once('exit', kill);
  return async () => {
    process.off('exit', kill);
    if (child.exitCode === null && kill()) await once(child, 'exit');
  };
}
