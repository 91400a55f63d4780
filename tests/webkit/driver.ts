import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Builder, type WebDriver } from 'selenium-webdriver';
import { findWebKit } from '../../tools/local/browser.mjs';
import { freePort } from '../support/start-preview.ts';

/** A session takes half a second. Once, one never began: after so long another driver is asked. */
const SESSION_MS = 15_000;

/** Safari, or WebKitGTK on a screen of its own that nobody sees. */
export async function startWebKit() {
  const program = findWebKit();
  if (!program) throw new Error('These tests need Safari, or WebKitWebDriver and Xvfb.');
  const browserName = program === 'safaridriver' ? 'safari' : 'MiniBrowser';
  const children: ChildProcess[] = [];
  const stop = () => void children.map((child) => child.kill());
  process.once('exit', stop);
  const env = { ...process.env };
  if (program !== 'safaridriver') Object.assign(env, await startScreen());

  async function startScreen() {
    const options = ['-displayfd', '1', '-screen', '0', '1600x1600x24', '-nolisten', 'tcp'];
    const screen = spawn('Xvfb', options, { stdio: ['ignore', 'pipe', 'ignore'] });
    children.push(screen);
    const [display] = await once(screen.stdout, 'data');
    return {
      DISPLAY: `:${display}`.trim(),
      GDK_BACKEND: 'x11',
      XDG_CONFIG_HOME: fileURLToPath(new URL('.', import.meta.url)),
      // Many a container cannot have its sandbox, and it visits nothing but our own pages.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    };
  }

  /** A browser that remembers nothing; there is one at a time. */
  async function openBrowser(): Promise<WebDriver> {
    const port = await freePort();
    const driver = spawn(program ?? '', ['-p', `${port}`], { stdio: 'ignore', env });
    children.push(driver);
    const url = `http://127.0.0.1:${port}`;
    while (!(await fetch(`${url}/status`).catch(() => undefined))) await sleep(10);
    const session = new Builder().usingServer(url).withCapabilities({ browserName }).build();
    const browser = await Promise.race([session, sleep(SESSION_MS)]);
    if (browser) return browser;
    driver.kill();
    return openBrowser();
  }

  return { openBrowser, stop };
}
