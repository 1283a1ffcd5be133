import { setTimeout as sleep } from 'node:timers/promises';
import { EXIT, FolkloreError } from '../base/errors.js';
import { detectKind } from '../stores/detect.js';
import { StoreClient } from '../stores/store-client.js';
import { endpointsOf, type StoreKind, storeKind } from '../stores/store-kinds.js';
import type { Circumstances } from './commands.js';
import { readKey } from './read-key.js';
import { credentialsOf } from './store-credentials.js';
import type { StoreOptions } from './store-options.js';
import type { SparqlStore } from './store-settings.js';
import { userAgentOf } from './version.js';

/** A store that can be asked. */
export interface OpenStore {
  readonly client: StoreClient;
  readonly kind: StoreKind;
}

/** A query that counts everything, or an update that moves it, takes long. */
const LONGEST_REQUEST_MS = 30 * 60 * 1000;
const DETECT_MS = 10_000;

/**
 * Opens the store that the options name.
 *
 * @throws FolkloreError CONFIG_INVALID, SERVICE_UNAVAILABLE when nobody answers who could tell what kind it is
 */
export async function openStore(
  options: StoreOptions,
  { report, signal }: Circumstances,
): Promise<OpenStore> {
  const store = await storeNamed(options);
  const credentials = credentialsOf(
    store,
    process.env,
    (field, source) => readKey(`stores.${options.store}.${field}`, source, process.env).key,
  );
  const agent = userAgentOf(undefined);
  const elsewhere = {
    ...(store.query === undefined ? {} : { query: store.query }),
    ...(store.update === undefined ? {} : { update: store.update }),
    ...(store.graphStore === undefined ? {} : { graphStore: store.graphStore }),
  };
  // What is no URL, or must be shown to nobody, is told before anything is asked: later it would be repeated.
  endpointsOf(storeKind('sparql'), store.url, false, elsewhere);
  const wanted = options.storeKind === 'detect' ? store.kind : options.storeKind;
  const kind = storeKind(wanted ?? (await detectKind(store.url, agent, DETECT_MS)));
  const endpoints = endpointsOf(kind, store.url, credentials.kind === 'password', elsewhere);
  const client = new StoreClient({
    ...endpoints,
    address: store.url,
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
async function storeNamed(options: StoreOptions): Promise<SparqlStore> {
  const given = {
    ...(options.queryUrl === undefined ? {} : { query: options.queryUrl }),
    ...(options.updateUrl === undefined ? {} : { update: options.updateUrl }),
    ...(options.graphStoreUrl === undefined ? {} : { graphStore: options.graphStoreUrl }),
  };
  if (options.config === undefined || options.store.includes('://')) return { url: options.store, ...given };
  const { readConfig } = await import('./config.js');
  const { stores } = readConfig(options.config, {});
  const found = Object.hasOwn(stores, options.store) ? stores[options.store] : undefined;
  if (found !== undefined) return { ...found, ...given };
  throw new FolkloreError('CONFIG_INVALID', `The configuration names no store "${options.store}".`, {
    hint: `It names ${Object.keys(stores).join(', ') || 'none'}; --store may also be a URL.`,
    exitCode: EXIT.misuse,
  });
}
