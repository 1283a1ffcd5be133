import { type Command, InvalidArgumentError, Option } from 'commander';
import { STORE_KINDS, type StoreKindName } from '../../triplestore/store-kinds.js';

/** What the options that name a SPARQL store come to. */
export interface TriplestoreOptions {
  readonly config?: string;
  /** A URL, or a name of the section `stores` of the configuration. */
  readonly store: string;
  readonly storeKind: StoreKindName | 'detect';
  readonly queryUrl?: string;
  readonly updateUrl?: string;
  readonly graphStoreUrl?: string;
  readonly attempts: number;
}

/** More than for a service that is asked for records: a store that is started anew reads its database first. */
const ATTEMPTS = 8;

/** Who may write is told in the environment, so that no list of processes shows it. */
export const TRIPLESTORE_HELP = `
Users, passwords and tokens come from the environment, never from the command line:
  FOLKLORE_LD_STORE_USER, FOLKLORE_LD_STORE_PASSWORD  by Digest or Basic, as the store asks
  FOLKLORE_LD_STORE_TOKEN                             as a Bearer token
With -c, --store may be a name of the section \`stores\` of the configuration, which says where they are.`;

/** Adds the options that name a SPARQL store. */
export function withTriplestoreOptions(command: Command): Command {
  return command
    .requiredOption('--store <url>', 'where the store is: its URL, or its name in the configuration')
    .addOption(
      new Option('--store-kind <kind>', 'what kind of store it is; sparql is any')
        .choices(['detect', ...STORE_KINDS])
        .default('detect'),
    )
    .option('--query-url <url>', 'where it answers queries, if not where its kind does')
    .option('--update-url <url>', 'where it takes updates, if not where its kind does')
    .option('--graph-store-url <url>', 'where it speaks the Graph Store Protocol, if not where its kind does')
    .addOption(
      new Option('--attempts <number>', 'how often a request is tried before the store counts as unavailable')
        .default(ATTEMPTS)
        .argParser(readAttempts),
    );
}

function readAttempts(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected 1 or more.');
}
