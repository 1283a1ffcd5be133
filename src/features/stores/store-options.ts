import { InvalidArgumentError, type Option } from 'commander';
import { DURATION, parseDuration } from '../../base/text.js';
import { option } from '../../cli/command.js';
import type { ConfigSchema } from '../../cli/config/settings.js';
import { STORE_KINDS, type StoreKindName } from './store-kinds.js';

/** A SPARQL store on the command line. */
export interface TriplestoreOptions {
  readonly config?: string;
  /** A URL, or a name in the section `stores` of the configuration. */
  readonly endpoint: string;
  readonly endpointKind: StoreKindName | 'detect';
  readonly queryUrl?: string;
  readonly updateUrl?: string;
  readonly graphStoreUrl?: string;
  /** Seconds. */
  readonly patience: number;
  /** What the configuration may hold. */
  readonly schema?: ConfigSchema | undefined;
}

export const triplestoreOptions = ({ isMandatory = false } = {}): Option[] => [
  option('--endpoint <url>', 'URL of the SPARQL store, or its name in the configuration').makeOptionMandatory(
    isMandatory,
  ),
  option('--endpoint-kind <kind>', 'kind of the SPARQL store; sparql is any')
    .choices(['detect', ...STORE_KINDS])
    .default('detect'),
  option('--query-url <url>', 'endpoint for queries, if not the usual one of this kind of store'),
  option(
    '--patience <time>',
    'how long a failing request is repeated before the store counts as unavailable',
    readDuration,
  ).default(15 * 60, '15m'),
];

function readDuration(text: string): number {
  const seconds = parseDuration(text);
  if (seconds === undefined) throw new InvalidArgumentError(`${DURATION}.`);
  return seconds;
}

/** Credentials are not options, because lists of processes show options. */
export const TRIPLESTORE_HELP = `
Users, passwords and tokens come from the environment, never from the command line:
  FOLKLORE_LD_ENDPOINT_USER, FOLKLORE_LD_ENDPOINT_PASSWORD  by Digest or Basic, as the store asks
  FOLKLORE_LD_ENDPOINT_TOKEN                                   as a Bearer token
With -c, --endpoint may be a name in the section \`stores\` of the configuration, which says where they are.`;
