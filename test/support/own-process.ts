import { afterAll, expect } from 'vitest';

/** The tests' own process. */

// Another user has to read what tests write, whatever is usual here.
process.umask(0o022);

/** What runs in it makes Node warn of nothing either, as no command does in its own. */
const warnings: unknown[] = [];
const note = (warning: Error) => void warnings.push(warning.stack);
process.on('warning', note);

const begun = process.cpuUsage();

// biome-ignore lint/correctness/noEmptyPattern: vitest wants a pattern here.
afterAll(async ({}, file) => {
  const { user, system } = process.cpuUsage(begun);
  file.meta.processorSeconds = (user + system) / 1e6;
  // Node warns after what it warns of.
  await new Promise(setImmediate);
  process.off('warning', note);
  expect(warnings, 'warnings of Node').toEqual([]);
});
