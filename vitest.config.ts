import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/{unit,function}/**/*.test.ts'],
    // Each file of tests/function starts a Redis of its own.
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
