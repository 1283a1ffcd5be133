import { EXIT, type ExitCode } from '../base/errors.js';
import { thousands } from '../base/thousands.js';
import { loadDelta } from '../stores/delta.js';
import { type LoadResult, loadRelease } from '../stores/load.js';
import type { Protocol, StoreKind } from '../stores/store-kinds.js';
import type { Circumstances } from './commands.js';
import { openStore } from './opening-store.js';
import type { StoreOptions } from './store-options.js';
import { table } from './table.js';

/** What `load` is told. */
export interface LoadOrder extends StoreOptions {
  readonly protocol?: Protocol;
  readonly delta?: boolean;
  readonly anew?: boolean;
  /** Bytes that are sent at once. */
  readonly portion?: number;
}

/** Loads a release into the store that is named. */
export async function runLoad(release: string, options: LoadOrder, at: Circumstances): Promise<ExitCode> {
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
