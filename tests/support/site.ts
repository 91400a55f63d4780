import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { test as base, expect } from 'playwright/test';
import { KEYS } from '../../netlify/queue/queue.ts';
import { startWaitlist, type Waitlist } from './waitlist.ts';
import { type Watch, watchVisits } from './watch.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const HOST = '127.0.0.1';

/** Where every visitor of a test comes from, and so the one who is counted for the limit. */
export const ATTEMPTS = KEYS.attempts(HOST);

export interface Site extends Pick<Waitlist, 'redis' | 'upstash' | 'faults' | 'scoreOf'> {
  origin: string;
  /** Everything the server printed. */
  output(): string;
}

interface Fixtures extends Watch {
  watch: Watch;
  emptyList: undefined;
}

/** Playwright's test, on the built site with a real Redis behind it, empty before each test. */
export const test = base.extend<Fixtures, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
    async ({}, use) => {
      if (!existsSync(`${ROOT}/dist/index.html`)) {
        throw new Error('These tests need the built site: run `npm run build` first.');
      }
      const waitlist = await startWaitlist();
      const preview = await startPreview(waitlist.env);
      await use({ ...waitlist, ...preview });
      await preview.stop();
      await waitlist.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  emptyList: [
    async ({ site }, use) => {
      site.faults.intercept = undefined;
      await site.redis.flushall(); // The function's script stays in its cache.
      await use(undefined);
    },
    { auto: true },
  ],
  watch: [
    async ({ site, browser }, use) => {
      const { watch, troubles, close } = watchVisits(browser, site.origin);
      await use(watch);
      await close();
      expect(troubles(), 'what went wrong in the browser').toEqual([]);
    },
    { auto: true },
  ],
  allow: async ({ watch }, use) => use(watch.allow),
  visitor: async ({ watch }, use) => use(watch.visitor),
  follow: async ({ watch }, use) => use(watch.follow),
  baseURL: async ({ site }, use) => use(site.origin),
  context: async ({ context, follow }, use) => {
    await follow(context);
    await use(context);
  },
});

export { expect };

/** `npm run preview` on a free port, with that Redis; resolves once it answers. */
async function startPreview(env: Record<string, string>) {
  const port = await freePort();
  const origin = `http://${HOST}:${port}`;
  const child = spawn(process.execPath, ['tools/local/preview.ts', '--port', String(port)], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = () => child.kill();
  process.once('exit', kill);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  while (!(await answers(origin))) {
    if (child.exitCode !== null) throw new Error(`the preview ended:\n${output}`);
    await sleep(50);
  }
  return {
    origin,
    output: () => output,
    async stop() {
      process.off('exit', kill);
      if (child.exitCode !== null) return;
      child.kill();
      await once(child, 'exit');
    },
  };
}

async function answers(origin: string): Promise<boolean> {
  try {
    return (await fetch(origin)).ok;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, HOST);
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || !address) throw new Error('There is no free port.');
  return address.port;
}
