import { type Browser, chromium } from 'playwright';
import { findBrowser } from '../local/browser.mjs';
import { freePort } from './free-port.ts';

/** A browser that talks to nobody but the site, and draws without a graphics card. */
const ALONE = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

interface Running {
  browser: Browser;
  /** Where Lighthouse finds it. */
  port: number;
}

/**
 * One Chromium for Playwright and Lighthouse. One that ended during a piece of work, as happens in
 * a long run, is started anew and the work done again; `restarts` says how often.
 */
export async function keepBrowser() {
  const executablePath = findBrowser();
  if (!executablePath)
    throw new Error('The bench needs Chromium: install it, or set CHROMIUM_PATH.');
  let running = await launch(executablePath);
  let restarts = 0;
  return {
    async use<Result>(work: (running: Running) => Promise<Result>): Promise<Result> {
      try {
        return await work(running);
      } catch (error) {
        if (running.browser.isConnected()) throw error;
        running = await launch(executablePath);
        restarts += 1;
        return await work(running);
      }
    },
    version: () => running.browser.version(),
    restarts: () => restarts,
    close: () => running.browser.close(),
  };
}

async function launch(executablePath: string): Promise<Running> {
  const port = await freePort();
  const args = [...ALONE, `--remote-debugging-port=${port}`];
  return { browser: await chromium.launch({ executablePath, args }), port };
}
