import { defineConfig } from 'vitest/config';

// Whatever the shell says.
process.env.NODE_ENV = 'test';

export default defineConfig({
  test: {
    include: ['tests/{unit,function,build,cli}/**/*.test.ts'],
    globalSetup: 'tests/support/write-consent.ts',
    // Node 25 and newer warn of a localStorage of their own.
    execArgv: ['--no-experimental-webstorage'],
    // Otherwise console.log() isn't part of what a command writes to stdout.
    disableConsoleIntercept: true,
    // The default is one file at a time on two cores.
    maxWorkers: 2,
    // As for Playwright.
    testTimeout: 60_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 60_000, interval: 50 } },
  },
});
