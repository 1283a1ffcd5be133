import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Ended, run } from '../support/cli.js';
import { COMMANDS } from '../support/commands.js';
import { scratch } from '../support/files.js';

/**
 * Help and misuse are answered at once: a command imports its modules when it runs, and only those. The coverage of Node
 * lists every imported script.
 */

/** Reads options. */
const START = ['commander', 'leven'];
/** Packages of `--queue`, which users of it install. */
const QUEUE = ['bullmq', 'ioredis'];
/** Options of settings come from the schema of the configuration; faults of `serve` from the schemas of the services. */
const WITHOUT_SETTINGS = ['browse', 'feed', 'query', 'work', 'diff', 'lint', 'load', 'completion'];
const brought = (line: string): string[] =>
  line.startsWith('-') || WITHOUT_SETTINGS.includes(line.split(' ')[0] ?? '') ? START : [...START, 'zod'];

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
  const packages = [...Object.keys(dependencies), ...QUEUE].filter((name) =>
    scripts.some((url) => url.includes(`/node_modules/${name}/`)),
  );
  return { ...ended, packages: packages.sort() };
}

describe('loads only what reads options', () => {
  it.each(['--version', '--help', ...COMMANDS.map((name) => `${name} --help`)])('%s', async (line) => {
    const { code, packages } = await watched(line);
    expect([code, packages]).toEqual([0, brought(line)]);
  });

  it.each(['export --smaple', 'explain item', 'serve --fault stauts=503', 'load release'])(
    'misuse: %s',
    async (line) => {
      const { code, packages } = await watched(line);
      expect([code, packages]).toEqual([2, brought(line)]);
    },
  );
});

it('help <command> is the same as <command> --help', async () => {
  expect((await watched('help explain')).stdout).toBe((await watched('explain --help')).stdout);
});
