import { extname } from 'node:path';
import { test as base, expect } from 'playwright/test';
import { startPreview } from './start-preview.ts';
import { type VisitorPage, visitorPage } from './visitor.ts';
import { startWaitlist, type Waitlist } from './waitlist.ts';

/** What tests provoke. If React can't be loaded, Astro says so. */
const EXPECTED = /Failed to load resource|Error hydrating/;

/** Playwright's test, with a preview of the built site and its own Redis. */
export const siteTest = base.extend<object, { site: Waitlist & { origin: string } }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
    async ({}, use) => {
      const waitlist = await startWaitlist();
      await use({ ...waitlist, ...(await startPreview(waitlist.env, process.cwd())) });
      await waitlist.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ site }, use) => use(site.origin),
});

/**
 * The same with visitors of an empty list in Chromium. A test also fails after an uncaught error, an error in the
 * console (a violation of the Content-Security-Policy is one), or a request for a missing file, to another origin, or
 * with the ID of a deploy, since no browser has a file by such a URL in its cache.
 */
export const test = siteTest.extend<{ me: VisitorPage }>({
  context: async ({ context, baseURL, site }, use) => {
    site.faults.inject = undefined;
    await site.redis.flushall();
    const problems: string[] = [];
    context.on('weberror', (error) => problems.push(`uncaught: ${error.error().message}`));
    context.on('console', (message) => {
      const text = `${message.text()} ${message.location().url}`;
      if (message.type() === 'error' && !EXPECTED.test(text)) problems.push(text);
    });
    context.on('request', (request) => {
      const url = request.url().replace('blob:', '');
      if (!url.startsWith(`${baseURL}/`) || url.includes('dpl='))
        problems.push(`request to ${url}`);
    });
    context.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (response.status() === 404 && extname(pathname)) problems.push(`no ${pathname}`);
    });
    await use(context);
    expect(problems, 'what went wrong in the browser').toEqual([]);
  },
  me: ({ page }, use) => use(visitorPage(page)),
});

export { expect };
