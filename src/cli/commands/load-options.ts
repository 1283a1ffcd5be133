import { type Command, InvalidArgumentError, Option } from 'commander';
import { PROTOCOLS } from '../../triplestore/store-kinds.js';
import { type SharedOptions, withOptions } from '../config/shared-options.js';
import { TRIPLESTORE_HELP, withTriplestoreOptions } from '../config/triplestore-options.js';
import type { CommandRunner } from '../program.js';
import type { LoadOptions } from './load.js';

const EPILOGUE = `
Every dataset comes into a graph of its own, which manifest.json and void.ttl name; codes.ttl, void.ttl and
dcat.ttl come into one graph more. New graphs are built beside those that are there (their names end in
/next), counted, and put in their place at the end. What is cut short goes on where it was when the same
command is run again: how far it has come is written in the store. A graph that holds already what the release
has is not sent again.
${TRIPLESTORE_HELP}

Exit code 6: the store does not hold what it was sent; what it held before is still there.

Examples:
  folklore-ld load output/latest --store http://127.0.0.1:7878
  folklore-ld load output/latest --store http://127.0.0.1:3030/folklore --store-kind fuseki
  folklore-ld load output/latest --store http://127.0.0.1:8890 --delta
  folklore-ld load output/latest --store http://127.0.0.1:7019 --store-kind qlever`;

/** Adds the command that loads a release into a SPARQL store. */
export function addLoad(program: Command, runner: CommandRunner): void {
  const load = program
    .command('load')
    .description(
      'Load a release into a SPARQL store, a graph for each dataset, without readers seeing half of it.',
    )
    .argument('<release>', 'the folder of the release');
  withTriplestoreOptions(withOptions(load, 'config'))
    .addOption(
      new Option(
        '--protocol <protocol>',
        'how triples are sent: graph-store (Graph Store Protocol) or update (SPARQL); default: as the kind likes it',
      ).choices([...PROTOCOLS]),
    )
    .option(
      '--delta',
      "only what has changed since the release before, which the store holds: the release's delta",
    )
    .option('--anew', 'send also what the store says it holds already')
    .addOption(
      new Option(
        '--portion <size>',
        'how much is sent at once, such as 512K or 16M (default: as the kind of store likes it)',
      ).argParser(readSize),
    );
  withOptions(load, 'logFormat')
    .addHelpText('after', EPILOGUE)
    .action((release: string, options: LoadOptions & SharedOptions) =>
      runner(async (at) => {
        const { runLoad } = await import('./load.js');
        return runLoad(release, options, at);
      }, options.logFormat),
    );
}

const UNITS: Readonly<Record<string, number>> = { K: 1 << 10, M: 1 << 20, G: 1 << 30 };

function readSize(text: string): number {
  const [, amount, unit = ''] = /^(\d{1,9})([KMG]?)$/.exec(text) ?? [];
  const bytes = Number(amount) * (UNITS[unit] ?? 1);
  // A body is held in memory, and its length has to be a number that Buffer knows.
  if (bytes > 0 && bytes <= 1 << 30) return bytes;
  throw new InvalidArgumentError('Expected a size of up to 1G, such as 512K or 16M.');
}
