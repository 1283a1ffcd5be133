import { nearest } from '../../base/text.js';
import { code, type Given, type Parameters } from '../../model/endpoints/parameter.js';
import { placeFilters } from '../../model/endpoints/placenames.js';
import { type Endpoint, RELEASE_PATHS, type Service, versionOf } from '../../model/endpoints/service.js';
import type { EndpointRequest, HostedService } from './app.js';
import { paginate } from './filters.js';
import { describeService, metadataOf } from './openapi.js';
import type { World } from './world.js';

/** Changes a value that is not an object or a list, by the name of its field. */
export type ValueChange = (value: unknown, name: string) => unknown;

/**
 * A copy of a JSON value with every number, string, boolean and null changed. An entry of a list has the name of the list.
 */
export function mapJsonValues(value: unknown, change: ValueChange, name = ''): unknown {
  if (Array.isArray(value)) return value.map((entry) => mapJsonValues(entry, change, name));
  if (typeof value !== 'object' || value === null) return change(value, name);
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, mapJsonValues(entry, change, key)]),
  );
}

/** Fields with timestamps (wire-format 3 and 4). */
const TIMESTAMPS = new Set(['dateCreated', 'dateModified', 'editorsPick', 'featured']);

/** Timestamps of newer releases: without a zone (wire-format 1). */
export const withoutTimeZone: ValueChange = (value, name) =>
  TIMESTAMPS.has(name) && typeof value === 'string' ? value.replace(/Z$/, '') : value;

/**
 * The two schemes of codes (wire-format 1, gender codes: a trap): Irish *baineann* and *fireann*, and English
 * female and male. `f` means opposite things.
 */
const ENGLISH_OF_IRISH: Readonly<Record<string, string>> = { b: 'f', f: 'm' };

const IRISH_OF_ENGLISH: Readonly<Record<string, string>> = { f: 'b', m: 'f' };

/** Records with English codes. A value of neither scheme is not changed. */
export const toEnglishGender: ValueChange = (value, name) =>
  name === 'gender' && typeof value === 'string' ? (ENGLISH_OF_IRISH[value] ?? value) : value;

/** The releases of the services' interfaces. */
const DIALECTS = ['v0.6', 'v1.1'] as const;

export type Dialect = (typeof DIALECTS)[number];

/** The dialect of the specification. */
export const DEFAULT_DIALECT: Dialect = 'v0.6';

/**
 * Reads the name of a dialect.
 *
 * @throws Error with the known names and the nearest one
 */
export function parseDialect(word: string): Dialect {
  const dialect = DIALECTS.find((name) => name === word);
  if (dialect !== undefined) return dialect;
  const meant = nearest(word, DIALECTS);
  const hint = meant === undefined ? '' : `, did you mean ${meant}?`;
  throw new Error(`unknown dialect '${word}'${hint} (known are ${DIALECTS.join(' and ')})`);
}

/** The schema of a timestamp without a zone. */
const CLOCK_VALUE = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,7})?$' };

const { Page, PerPage } = placeFilters;

/** The changes of later releases to the endpoints of each service (wire-format 1 and 4). */
const ENDPOINT_CHANGES: Readonly<Record<Service['id'], (endpoint: Endpoint) => Endpoint>> = {
  archive: withEnglishGender,
  placenames: (endpoint) => (isList(endpoint) ? alwaysPaged(endpoint) : endpoint),
};

const isList = ({ body }: Endpoint) => body === 'list' || body === 'places';

/** Later releases list without a filter, in pages. */
function alwaysPaged(endpoint: Endpoint): Endpoint {
  return { ...endpoint, body: 'paged', required: [], parameters: { ...endpoint.parameters, Page, PerPage } };
}

function withEnglishGender(endpoint: Endpoint): Endpoint {
  const { Gender, ...others } = endpoint.parameters;
  if (Gender === undefined) return endpoint;
  const english = { ...Gender, type: code('f', 'm'), meaning: 'f female, m male.' };
  return { ...endpoint, parameters: { Gender: english, ...others } };
}

/** A service with its endpoints changed. */
function withEndpoints(service: Service, change: (endpoint: Endpoint) => Endpoint): Service {
  const endpoints = Object.entries(service.endpoints).map(([name, one]) => [name, change(one)] as const);
  return { ...service, endpoints: Object.fromEntries(endpoints) };
}

