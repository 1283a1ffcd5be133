import { code, type Given, type Parameters } from '../services/parameter.js';
import { placeFilters } from '../services/placenames.js';
import type { Endpoint, Service } from '../services/service.js';
import type { HostedService } from './app.js';
import {
  type Dialect,
  IRISH_OF_ENGLISH,
  mapJsonValues,
  toEnglishGender,
  withoutTimeZone,
} from './dialect.js';
import { paginate } from './filters.js';
import { describeService } from './openapi/document.js';

/** The schema of a timestamp without a zone. */
const CLOCK_VALUE = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,7})?$' };

const { Page, PerPage } = placeFilters;

/** The changes of later releases to the endpoints of each service (wire-format 1 and 4). */
const ENDPOINT_CHANGES: Readonly<Record<Service['id'], (endpoint: Endpoint) => Endpoint>> = {
  archive: (endpoint) => ({ ...endpoint, parameters: withEnglishGender(endpoint.parameters) }),
  placenames: (endpoint) => (isList(endpoint) ? alwaysPaged(endpoint) : endpoint),
};

const isList = ({ body }: Endpoint) => body === 'list' || body === 'places';

function alwaysPaged(endpoint: Endpoint): Endpoint {
  return { ...endpoint, body: 'paged', parameters: { ...endpoint.parameters, Page, PerPage } };
}

function withEnglishGender(parameters: Parameters): Parameters {
  const { Gender, ...others } = parameters;
  if (Gender === undefined) return parameters;
  return { Gender: { ...Gender, type: code('f', 'm'), meaning: 'f female, m male.' }, ...others };
}

/**
 * A service with the interface of later releases (wire-format 1 and 4): lists of the place-names service are always paged,
 * in `{ totalCount, totalPages, currentPage, countPerPage, results }`; timestamps have no zone; gender in the archive has
 * English codes. Paths, the archive's bare lists and everything else are as in the first release.
 */
export function asLaterRelease(hosted: HostedService): HostedService {
  const change = ENDPOINT_CHANGES[hosted.service.id];
  const endpoints = Object.entries(hosted.service.endpoints).map(
    ([name, one]) => [name, change(one)] as const,
  );
  const service: Service = { ...hosted.service, endpoints: Object.fromEntries(endpoints) };
  return {
    ...hosted,
    service,
    find: (name, request) => {
      const shape = service.endpoints[name]?.body;
      if (shape === 'description') return describeService(service, CLOCK_VALUE);
      const found = hosted.find(name, { ...request, given: toFirstRelease(request.given) });
      if (found === undefined) return undefined;
      const content = shape === 'paged' ? envelope(found, request.given) : found;
      return mapJsonValues(content, (value, field) => toEnglishGender(withoutTimeZone(value, field), field));
    },
  };
}

/** The parameters for the first release: without paging, which is done here, and with Irish codes of gender. */
function toFirstRelease({ Page: _page, PerPage: _perPage, ...given }: Given<Parameters>): Given<Parameters> {
  const { Gender } = given;
  return Gender === undefined ? given : { ...given, Gender: IRISH_OF_ENGLISH[String(Gender)] ?? Gender };
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

/** The service in each dialect. */
const SERVICE_IN_DIALECT: Readonly<Record<Dialect, (hosted: HostedService) => HostedService>> = {
  'v0.6': (hosted) => hosted,
  'v1.1': asLaterRelease,
};

/** A service in a dialect. */
export const inDialect = (hosted: HostedService, dialect: Dialect): HostedService =>
  SERVICE_IN_DIALECT[dialect](hosted);
