import { FolkloreError } from '../../base/errors.js';
import { whyNoWebUrl } from '../../base/text.js';
import type { Endpoints } from './client.js';

/** The stores with known addresses and properties; `sparql`: any other. */
export const STORE_KINDS = ['fuseki', 'oxigraph', 'virtuoso', 'graphdb', 'qlever', 'sparql'] as const;
export type StoreKindName = (typeof STORE_KINDS)[number];

/** How triples are sent to a store. */
export const PROTOCOLS = ['graph-store', 'update'] as const;
export type Protocol = (typeof PROTOCOLS)[number];

/** The properties of a kind of store. */
export interface StoreKind {
  readonly name: StoreKindName;
  readonly title: string;
  /**
   * Its endpoints.
   *
   * @param url the URL that users give, without a final slash
   * @param hasPassword whether there are credentials: Virtuoso has other endpoints for them
   */
  readonly endpoints: (url: string, hasPassword: boolean) => Endpoints;
  readonly protocol: Protocol;
  /** Whether request bodies may be gzipped; `try`: it depends on the version. */
  readonly gzip: 'try' | 'no';
  /** Bytes of a body of the Graph Store Protocol, unpacked, at most. */
  readonly mostInBody: number;
  /** Limits of an update. */
  readonly mostInUpdate: { readonly bytes: number; readonly lines: number };
  /** Whether an update of several operations is one transaction; otherwise readers may see a part of it. */
  readonly isUpdateTransaction: boolean;
  /** How a graph without triples is filled: by ADD where a transaction cannot hold a whole graph. */
  readonly fillsEmptyGraphBy: 'INSERT' | 'ADD';
  /** The default graph of queries; `every graph` includes staging graphs. */
  readonly defaultGraph: 'no named graph' | 'every graph' | 'as configured';
}

const MIB = 1 << 20;
/** An update that most stores can parse in memory. */
const USUAL_UPDATE = { bytes: 1 * MIB, lines: 10_000 } as const;
/** A body is kept in memory until its response, to be sent again. */
const USUAL_BODY = 16 * MIB;

/** Defaults. */
const USUAL = {
  protocol: 'graph-store',
  gzip: 'try',
  mostInBody: USUAL_BODY,
  mostInUpdate: USUAL_UPDATE,
  fillsEmptyGraphBy: 'INSERT',
} as const;

const KINDS: Readonly<Record<StoreKindName, StoreKind>> = {
  fuseki: {
    ...USUAL,
    name: 'fuseki',
    title: 'Apache Jena Fuseki',
    endpoints: (url) => ({ query: `${url}/query`, update: `${url}/update`, graphStore: `${url}/data` }),
    isUpdateTransaction: true,
    defaultGraph: 'as configured',
  },
  oxigraph: {
    ...USUAL,
    name: 'oxigraph',
    title: 'Oxigraph',
    endpoints: (url) => ({ query: `${url}/query`, update: `${url}/update`, graphStore: `${url}/store` }),
    isUpdateTransaction: true,
    defaultGraph: 'no named graph',
  },
  virtuoso: {
    ...USUAL,
    name: 'virtuoso',
    title: 'Virtuoso',
    endpoints: (url, hasPassword) => {
      const server = url.replace(/\/sparql(?:-auth)?$/, '');
      const auth = hasPassword ? '-auth' : '';
      return {
        query: `${server}/sparql`,
        update: `${server}/sparql${auth}`,
        graphStore: `${server}/sparql-graph-crud${auth}`,
      };
    },
    // It answers gzip with 500.
    gzip: 'no',
    mostInBody: 4 * MIB,
    // Its compiler fails between 4,000 and 5,000 lines.
    mostInUpdate: { bytes: MIB / 4, lines: 2000 },
    isUpdateTransaction: true,
    // TransactionAfterImageLimit is 50 MB unless configured; ADD has no such limit.
    fillsEmptyGraphBy: 'ADD',
    defaultGraph: 'every graph',
  },
  graphdb: {
    ...USUAL,
    name: 'graphdb',
    title: 'GraphDB',
    endpoints: (url) => ({
      query: url,
      update: `${url}/statements`,
      graphStore: `${url}/rdf-graphs/service`,
    }),
    isUpdateTransaction: true,
    defaultGraph: 'every graph',
  },
  qlever: {
    ...USUAL,
    name: 'qlever',
    title: 'QLever',
    endpoints: (url) => ({ query: url, update: url, graphStore: url }),
    protocol: 'update',
    gzip: 'no',
    isUpdateTransaction: false,
    defaultGraph: 'every graph',
  },
  sparql: {
    ...USUAL,
    name: 'sparql',
    title: 'The store',
    endpoints: (url) => ({ query: url, update: url, graphStore: undefined }),
    protocol: 'update',
    isUpdateTransaction: false,
    defaultGraph: 'as configured',
  },
};

/** The properties of a kind of store. */
export const storeKind = (name: StoreKindName): StoreKind => KINDS[name];

/**
 * The endpoints of a store.
 *
 * @param url as the user gave it
 * @param hasPassword whether there are credentials
 * @param given endpoints that replace those of the kind
 * @throws FolkloreError CONFIG_INVALID for a URL that is not http or https, or has credentials
 */
export function endpointsOf(
  kind: StoreKind,
  url: string,
  hasPassword: boolean,
  given: Partial<Endpoints> = {},
): Endpoints {
  const usual = kind.endpoints(checkedUrl(url).replace(/\/+$/, ''), hasPassword);
  const checked = (one: string | undefined): string | undefined =>
    one === undefined ? undefined : checkedUrl(one);
  return {
    query: checked(given.query) ?? usual.query,
    update: checked(given.update) ?? usual.update,
    graphStore: checked(given.graphStore) ?? usual.graphStore,
  };
}

/** A URL without credentials, query and fragment. */
function checkedUrl(text: string): string {
  const problem = whyNoWebUrl(text);
  if (problem !== undefined) throw unusable(problem);
  const url = new URL(text);
  if (url.hash !== '' || url.search !== '') throw unusable('it has a query or a fragment');
  return url.href;
}

const unusable = (why: string): FolkloreError =>
  new FolkloreError('CONFIG_INVALID', `The URL of the store cannot be used: ${why}.`, {
    hint:
      'Expected: an address such as http://127.0.0.1:7878. Set user and password with FOLKLORE_LD_ENDPOINT_USER and ' +
      'FOLKLORE_LD_ENDPOINT_PASSWORD.',
  });
