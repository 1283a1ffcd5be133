import { type Command, InvalidArgumentError } from 'commander';
import { LINT_STORE_NAMES, type LintStore } from '../../triplestore/lint/rule.js';
import { type SharedOptions, withOptions } from '../config/shared-options.js';
import type { CommandRunner } from '../program.js';
import type { LintOptions } from './lint.js';

const EPILOGUE = `
Reads Turtle, N-Triples, N-Quads and JSON-LD, packed with gzip or not, in one pass and in little memory; of
the folder of a release every dataset once, and what is loaded beside it. No store is asked: what is known of
them stands in docs/stores.md.

A store chokes on what it refuses, or in whose place it loads something else or nothing: then the exit code
is 4. It alters what it gives back in another form; a query by value finds it all the same, and the exit code
is 0.

Examples:
  folklore-ld lint output/2026-12-01                 a whole release
  folklore-ld lint people.ttl.gz --for virtuoso      one dump, for one store
  folklore-ld lint people.nt --json                  for programs`;

/** Adds the command that tells what stores will make of dumps before they are loaded. */
export function addLint(program: Command, runner: CommandRunner): void {
  const command = program
    .command('lint')
    .description(
      'Tell what each kind of triple store would choke on, or silently alter, in a dump or a release.',
    )
    .argument('<path>', 'a dump, or the folder of a release')
    .option(
      '--for <list>',
      `stores to ask about, separated by commas: ${LINT_STORE_NAMES.join(', ')} (default: all)`,
      readStores,
    )
    .option('--json', 'everything that was found as JSON on standard output');
  withOptions(command, 'logFormat')
    .addHelpText('after', EPILOGUE)
    .action((path: string, options: LintOptions & SharedOptions) =>
      runner(async (at) => {
        const { runLint } = await import('./lint.js');
        return runLint(path, options, at);
      }, options.logFormat),
    );
}

function readStores(list: string): readonly LintStore[] {
  const names = list.split(',').map((name) => name.trim());
  return names.map((name) => {
    const store = LINT_STORE_NAMES.find((one) => one === name);
    if (store !== undefined) return store;
    throw new InvalidArgumentError(`There is no store "${name}". Known are ${LINT_STORE_NAMES.join(', ')}.`);
  });
}
