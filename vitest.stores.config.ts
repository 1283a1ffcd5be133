import { tmpdir } from 'node:os';
import { defineConfig } from 'vitest/config';

// The files of a store are too large for memory.
process.env.TMPDIR ??= tmpdir();

/**
 * Tests with the triple stores and the Redis that people run: `npm run test:stores`. They are skipped by name where one is not
 * installed.
 */
export default defineConfig({
  test: {
    include: ['test/**/*.stores.test.ts'],
    // Stores take all the memory that they are given: one at a time.
    maxWorkers: 1,
    globalSetup: 'test/support/shared-folder.ts',
    setupFiles: ['test/support/seed.ts', 'test/support/equal-bytes.ts', 'test/support/own-process.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
