import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright/test';

export interface Watch {
  /** What a test provokes on purpose is no trouble. */
  allow(...expected: RegExp[]): void;
  /** Somebody else: a browser of her own, with nothing in common with the first one's. */
  visitor(options?: BrowserContextOptions): Promise<Page>;
  follow(context: BrowserContext): Promise<void>;
}

/**
 * Writes down what must never happen in any visit: uncaught errors, errors in the console, violations
 * of the Content-Security-Policy, requests to anybody but the site.
 */
export function watchVisits(browser: Browser, origin: string) {
  const troubles: string[] = [];
  const allowed: RegExp[] = [];
  const opened: BrowserContext[] = [];

  async function follow(context: BrowserContext) {
    context.on('weberror', (error) => troubles.push(`uncaught: ${error.error().message}`));
    context.on('console', (message) => {
      if (message.type() === 'error')
        troubles.push(`console: ${message.text()} ${message.location().url}`);
    });
    context.on('request', (request) => {
      if (new URL(request.url()).origin !== origin) troubles.push(`request to ${request.url()}`);
    });
    await context.exposeBinding('__violation', (_, text: string) => void troubles.push(text));
    await context.addInitScript(() => {
      addEventListener('securitypolicyviolation', (event) => {
        const { effectiveDirective, blockedURI, sample } = event;
        Reflect.get(window, '__violation')(`CSP: ${effectiveDirective} ${blockedURI} ${sample}`);
      });
    });
  }

  const watch: Watch = {
    allow: (...expected) => void allowed.push(...expected),
    async visitor(options) {
      const context = await browser.newContext({ baseURL: origin, ...options });
      opened.push(context);
      await follow(context);
      return context.newPage();
    },
    follow,
  };

  return {
    watch,
    troubles: () => troubles.filter((trouble) => !allowed.some((pattern) => pattern.test(trouble))),
    close: () => Promise.all(opened.map((context) => context.close())),
  };
}
