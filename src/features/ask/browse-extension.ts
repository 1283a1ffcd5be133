import { option, wholeNumber } from '../../cli/command.js';
import type { CommandCall, CommandExtension } from '../../cli/feature.js';
import { type Proxies, readProxies } from '../../harvest/client/proxies.js';
import { type EngineName, engineOption } from '../query/engine-option.js';

/** The options of `browse` that say which engine answers. */
export interface AskOptions {
  readonly endpoint?: string;
  readonly engine?: EngineName;
  /** Seconds. */
  readonly queryTimeout: number;
  readonly queryEngines: number;
  /** MiB. */
  readonly queryMemory: number;
  readonly questions: boolean;
}

/** The proxies of this machine for `--endpoint`. */
export const proxiesOfMachine = (): Proxies => readProxies(process.env);

export const EXTENSION: CommandExtension = {
  options: [
    option(
      '--endpoint <url>',
      'SPARQL endpoint that answers /ask and /sparql in place of the embedded engine',
    ),
    engineOption(),
    option('--query-timeout <seconds>', 'the longest that a query may take', wholeNumber(1, 3600)).default(
      30,
    ),
    option(
      '--query-engines <count>',
      'engines of queries, each with the release in memory; those after the first are loaded when a query is slow',
      wholeNumber(1, 8),
    ).default(2),
    option(
      '--query-memory <MiB>',
      'memory that a query may take beside the release, and as much again for its answer',
      wholeNumber(16, 2048),
    ).default(64),
    option('--no-questions', 'without /ask and /sparql').conflicts(['endpoint', 'engine']),
  ],
  // Before the index is made.
  run: async ({ options: { endpoint } }: CommandCall<AskOptions>) => {
    if (endpoint === undefined) return undefined;
    (await import('../query/remote-engine.js')).checkEndpoint(endpoint);
    proxiesOfMachine();
    return undefined;
  },
};
