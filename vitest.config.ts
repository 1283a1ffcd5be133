import { defineConfig } from 'vitest/config';
import { SlowestFirst } from './test/support/slowest-first.js';
import { Summary } from './test/support/summary.js';

/** All tests, for `npx vitest run <part of a path>`; `npm test` leaves the slow lane out. */
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Every core: by itself vitest leaves one idle, which is half of a small machine.
    maxWorkers: '100%',
    // What is imported stays for the next file: no test changes what another one imports.
    isolate: false,
    reporters: ['default', new Summary()],
    sequence: { sequencer: SlowestFirst },
    globalSetup: 'test/support/shared-folder.ts',
    setupFiles: ['test/support/seed.ts', 'test/support/equal-bytes.ts', 'test/support/own-process.ts'],
    // What hangs ends; what is slow on a busy machine does not fail.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
