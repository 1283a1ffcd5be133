import type { Command } from 'commander';
import { type SharedOptions, withOptions } from '../config/shared-options.js';
import type { CommandRunner } from '../program.js';
import type { DiffOptions } from './diff.js';

const EPILOGUE = `
Reads the N-Triples of both releases in little memory. What differs is no fault: the exit code is 0 whether
there is a difference or not, and 2 when a folder is no release with N-Triples (--formats nt).

With --out the difference is written, so that the old release and it make the new one, exactly: what to delete
and what to add, for each publication as N-Triples and as RDF Patch, changes.csv, and a page that says how to
apply it. No text, number or date is repeated that the new release does not hold: such values are taken back
by subject and property.

What is suppressed is named, and never published again as removed: what the new release lists in
delta/suppressed.txt, and what --suppressed lists, one IRI a line; a property is listed behind its subject.

Examples:
  folklore-ld diff output/2026-11-21 output/2026-12-21
  folklore-ld diff output/2026-11-21 output/latest --out /tmp/delta`;

/** Adds the command that compares two releases. */
export function addDiff(program: Command, runner: CommandRunner): void {
  const command = program
    .command('diff')
    .description('Compare two releases, record by record and triple by triple.')
    .argument('<old>', 'the folder of the earlier release')
    .argument('<new>', 'the folder of the later release')
    .option('-o, --out <folder>', 'write the difference there, into a folder that is not there yet')
    .option(
      '--suppressed <file>',
      'IRIs of records (or record and property) not to be published again, one a line',
    );
  withOptions(command, 'logFormat')
    .addHelpText('after', EPILOGUE)
    .action((old: string, later: string, options: DiffOptions & SharedOptions) =>
      runner(async (at) => {
        const { runDiff } = await import('./diff.js');
        return runDiff(old, later, options, at);
      }, options.logFormat),
    );
}
