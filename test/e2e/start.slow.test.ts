import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Ended, run } from '../support/cli.js';
import { scratch } from '../support/files.js';
import { runWarm } from '../support/warm.js';

/**
 * Help and misuse are answered at once: a command imports its modules when it runs, and only those. The coverage of Node
 * lists every imported script.
 */

/** Reads options. */
const START = ['commander', 'leven'];
/** Options of settings come from the schema of the configuration; faults of `serve` from the schemas of the services. */
const brought = (line: string): string[] =>
  line.startsWith('-') || line.startsWith('browse') ? START : [...START, 'zod'];

/** Runs the command line. Returns the loaded packages. */
async function watched(line: string): Promise<Ended & { readonly packages: string[] }> {
  const folder = await scratch();
  const ended = await run(line.split(' '), { NODE_V8_COVERAGE: folder });
  const { dependencies } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
  const coverage = await Promise.all(
    (await readdir(folder)).map((file) => readFile(join(folder, file), 'utf8')),
  );
  const scripts = coverage.flatMap((text) => {
    const { result } = JSON.parse(text) as { readonly result: readonly { readonly url: string }[] };
    return result.map(({ url }) => url);
  });
  // The coverage must not be empty.
  expect(scripts.some((url) => url.endsWith('/dist/cli/program.js'))).toBe(true);
  const packages = Object.keys(dependencies).filter((name) =>
    scripts.some((url) => url.includes(`/node_modules/${name}/`)),
  );
  return { ...ended, packages: packages.sort() };
}

it.each([
  ['--help', 0],
  ['browse --help', 0],
  ['export --help', 0],
  ['export --smaple', 2],
  ['serve --fault stauts=503', 2],
])('%s loads only what reads options', async (line, code) => {
  const ended = await watched(line);
  expect([ended.code, ended.packages]).toEqual([code, brought(line)]);
});

it('help <command> is the same as <command> --help, and help without one lists all', async () => {
  expect(await runWarm(['help', 'explain'])).toEqual(await runWarm(['explain', '--help']));
  expect(await runWarm(['help'])).toEqual(await runWarm(['--help']));
});
