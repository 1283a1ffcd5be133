import type { Parameters } from './parameter.js';

/**
 * The body of a 200: general metadata, an OpenAPI description, a bare list, one record, the place list with its total, or the
 * envelope of later releases (wire-format 2, 3 and 4).
 */
export type BodyShape = 'metadata' | 'description' | 'list' | 'record' | 'places' | 'paged';

/** One path of a service (a row of the specifications' tables of endpoints). */
export interface Endpoint {
  /** The whole path, without a trailing slash. */
  readonly path: string;
  /** The specification's description of the answer. */
  readonly returns: string;
  readonly body: BodyShape;
  /** The schema of the records in the body. */
  readonly record?: string;
  /** Answered without a key. */
  readonly open?: true;
  readonly parameters: Parameters;
  /** Alternatives of which at least one must be given, each with all its names; empty: nothing is required. */
  readonly required: readonly (readonly string[])[];
  /** Parameters that need others. */
  readonly needs?: Readonly<Record<string, readonly string[]>>;
}

/** A service as plain data, for server, client and documentation. */
export interface Service {
  readonly id: 'archive' | 'placenames';
  readonly name: string;
  readonly version: string;
  readonly status: 'pre-release';
  /** The path of its OpenAPI description. */
  readonly documentation: string;
  readonly endpoints: Readonly<Record<string, Endpoint>>;
}

/**
 * The paths of the releases of each service: that of the specification, then later ones, the newest first. A service may have
 * some of them only (wire-format 2).
 */
export const RELEASE_PATHS: Readonly<Record<Service['id'], readonly [string, ...string[]]>> = {
  archive: ['/api/v0.6', '/api/v1.1', '/api/v1.0'],
  placenames: ['/api/v0.9', '/api/v1.1', '/api/v1.0'],
};

/** The release of a path: `v0.6` of `/api/v0.6`. */
export const versionOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The path of the OpenAPI description of each service. */
export const DESCRIPTION_PATH = '/openapi.json';

const NO_PARAMETERS = { parameters: {}, required: [] } as const;

/** A list without parameters. */
export const listAt = (path: string, record: string, returns: string) =>
  ({ path, returns, body: 'list', record, ...NO_PARAMETERS }) as const;

/** One record by its id. */
export const recordAt = (path: string, record: string, returns: string) =>
  ({ path, returns, body: 'record', record, ...NO_PARAMETERS }) as const;

/** Metadata of a service. */
export const metadataAt = (path: string) =>
  ({ path, returns: 'General API metadata', body: 'metadata', ...NO_PARAMETERS }) as const;

/** The endpoints of both services that need no key (wire-format 2). */
export const openEndpoints = {
  general: { ...metadataAt('/api'), open: true },
  description: {
    path: DESCRIPTION_PATH,
    returns: 'OpenAPI 3.1 description of the service',
    body: 'description',
    open: true,
    ...NO_PARAMETERS,
  },
} as const satisfies Readonly<Record<string, Endpoint>>;

/** The query parameter for the key (wire-format 2). */
export const KEY_PARAMETER = 'apiKey';

/** The header for the key; it takes precedence (wire-format 2). */
export const KEY_HEADER = 'x-api-key';

/** Lists that are absent when there are none; every other empty list is sent as `[]` (wire-format 1). */
export const ABSENT_WHEN_EMPTY = new Set([
  'subNames',
  'forms',
  'resources',
  'similarNames',
  'relatedNames',
  'subTopics',
]);
