import type { Parameters } from './parameter.js';

/**
 * What the body of a 200 is: general metadata, the service's own description, a bare list, one record, the
 * place list with its total, or the envelope of later releases (wire-format 2, 3 and 4).
 */
export type BodyShape = 'metadata' | 'description' | 'list' | 'record' | 'places' | 'paged';

/** One path of a service (a row of the specifications' tables of endpoints). */
export interface Endpoint {
  /** The whole path as written in the specification, without a trailing slash. */
  readonly path: string;
  /** The specification's own words for what comes back. */
  readonly returns: string;
  readonly body: BodyShape;
  /** The dictionary's name of the records in the body. */
  readonly record?: string;
  /** Answered without a key. */
  readonly open?: true;
  readonly parameters: Parameters;
  /** Alternatives of which one at least must be given, each with all its names; none: nothing is required. */
  readonly required: readonly (readonly string[])[];
  /** Parameters that mean nothing without others. */
  readonly needs?: Readonly<Record<string, readonly string[]>>;
}

/** A service as plain data: read by the server, by the client and by whatever documents it. */
export interface Service {
  readonly id: 'archive' | 'placenames';
  readonly name: string;
  readonly version: string;
  readonly status: 'pre-release';
  /** Where the service describes itself. */
  readonly documentation: string;
  readonly endpoints: Readonly<Record<string, Endpoint>>;
}

/** Where each service describes itself in the words of OpenAPI. */
export const DESCRIPTION_PATH = '/openapi.json';

/** For paths that take no parameters. */
export const unfiltered = { parameters: {}, required: [] } as const;

/** What both services answer to everybody, without a key (wire-format 2). */
export const openEndpoints = {
  general: {
    path: '/api',
    returns: 'General API metadata',
    body: 'metadata',
    open: true,
    ...unfiltered,
  },
  description: {
    path: DESCRIPTION_PATH,
    returns: 'OpenAPI 3.1 description of the service',
    body: 'description',
    open: true,
    ...unfiltered,
  },
} as const satisfies Readonly<Record<string, Endpoint>>;

/** The query parameter that may carry the key (wire-format 2). */
export const KEY_PARAMETER = 'apiKey';

/** The header that may carry the key, and comes first (wire-format 2). */
export const KEY_HEADER = 'x-api-key';
