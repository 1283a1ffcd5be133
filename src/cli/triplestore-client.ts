import { setTimeout as sleep } from 'node:timers/promises';
import { EXIT, FolkloreError } from '../base/errors.js';
import { StoreClient } from '../triplestore/client.js';
import { detectStoreKind } from '../triplestore/kind-detection.js';
import { endpointsOf, type StoreKind, storeKind } from '../triplestore/store-kinds.js';
import type { CommandContext } from './commands/pipeline.js';
import type { TriplestoreSettings } from './config/config.js';
import { readCredentials, readKey } from './config/secrets.js';
import type { TriplestoreOptions } from './config/triplestore-options.js';
import { userAgentOf } from './version.js';

/** A store that can be asked. */
export interface OpenTriplestore {
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
export async function openTriplestore(
  options: TriplestoreOptions,
  { report, signal }: CommandContext,
): Promise<OpenTriplestore> {
  const store = await namedTriplestore(options);
  const credentials = readCredentials(
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
  const kind = storeKind(wanted ?? (await detectStoreKind(store.url, agent, DETECT_MS)));
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
async function namedTriplestore(options: TriplestoreOptions): Promise<TriplestoreSettings> {
  const given = {
    ...(options.queryUrl === undefined ? {} : { query: options.queryUrl }),
    ...(options.updateUrl === undefined ? {} : { update: options.updateUrl }),
    ...(options.graphStoreUrl === undefined ? {} : { graphStore: options.graphStoreUrl }),
  };
  if (options.config === undefined || options.store.includes('://')) return { url: options.store, ...given };
  const { readConfig } = await import('./config/config.js');
  const { stores } = readConfig(options.config, {});
  const found = Object.hasOwn(stores, options.store) ? stores[options.store] : undefined;
  if (found !== undefined) return { ...found, ...given };
  throw new FolkloreError('CONFIG_INVALID', `The configuration names no store "${options.store}".`, {
    hint: `It names ${Object.keys(stores).join(', ') || 'none'}; --store may also be a URL.`,
    exitCode: EXIT.misuse,
  });
}
