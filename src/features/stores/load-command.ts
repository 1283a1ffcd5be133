import { Argument, InvalidArgumentError } from 'commander';
import { EXIT } from '../../base/exit-codes.js';
import { counted, formatCount } from '../../base/text.js';
import { configOption, option } from '../../cli/command.js';
import type { CommandModule } from '../../cli/feature.js';
import { formatTable, print } from '../../cli/terminal/table.js';
import type { LoadResult } from './load.js';
import { PROTOCOLS, type Protocol, type StoreKind } from './store-kinds.js';
import { TRIPLESTORE_HELP, type TriplestoreOptions, triplestoreOptions } from './store-options.js';

interface LoadOptions extends TriplestoreOptions {
  readonly protocol?: Protocol;
  readonly anew?: boolean;
  /** Bytes per request. */
  readonly portion?: number;
}

export const command: CommandModule<LoadOptions, [release: string]> = {
  args: [new Argument('<release>', 'the folder of the release')],
  options: [
    configOption(),
    ...triplestoreOptions({ isMandatory: true }),
    option('--update-url <url>', 'endpoint for updates, if not the usual one of this kind of store'),
    option('--graph-store-url <url>', 'endpoint of the Graph Store Protocol, if not the usual one'),
    option(
      '--protocol <protocol>',
      'graph-store (Graph Store Protocol) or update (SPARQL) (default: by kind of store)',
    ).choices([...PROTOCOLS]),
    option('--anew', 'also load graphs that the store already has'),
    option(
      '--portion <size>',
      'size of a request, such as 512K or 16M (default: by kind of store)',
      readSize,
    ),
  ],
  help: () => `
Each dataset is loaded into its own graph, which manifest.json and void.ttl name; codes.ttl, void.ttl and
dcat.ttl are loaded into one more graph. Each graph that differs is put into a staging graph beside it (its
name ends in /next) and counted. One update moves all staging graphs, and the graphs are counted again. A graph
that the store already has is not sent again. After an interruption the same command sends the unfinished
graph again, and those that are missing.
${TRIPLESTORE_HELP}

Exit code 6: the store does not have all triples that were sent. Its previous content is unchanged, or
the message names the graphs that are not of the release.

Examples:
  folklore-ld load output/latest --endpoint http://127.0.0.1:7878
  folklore-ld load output/latest --endpoint http://127.0.0.1:3030/folklore --endpoint-kind fuseki
  folklore-ld load output/latest --endpoint http://127.0.0.1:7019 --endpoint-kind qlever`,
  run: async ({ args: [release], options, schema }, context) => {
    const { namedTriplestore, openTriplestore } = await import('./configured-store.js');
    const { loadRelease } = await import('./load.js');
    const { loadPlanOf } = await import('./load-plan.js');
    await namedTriplestore({ ...options, schema });
    // Before the store is asked: it may not be running, which takes its patience.
    const plan = await loadPlanOf(release);
    const { client, kind } = await openTriplestore({ ...options, schema }, context);
    try {
      for (const message of warningsOf(kind)) context.report({ event: 'note', message });
      if (plan.isTrial)
        context.report({
          event: 'warning',
          message: `${release} is a trial with part of the records, and takes the place of the release in the store`,
        });
      const result = await loadRelease({
        plan,
        client,
        kind,
        protocol: options.protocol,
        portion: options.portion,
        loadedGraphs: options.anew === true ? 'anew' : 'keep',
        report: context.report,
      });
      context.report({ event: 'finished', what: 'load', detail: `${release} into ${options.endpoint}` });
      print(summaryOf(result));
      return EXIT.clean;
    } finally {
      await client.close();
    }
  },
};

const UNITS: Readonly<Record<string, number>> = { K: 1 << 10, M: 1 << 20, G: 1 << 30 };

function readSize(text: string): number {
  const [, amount, unit = ''] = /^(\d{1,9})([KMG]?)$/.exec(text) ?? [];
  const bytes = Number(amount) * (UNITS[unit] ?? 1);
  // A request body is one Buffer in memory.
  if (bytes > 0 && bytes <= 1 << 30) return bytes;
  throw new InvalidArgumentError('Expected a size of up to 1G, such as 512K or 16M.');
}

/** What readers of a store may see during a load. */
function warningsOf({ title, isUpdateTransaction, defaultGraph }: StoreKind): string[] {
  return [
    ...(isUpdateTransaction
      ? []
      : [
          `${title} may show readers a part of the update that moves the graphs: some of this release, some of the last.`,
        ]),
    ...(defaultGraph === 'every graph'
      ? [`During the load, queries that name no graph also read the new graphs of ${title}: name the graphs.`]
      : []),
  ];
}

function summaryOf({ label, graphs }: LoadResult): string {
  const rows = graphs.map(({ graph, triples, outcome }) => [graph, formatCount(triples), outcome]);
  const triples = graphs.reduce((sum, graph) => sum + graph.triples, 0);
  const loaded = graphs.filter(({ outcome }) => outcome !== 'dropped').length;
  return [
    formatTable([['graph', 'triples', ''], ...rows]),
    '',
    `The store has release ${label}: ${counted(triples, 'triple')} in ${counted(loaded, 'graph')}.`,
  ].join('\n');
}
