import { setTimeout as sleep } from 'node:timers/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { EXIT, FolkloreError } from '../base/errors.js';
import { detectKind } from '../stores/detect.js';
import { StoreClient } from '../stores/store-client.js';
import {
  endpointsOf,
  STORE_KINDS,
  type StoreKind,
  type StoreKindName,
  storeKind,
} from '../stores/store-kinds.js';
import type { Circumstances } from './commands.js';
import { readConfig, readKey } from './config.js';
import { credentialsOf, type SparqlStore } from './store-settings.js';
import { userAgentOf } from './version.js';

/** What the options that name a SPARQL store come to. */
export interface StoreOptions {
  readonly config?: string;
  /** A URL, or a name of the section `stores` of the configuration. */
  readonly store: string;
  readonly storeKind: StoreKindName | 'detect';
  readonly queryUrl?: string;
  readonly updateUrl?: string;
  readonly graphStoreUrl?: string;
  readonly attempts: number;
}

/** A store that can be asked. */
export interface OpenStore {
  readonly client: StoreClient;
  readonly kind: StoreKind;
}

/** More than for a service that is asked for records: a store that is started anew reads its database first. */
const ATTEMPTS = 8;
/** A query that counts everything, or an update that moves it, takes long. */
const LONGEST_REQUEST_MS = 30 * 60 * 1000;
const DETECT_MS = 10_000;

/** Who may write is told in the environment, so that no list of processes shows it. */
export const STORE_EPILOGUE = `
Users, passwords and tokens come from the environment, never from the command line:
  FOLKLORE_LD_STORE_USER, FOLKLORE_LD_STORE_PASSWORD  by Digest or Basic, as the store asks
  FOLKLORE_LD_STORE_TOKEN                             as a Bearer token
With -c, --store may be a name of the section \`stores\` of the configuration, which says where they are.`;

/** Adds the options that name a SPARQL store. */
export function withStoreOptions(command: Command): Command {
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

/**
 * Opens the store that the options name.
 *
 * @throws FolkloreError CONFIG_INVALID, SERVICE_UNAVAILABLE when nobody answers who could tell what kind it is
 */
export async function openStore(
  options: StoreOptions,
  { report, signal }: Circumstances,
): Promise<OpenStore> {
  const store = storeNamed(options);
  const credentials = credentialsOf(
    store,
    process.env,
    (field, source) => readKey(`stores.${options.store}.${field}`, source, process.env).key,
  );
  const agent = userAgentOf(undefined);
  // What is no URL is told before anything is asked.
  endpointsOf(storeKind('sparql'), store.url, false);
  const wanted = options.storeKind === 'detect' ? store.kind : options.storeKind;
  const kind = storeKind(wanted ?? (await detectKind(store.url, agent, DETECT_MS)));
  const endpoints = endpointsOf(kind, store.url, credentials.kind === 'password', {
    ...(store.query === undefined ? {} : { query: store.query }),
    ...(store.update === undefined ? {} : { update: store.update }),
    ...(store.graphStore === undefined ? {} : { graphStore: store.graphStore }),
  });
  const client = new StoreClient({
    ...endpoints,
    credentials,
    userAgent: agent,
    attempts: options.attempts,
    timeoutMs: LONGEST_REQUEST_MS,
    report,
    random: Math.random,
    sleep: (ms, stop) => sleep(ms, undefined, stop === undefined ? {} : { signal: stop }),
    now: Date.now,
    signal,
  });
  return { client, kind };
}

/** The store as the configuration has it, or as the options say; options first. */
function storeNamed(options: StoreOptions): SparqlStore {
  const given = {
    ...(options.queryUrl === undefined ? {} : { query: options.queryUrl }),
    ...(options.updateUrl === undefined ? {} : { update: options.updateUrl }),
    ...(options.graphStoreUrl === undefined ? {} : { graphStore: options.graphStoreUrl }),
  };
  if (options.config === undefined || options.store.includes('://')) return { url: options.store, ...given };
  const { stores } = readConfig(options.config, {});
  const found = Object.hasOwn(stores, options.store) ? stores[options.store] : undefined;
  if (found !== undefined) return { ...found, ...given };
  throw new FolkloreError('CONFIG_INVALID', `The configuration names no store "${options.store}".`, {
    hint: `It names ${Object.keys(stores).join(', ') || 'none'}; --store may also be a URL.`,
    exitCode: EXIT.misuse,
  });
}

function readAttempts(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected 1 or more.');
}
