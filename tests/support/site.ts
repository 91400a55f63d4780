import { extname } from 'node:path';
import { type BrowserContextOptions, test as base, expect } from 'playwright/test';
import { startPreview } from './start-preview.ts';
import { type VisitorPage, visitorPage } from './visitor.ts';
import { startWaitlist, type Waitlist } from './waitlist.ts';

interface Fixtures {
  /** Another visitor, with a separate browser profile. */
  visitor(options?: BrowserContextOptions): Promise<VisitorPage>;
  me: VisitorPage;
}

/** Tests provoke these. */
const EXPECTED = /Failed to load resource/;
/** Expected once a script has failed to load. */
const NOT_HYDRATED = /Error hydrating/;

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
 * console (a violation of the Content-Security-Policy is one), a request for a missing file, or a request to
 * another origin.
 */
export const test = siteTest.extend<Fixtures>({
  visitor: async ({ site, browser }, use) => {
    site.faults.inject = undefined;
    await site.redis.flushall();
    const problems: string[] = [];
    await use(async (options) => {
      const context = await browser.newContext(options);
      const origin = options?.baseURL ?? site.origin;
      let isScriptMissing = false;
      context.on('weberror', (error) => problems.push(`uncaught: ${error.error().message}`));
      context.on('console', (message) => {
        const text = `${message.text()} ${message.location().url}`;
        const isExpected = EXPECTED.test(text) || (isScriptMissing && NOT_HYDRATED.test(text));
        if (message.type() === 'error' && !isExpected) problems.push(text);
      });
      context.on('requestfailed', (request) => {
        isScriptMissing ||= request.resourceType() === 'script';
      });
      context.on('request', (request) => {
        const url = request.url().replace('blob:', '');
        if (!url.startsWith(`${origin}/`)) problems.push(`request to ${url}`);
      });
      context.on('response', (response) => {
        const { pathname } = new URL(response.url());
        if (response.status() === 404 && extname(pathname)) problems.push(`no ${pathname}`);
      });
      return visitorPage(await context.newPage());
    });
    await Promise.all(browser.contexts().map((context) => context.close()));
    expect(problems, 'what went wrong in the browser').toEqual([]);
  },
  me: async ({ visitor }, use) => use(await visitor()),
  page: ({ me }, use) => use(me.page),
});

export { expect };
