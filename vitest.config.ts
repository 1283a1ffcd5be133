import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // They need stores that not everybody has: npm run test:stores.
    exclude: ['test/**/*.stores.test.ts'],
    // Every core: by itself vitest leaves one idle, which is half of a small machine.
    maxWorkers: '100%',
    setupFiles: ['test/support/seed.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
