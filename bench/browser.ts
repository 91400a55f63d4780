import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { chromium } from 'playwright';
import { findBrowser } from '../dev/browser.mjs';

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

/** One Chromium for Playwright and, through `port`, for Lighthouse. */
export async function startBrowser() {
  const executablePath = findBrowser();
  if (!executablePath)
    throw new Error('The bench needs Chromium: install it, or set CHROMIUM_PATH.');
  const port = await freePort();
  const args = [...ALONE, `--remote-debugging-port=${port}`];
  return { browser: await chromium.launch({ executablePath, args }), port };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
