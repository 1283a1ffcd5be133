import { setTimeout as sleep } from 'node:timers/promises';
import { FolkloreError } from '../../base/errors.js';
import { defined } from '../../base/fields.js';
import { toOneLine } from '../../base/text.js';
import { readKey } from '../../cli/config/secrets.js';
import type { CommandContext } from '../../cli/feature.js';
import { userAgentOf } from '../../cli/version.js';
import { readProxies } from '../../harvest/client/proxies.js';
import { StoreClient } from './client.js';
import { detectStoreKind } from './kind-detection.js';
import type { TriplestoreSettings } from './settings.js';
import { readCredentials } from './store-credentials.js';
import { endpointsOf, type StoreKind, storeKind } from './store-kinds.js';
import type { TriplestoreOptions } from './store-options.js';

/** The section `stores` of the configuration. */
interface StoreSettings {
  readonly stores: Readonly<Record<string, TriplestoreSettings>>;
}

/** A connection to a store. */
interface OpenTriplestore {
  readonly client: StoreClient;
  readonly kind: StoreKind;
}

/** Counting or moving a whole graph takes long. */
const REQUEST_TIMEOUT_MS = 30 * 60 * 1000;
const DETECT_TIMEOUT_MS = 10_000;

/**
 * Opens the store that the options name.
 *
 * @throws FolkloreError CONFIG_INVALID; SERVICE_UNAVAILABLE when its kind cannot be detected
 */
export async function openTriplestore(
  options: TriplestoreOptions,
  { report, signal }: CommandContext,
): Promise<OpenTriplestore> {
  const store = await namedTriplestore(options);
  const credentials = readCredentials(
    store,
    process.env,
    (field, source) => readKey(`stores.${options.endpoint}.${field}`, source, process.env).key,
  );
  const agent = userAgentOf(undefined);
  const proxies = readProxies(process.env);
  const endpointUrls = defined({ query: store.query, update: store.update, graphStore: store.graphStore });
  // Checks the URLs before the first request: later messages repeat them.
  endpointsOf(storeKind('sparql'), store.url, false, endpointUrls);
  const wanted = options.endpointKind === 'detect' ? store.kind : options.endpointKind;
  const kind = storeKind(wanted ?? (await detectStoreKind(store.url, agent, DETECT_TIMEOUT_MS, proxies)));
  const endpoints = endpointsOf(kind, store.url, credentials.kind === 'password', endpointUrls);
  const client = new StoreClient({
    ...endpoints,
    address: store.url,
    credentials,
    userAgent: agent,
    proxies,
    patienceMs: options.patience * 1000,
    timeoutMs: REQUEST_TIMEOUT_MS,
    report,
    random: Math.random,
    sleep: (ms, stop) => sleep(ms, undefined, stop === undefined ? {} : { signal: stop }),
    now: Date.now,
    monotonic: () => performance.now(),
    signal,
  });
  return { client, kind };
}

/**
 * The store of the configuration, with the options in place of its settings.
 *
 * @throws FolkloreError CONFIG_INVALID when the endpoint is no URL, nor the name of a store
 */
export async function namedTriplestore(options: TriplestoreOptions): Promise<TriplestoreSettings> {
  const given = defined({
    query: options.queryUrl,
    update: options.updateUrl,
    graphStore: options.graphStoreUrl,
  });
  if (options.endpoint.includes('://')) return { url: options.endpoint, ...given };
  if (options.config === undefined)
    throw new FolkloreError('CONFIG_INVALID', `--endpoint ${toOneLine(options.endpoint)} is no URL.`, {
      hint: 'Give a URL such as http://127.0.0.1:7878. With -c it may also be the name of a store in the configuration.',
    });
  const { readConfig } = await import('../../cli/config/config.js');
  const { stores } = readConfig(options.config, {}, options.schema) as unknown as StoreSettings;
  const found = Object.hasOwn(stores, options.endpoint) ? stores[options.endpoint] : undefined;
  if (found !== undefined) return { ...found, ...given };
  throw new FolkloreError('CONFIG_INVALID', `The configuration has no store "${options.endpoint}".`, {
    hint: `Its stores: ${Object.keys(stores).join(', ') || 'none'}. --endpoint may also be a URL.`,
  });
}
