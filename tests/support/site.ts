import { type BrowserContextOptions, test as base, expect } from 'playwright/test';
import { startPreview } from './start-preview.ts';
import { type VisitorPage, visitorPage } from './visitor.ts';
import { KEYS, startWaitlist } from './waitlist.ts';

type Site = Awaited<ReturnType<typeof startSite>>;

interface Visitors {
  /** Accepts errors that a test provokes. */
  allow(...expected: RegExp[]): void;
  /** Another visitor, with a separate browser profile. */
  visitor(options?: BrowserContextOptions): Promise<VisitorPage>;
}

type Fixtures = Visitors & { visitors: Visitors; me: VisitorPage };

/**
 * Playwright's test, on the built site with a real Redis that is empty before each test. A test also
 * fails after an uncaught error, an error in the console (a violation of the Content-Security-Policy is
 * one), or a request to another origin.
 */
export const test = base.extend<Fixtures, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
    async ({}, use) => {
      const site = await startSite();
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ site }, use) => use(site.origin),
  visitors: [
    async ({ site, browser }, use) => {
      site.faults.inject = undefined;
      await site.redis.flushall();
      const problems: string[] = [];
      const allowed: RegExp[] = [];
      await use({
        allow: (...expected) => void allowed.push(...expected),
        async visitor(options) {
          const context = await browser.newContext(options);
          context.on('weberror', (error) => problems.push(`uncaught: ${error.error().message}`));
          context.on('console', (message) => {
            const { url } = message.location();
            if (message.type() === 'error') problems.push(`console: ${message.text()} ${url}`);
          });
          context.on('request', (request) => {
            const url = request.url();
            if (!url.startsWith(`${site.origin}/`)) problems.push(`request to ${url}`);
          });
          return visitorPage(await context.newPage());
        },
      });
      await Promise.all(browser.contexts().map((context) => context.close()));
      const unexpected = problems.filter((text) => !allowed.some((pattern) => pattern.test(text)));
      expect(unexpected, 'what went wrong in the browser').toEqual([]);
    },
    { auto: true },
  ],
  allow: ({ visitors }, use) => use(visitors.allow),
  visitor: ({ visitors }, use) => use(visitors.visitor),
  me: async ({ visitors }, use) => use(await visitors.visitor()),
  page: ({ me }, use) => use(me.page),
});

export { expect };

/** Starts a preview with its own Redis. */
export async function startSite() {
  const waitlist = await startWaitlist();
  const preview = await startPreview(waitlist.env);
  return {
    ...waitlist,
    origin: preview.origin,
    memberCount: () => waitlist.redis.hlen(KEYS.members),
    async stop() {
      await preview.stop();
      await waitlist.stop();
    },
  };
}