/**
 * A service with the interface of later releases (wire-format 1 and 4): lists of the place-names service need no filter and are
 * always paged, in `{ totalCount, totalPages, currentPage, countPerPage, results }`; timestamps have no zone; gender in the archive
 * has English codes. Paths, the archive's bare lists and everything else are as in the first release.
 *
 * @param scheme of the codes of gender in the records; only Irish codes are translated
 */
function asLaterRelease(hosted: HostedService, scheme: World['gender'] = 'irish'): HostedService {
  const service = withEndpoints(hosted.service, ENDPOINT_CHANGES[hosted.service.id]);
  const gender: ValueChange = scheme === 'irish' ? toEnglishGender : (value) => value;
  return {
    ...hosted,
    service,
    find: (name, request) => {
      const shape = service.endpoints[name]?.body;
      if (shape === 'description') return describeService(service, CLOCK_VALUE);
      if (shape === 'metadata') return metadataOf(service);
      const found = hosted.find(name, { ...request, given: toFirstRelease(request.given, scheme) });
      if (found === undefined) return undefined;
      const content = shape === 'paged' ? envelope(found, request.given) : found;
      return mapJsonValues(content, (value, field) => gender(withoutTimeZone(value, field), field));
    },
  };
}

/** The parameters for the first release: without paging, which is done here, and with the records' codes of gender. */
function toFirstRelease(
  { Page: _page, PerPage: _perPage, ...given }: Given<Parameters>,
  scheme: World['gender'],
): Given<Parameters> {
  const { Gender } = given;
  return Gender === undefined || scheme !== 'irish'
    ? given
    : { ...given, Gender: IRISH_OF_ENGLISH[String(Gender)] ?? Gender };
}

function envelope(found: unknown, given: Given<Pick<typeof placeFilters, 'Page' | 'PerPage'>>) {
  const all = recordsOf(found);
  const { records, ...page } = paginate(all, given);
  return { totalCount: all.length, ...page, results: records };
}

/** The records of a bare list or of the place list. */
function recordsOf(found: unknown): readonly unknown[] {
  if (Array.isArray(found)) return found;
  const { places } = found as { readonly places: readonly unknown[] };
  return places;
}

/**
 * A service in the dialect of its specification, with its later releases beside it, each at its own path
 * ({@link RELEASE_PATHS}). A mirror of a service that sends English codes of gender sends these, and its filter takes them.
 *
 * @param dialect the dialect of the first path, too
 */
export function inDialect(hosted: HostedService, dialect: Dialect, scheme?: World['gender']): HostedService {
  const [, ...paths] = RELEASE_PATHS[hosted.service.id];
  return together([
    dialect === DEFAULT_DIALECT ? inFirstRelease(hosted, scheme) : asLaterRelease(hosted, scheme),
    ...paths.map((path) => laterReleaseAt(path, hosted, scheme)),
  ]);
}

function inFirstRelease(hosted: HostedService, scheme?: World['gender']): HostedService {
  if (scheme !== 'english' || hosted.service.id !== 'archive') return hosted;
  return { ...hosted, service: withEndpoints(hosted.service, withEnglishGender) };
}

/** The later release of a service at a path of its own. Only the first release answers at `/api` and `/openapi.json`. */
function laterReleaseAt(path: string, hosted: HostedService, scheme?: World['gender']): HostedService {
  const { service } = hosted;
  const [firstPath] = RELEASE_PATHS[service.id];
  const documentation = path + service.documentation;
  const endpoints = Object.entries(service.endpoints).flatMap(([name, endpoint]): [string, Endpoint][] => {
    if (endpoint.path === service.documentation) return [[name, { ...endpoint, path: documentation }]];
    if (!endpoint.path.startsWith(firstPath)) return [];
    return [[name, { ...endpoint, path: path + endpoint.path.slice(firstPath.length) }]];
  });
  const placed = {
    ...service,
    version: versionOf(path),
    documentation,
    endpoints: Object.fromEntries(endpoints),
  };
  return asLaterRelease({ ...hosted, service: placed }, scheme);
}

/** One service with the endpoints of all its releases. */
function together([first, ...later]: readonly [HostedService, ...HostedService[]]): HostedService {
  const finders = new Map<string, (request: EndpointRequest) => unknown>();
  const endpoints: Record<string, Endpoint> = {};
  for (const release of [first, ...later])
    for (const [name, endpoint] of Object.entries(release.service.endpoints)) {
      const key = release === first ? name : `${name} ${release.service.version}`;
      endpoints[key] = endpoint;
      finders.set(key, (request) => release.find(name, request));
    }
  return {
    ...first,
    service: { ...first.service, endpoints },
    find: (key, request) => finders.get(key)?.(request),
  };
}
