import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Builder, type WebDriver } from 'selenium-webdriver';
import { findWebKit } from '../../tools/local/browser.mjs';
import { freePort } from '../support/start-preview.ts';

const ON_A_MAC = process.platform === 'darwin';

/**
 * Safari's driver on a Mac; elsewhere WebKitGTK's, with a screen of its own that nobody sees. Each
 * session is a browser that remembers nothing; there is one at a time.
 */
export async function startDriver() {
  const program = findWebKit();
  if (!program) throw new Error('These tests need WebKitWebDriver and Xvfb, or Safari.');
  const screen = ON_A_MAC ? undefined : await startScreen();
  const port = await freePort();
  const driver = start(
    spawn(program, ['-p', `${port}`], { env: { ...process.env, ...screen?.env } }),
  );
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${url}/status`).catch(() => undefined))) {
    if (driver.child.exitCode !== null) throw new Error(`${program} ended`);
    await sleep(20);
  }
  return {
    async openBrowser(): Promise<WebDriver> {
      const browserName = ON_A_MAC ? 'safari' : 'MiniBrowser';
      try {
        return await new Builder().usingServer(url).withCapabilities({ browserName }).build();
      } catch (error) {
        const advice = ON_A_MAC ? 'run `safaridriver --enable` once' : 'see the cause';
        throw new Error(`${browserName} could not be driven: ${advice}.`, { cause: error });
      }
    },
    async stop() {
      await driver.stop();
      await screen?.stop();
    },
  };
}

async function startScreen() {
  const options = ['-displayfd', '3', '-screen', '0', '1600x1600x24', '-nolisten', 'tcp'];
  const child = spawn('Xvfb', options, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const { stop } = start(child);
  const [display] = await once(child.stdio[3], 'data');
  const env = {
    DISPLAY: `:${`${display}`.trim()}`,
    GDK_BACKEND: 'x11',
    XDG_CONFIG_HOME: fileURLToPath(new URL('.', import.meta.url)),
    // Its sandbox wants namespaces, which root in a container has none of.
    ...(process.getuid?.() === 0 && { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' }),
  };
  return { env, stop };
}

/** Ends with this process at the latest. */
function start(child: ChildProcess) {
  const kill = () => child.kill();
  process.once('exit', kill);
  return {
    child,
    async stop() {
      process.off('exit', kill);
      if (child.exitCode === null && child.kill()) await once(child, 'exit');
    },
  };
}
