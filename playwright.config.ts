import { defineConfig } from 'playwright/test';
import { browserOptions, findWebKit } from './tools/local/programs.mjs';

export default defineConfig({
  projects: [
    // First, so that Chromium runs alongside: Safari's driver has one session at a time.
    ...(findWebKit() ? [{ name: 'WebKit', testDir: 'tests/webkit', workers: 1 }] : []),
    { name: 'Chromium', testDir: 'tests', testMatch: /e2e\/|layout\/fit/ },
  ],
  fullyParallel: true,
  workers: 2,
  reporter: process.env.GITHUB_ACTIONS ? [['list'], ['github']] : 'list',
  forbidOnly: Boolean(process.env.CI),
  // A test takes two seconds on a quiet machine, and up to 25 on a busy one.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  use: {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    // Skips the transition of the sheet.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: browserOptions(),
    // Traces take time, and only the workflow on GitHub keeps them.
    trace: process.env.GITHUB_ACTIONS ? { mode: 'retain-on-failure', screenshots: false } : 'off',
  },
});
