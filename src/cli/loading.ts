import { type Command, InvalidArgumentError, Option } from 'commander';
import { EXIT, type ExitCode } from '../base/errors.js';
import { thousands } from '../base/thousands.js';
import { loadDelta } from '../stores/delta.js';
import { type LoadResult, loadRelease } from '../stores/load.js';
import { PROTOCOLS, type Protocol, type StoreKind } from '../stores/store-kinds.js';
import type { Circumstances } from './commands.js';
import { type SharedOptions, withOptions } from './options.js';
import type { Runner } from './program.js';
import { openStore, STORE_EPILOGUE, type StoreOptions, withStoreOptions } from './store-options.js';
import { table } from './table.js';

const EPILOGUE = `
Every dataset comes into a graph of its own, which manifest.json and void.ttl name; codes.ttl, void.ttl and
dcat.ttl come into one graph more. New graphs are built beside those that are there (their names end in
/next), counted, and put in their place at the end. What is cut short goes on where it was when the same
command is run again: how far it has come is written in the store. A graph that holds already what the release
has is not sent again.
${STORE_EPILOGUE}

Exit code 6: the store does not hold what it was sent; what it held before is still there.

Examples:
  folklore-ld load output/latest --store http://127.0.0.1:7878
  folklore-ld load output/latest --store http://127.0.0.1:3030/folklore --store-kind fuseki
  folklore-ld load output/latest --store http://127.0.0.1:8890 --delta
  folklore-ld load output/latest --store http://127.0.0.1:7019 --store-kind qlever`;

interface LoadOptions extends SharedOptions, StoreOptions {
  readonly store: string;
  readonly attempts: number;
  readonly protocol?: Protocol;
  readonly delta?: boolean;
  readonly anew?: boolean;
  readonly portion?: number;
}

/** Adds the command that loads a release into a SPARQL store. */
export function addLoad(program: Command, runner: Runner): void {
  const load = program
    .command('load')
    .description(
      'Load a release into a SPARQL store, a graph for each dataset, without readers seeing half of it.',
    )
    .argument('<release>', 'the folder of the release');
  withStoreOptions(withOptions(load, 'config'))
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
    .action((release: string, options: LoadOptions) =>
      runner((at) => runLoad(release, options, at), options.logFormat),
    );
}

async function runLoad(release: string, options: LoadOptions, at: Circumstances): Promise<ExitCode> {
  const { client, kind } = await openStore(options, at);
  try {
    for (const message of cautions(kind)) at.report({ event: 'note', message });
    const run = options.delta === true ? loadDelta : loadRelease;
    const result = await run({
      release,
      client,
      kind,
      protocol: options.protocol,
      portions: { bytes: options.portion },
      held: options.anew === true ? 'anew' : 'keep',
      report: at.report,
    });
    at.report({ event: 'finished', what: 'load', detail: `${release} into ${options.store}` });
    process.stdout.write(`${summaryOf(result)}\n`);
    return EXIT.clean;
  } finally {
    await client.close();
  }
}

/** What readers of a store may see while it is loaded, and should not. */
function cautions({ called, switches, unnamed }: StoreKind): string[] {
  return [
    ...(switches === 'at once'
      ? []
      : [
          `${called} takes the new graphs one by one: until the end some are of this release and some of the last.`,
        ]),
    ...(unnamed === 'every graph'
      ? [
          `Queries that name no graph see what ${called} is being built with, too, until the end: name the graphs.`,
        ]
      : []),
  ];
}

function summaryOf({ label, graphs }: LoadResult): string {
  const rows = graphs.map(({ graph, triples, how }) => [graph, thousands(triples), how]);
  const all = graphs.reduce((sum, { triples }) => sum + triples, 0);
  return [
    table([['graph', 'triples', ''], ...rows]),
    '',
    `The store holds release ${label}: ${thousands(all)} triples in ${graphs.filter(({ how }) => how !== 'dropped').length} graphs.`,
  ].join('\n');
}

const UNITS: Readonly<Record<string, number>> = { K: 1 << 10, M: 1 << 20, G: 1 << 30 };

function readSize(text: string): number {
  const [, amount, unit = ''] = /^(\d{1,9})([KMG]?)$/.exec(text) ?? [];
  const bytes = Number(amount) * (UNITS[unit] ?? 1);
  // A body is held in memory, and its length has to be a number that Buffer knows.
  if (bytes > 0 && bytes <= 1 << 30) return bytes;
  throw new InvalidArgumentError('Expected a size of up to 1G, such as 512K or 16M.');
}
