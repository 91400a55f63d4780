import { defineConfig } from 'vitest/config';

/** Replaces what a referral is worth, as a fork may. */
const tenPerReferral = {
  name: 'ten-per-referral',
  transform: (code: string, id: string) =>
    id.endsWith('/shared/referral.ts') ? code.replace(/(PER_REFERRAL =) \d+/, '$1 10') : null,
};

export default defineConfig(({ mode }) => ({
  plugins: mode === 'ten-per-referral' ? [tenPerReferral] : [],
  test: {
    include: ['tests/{unit,function,build,cli}/**/*.test.ts'],
    globalSetup: 'tests/support/write-consent.ts',
    // Otherwise console.log() isn't part of what a command writes to stdout.
    disableConsoleIntercept: true,
    // The default is one file at a time on two cores.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
}));
