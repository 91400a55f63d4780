import { defineConfig } from 'playwright/test';
import { findBrowser } from './tools/local/browser.mjs';

const browser = findBrowser();
if (!browser) throw new Error('The tests need Chromium: install it, or set CHROMIUM_PATH to one.');

/** A browser that talks to nobody but the site, on any machine, as root too. */
const ALONE = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Each worker starts a site of its own (tests/support/site.ts), so no test waits for another. */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  // A shared CI machine may stall for seconds; what passes only then is reported as flaky.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: process.env.CI ? 'dot' : 'list',
  // Two seconds a test on a quiet machine; two cores that others use too were seen to take 15.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  use: {
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
    // Nothing waits for a page to turn.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: browser, args: ALONE },
  },
});
