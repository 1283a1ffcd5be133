import { EXIT, FolkloreError } from '../base/errors.js';
import type { Endpoints } from './client.js';

/** The stores whose addresses and habits are known; `sparql`: any other. */
export const STORE_KINDS = ['fuseki', 'oxigraph', 'virtuoso', 'graphdb', 'qlever', 'sparql'] as const;
export type StoreKindName = (typeof STORE_KINDS)[number];

/** How triples are brought to a store. */
export const PROTOCOLS = ['graph-store', 'update'] as const;
export type Protocol = (typeof PROTOCOLS)[number];

/** What is to be known of a kind of store to load into it well. */
export interface StoreKind {
  readonly name: StoreKindName;
  readonly title: string;
  /**
   * Its endpoints, from the URL that people know it by, which ends in no slash.
   *
   * @param isKnown whether there is a user and a password: Virtuoso has other endpoints for them
   */
  readonly endpoints: (url: string, isKnown: boolean) => Endpoints;
  readonly protocol: Protocol;
  /** Whether bodies of requests may be packed by gzip; `try`: nobody knows before it has been tried. */
  readonly gzip: 'try' | 'no';
  /** Most that a body of the Graph Store Protocol may hold, unpacked, in bytes. */
  readonly mostInBody: number;
  /** Most that an update may hold. */
  readonly mostInUpdate: { readonly bytes: number; readonly lines: number };
  /** Whether an update of several operations is one transaction; otherwise graphs are moved one by one. */
  readonly swapMode: 'at once' | 'graph by graph';
  /**
   * How what was built beside takes the place of a graph. By patterns: all of it goes, then all that is beside comes. By
   * difference, as Virtuoso 7.2.5 needs it, which has a limit for transactions: triple by triple where they differ.
   */
  readonly moves: 'by patterns' | 'by difference';
  /** What a query sees that names no graph: when it is every graph, also those that are being built. */
  readonly defaultGraph: 'no named graph' | 'every graph' | 'as configured';
}

const MIB = 1 << 20;
/** What most stores take in one update without running out of memory for its text. */
const USUAL_UPDATE = { bytes: 1 * MIB, lines: 10_000 } as const;
/** Each is sent again when its answer is lost, and held in memory until it is there. */
const USUAL_BODY = 16 * MIB;

/** What most stores have in common. */
const USUAL = {
  protocol: 'graph-store',
  gzip: 'try',
  mostInBody: USUAL_BODY,
  mostInUpdate: USUAL_UPDATE,
  moves: 'by patterns',
} as const;

const KINDS: Readonly<Record<StoreKindName, StoreKind>> = {
  fuseki: {
    ...USUAL,
    name: 'fuseki',
    title: 'Apache Jena Fuseki',
    endpoints: (url) => ({ query: `${url}/query`, update: `${url}/update`, graphStore: `${url}/data` }),
    swapMode: 'at once',
    defaultGraph: 'as configured',
  },
  oxigraph: {
    ...USUAL,
    name: 'oxigraph',
    title: 'Oxigraph',
    endpoints: (url) => ({ query: `${url}/query`, update: `${url}/update`, graphStore: `${url}/store` }),
    swapMode: 'at once',
    defaultGraph: 'no named graph',
  },
  virtuoso: {
    ...USUAL,
    name: 'virtuoso',
    title: 'Virtuoso',
    endpoints: (url, isKnown) => {
      const server = url.replace(/\/sparql(?:-auth)?$/, '');
      const auth = isKnown ? '-auth' : '';
      return {
        query: `${server}/sparql`,
        update: `${server}/sparql${auth}`,
        graphStore: `${server}/sparql-graph-crud${auth}`,
      };
    },
    // It answers 500.
    gzip: 'no',
    mostInBody: 4 * MIB,
    // Its compiler gives up between 4,000 and 5,000 lines.
    mostInUpdate: { bytes: MIB / 4, lines: 2000 },
    swapMode: 'graph by graph',
    moves: 'by difference',
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
    swapMode: 'at once',
    defaultGraph: 'every graph',
  },
  qlever: {
    ...USUAL,
    name: 'qlever',
    title: 'QLever',
    endpoints: (url) => ({ query: url, update: url, graphStore: url }),
    protocol: 'update',
    gzip: 'no',
    swapMode: 'graph by graph',
    defaultGraph: 'every graph',
  },
  sparql: {
    ...USUAL,
    name: 'sparql',
    title: 'The store',
    endpoints: (url) => ({ query: url, update: url, graphStore: undefined }),
    protocol: 'update',
    swapMode: 'graph by graph',
    defaultGraph: 'as configured',
  },
};

/** All that is known of a kind of store. */
export const storeKind = (name: StoreKindName): StoreKind => KINDS[name];

/**
 * The endpoints of a store.
 *
 * @param url where people say that it is
 * @param isKnown whether there is a user and a password
 * @param given endpoints that are elsewhere than its kind has them
 * @throws FolkloreError CONFIG_INVALID for what is no http or https URL, and for one that holds a user or a password
 */
export function endpointsOf(
  kind: StoreKind,
  url: string,
  isKnown: boolean,
  given: Partial<Endpoints> = {},
): Endpoints {
  const usual = kind.endpoints(checkedUrl(url).replace(/\/+$/, ''), isKnown);
  const checked = (one: string | undefined): string | undefined =>
    one === undefined ? undefined : checkedUrl(one);
  return {
    query: checked(given.query) ?? usual.query,
    update: checked(given.update) ?? usual.update,
    graphStore: checked(given.graphStore) ?? usual.graphStore,
  };
}

/** Only what may be shown to everybody is a URL of a store. */
function checkedUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (url === undefined || !isWeb) throw unusable('it is no http or https URL');
  if (url.username !== '' || url.password !== '') throw unusable('it holds a user or a password');
  if (url.hash !== '' || url.search !== '') throw unusable('it has a query or a fragment');
  return url.href;
}

const unusable = (why: string): FolkloreError =>
  new FolkloreError('CONFIG_INVALID', `The URL of the store cannot be used: ${why}.`, {
    hint:
      'Expected is an address such as http://127.0.0.1:7878, without user and password: the variables ' +
      'FOLKLORE_LD_STORE_USER and FOLKLORE_LD_STORE_PASSWORD hold those.',
    exitCode: EXIT.misuse,
  });
