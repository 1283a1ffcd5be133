import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import fast from './vitest.config.js';

/** The slow lane: its tests often wait for other processes, so that one worker more than cores keeps the cores busy. */
export default defineConfig({
  test: {
    ...fast.test,
    include: ['test/**/*.{slow,stores}.test.ts'],
    maxWorkers: availableParallelism() + 1,
  },
});
