import { EXIT, type ExitCode } from '../../base/errors.js';
import { formatCount } from '../../base/text.js';
import { type LoadResult, loadRelease } from '../../triplestore/load.js';
import { loadDelta } from '../../triplestore/load-delta.js';
import type { Protocol, StoreKind } from '../../triplestore/store-kinds.js';
import type { TriplestoreOptions } from '../config/triplestore-options.js';
import { formatTable } from '../output/table.js';
import { openTriplestore } from '../triplestore-client.js';
import type { CommandContext } from './pipeline.js';

/** What `load` is told. */
export interface LoadOptions extends TriplestoreOptions {
  readonly protocol?: Protocol;
  readonly delta?: boolean;
  readonly anew?: boolean;
  /** Bytes that are sent at once. */
  readonly portion?: number;
}

/** Loads a release into the store that is named. */
export async function runLoad(release: string, options: LoadOptions, at: CommandContext): Promise<ExitCode> {
  const { client, kind } = await openTriplestore(options, at);
  try {
    for (const message of cautions(kind)) at.report({ event: 'note', message });
    const run = options.delta === true ? loadDelta : loadRelease;
    const result = await run({
      release,
      client,
      kind,
      protocol: options.protocol,
      limits: { bytes: options.portion },
      loadedGraphs: options.anew === true ? 'anew' : 'keep',
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
function cautions({ title: called, swapMode: switches, defaultGraph: unnamed }: StoreKind): string[] {
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
  const rows = graphs.map(({ graph, triples, outcome: how }) => [graph, formatCount(triples), how]);
  const all = graphs.reduce((sum, { triples }) => sum + triples, 0);
  return [
    formatTable([['graph', 'triples', ''], ...rows]),
    '',
    `The store holds release ${label}: ${formatCount(all)} triples in ${graphs.filter(({ outcome: how }) => how !== 'dropped').length} graphs.`,
  ].join('\n');
}
