import type { Command } from 'commander';
import { withOptions } from '../config/shared-options.js';
import type { CommandRunner } from '../program.js';
import type { ValidateOptions } from './validate.js';

const EPILOGUE = `
Reads Turtle, N-Triples, N-Quads and JSON-LD, packed with gzip or not, in one pass and in little memory.
Each record is checked as a build checks it: its terms, then the shapes. Of the folder of a release all
datasets are read, once each, and every reference must lead somewhere. Exit code 4 when there is a
violation, 2 when the file is none that could be checked.

What is said of a record must stand together, as it does in our dumps. Lines in any order, as a store may
give them, are put in order by
  awk '{ s = $1; sub(/[#>].*/, "", s); print s "\\t" $0 }' people.nt | LC_ALL=C sort | cut -f2- > sorted.nt

Examples:
  folklore-ld validate output/2026-12-01             a whole release
  folklore-ld validate people.ttl.gz                 one dump
  folklore-ld validate people.nt --report found      and every finding in files`;

/** Adds the command that checks dumps. */
export function addValidate(program: Command, runner: CommandRunner): void {
  const command = program
    .command('validate')
    .description('Check a dump, or every dump of a release, against the shapes.')
    .argument('<path>', 'a dump, or the folder of a release')
    .option('--report <folder>', 'write every finding there (validation.ttl, editors.csv, …)');
  withOptions(command, 'config', 'base', 'logFormat')
    .addHelpText('after', EPILOGUE)
    .action((path: string, options: ValidateOptions) =>
      runner(async (at) => {
        const { runValidate } = await import('./validate.js');
        return runValidate(path, options, at);
      }, options.logFormat),
    );
}
