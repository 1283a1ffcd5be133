import { boolean, float, identifier, integer, type Parameters, text } from './parameter.js';
import { DESCRIPTION_PATH, listAt, openEndpoints, recordAt, type Service } from './service.js';
import { changes } from './shared-parameters.js';

/** The default Radius, metres (place-names-service 8). */
export const DEFAULT_RADIUS = 3_000;

/** The largest Radius, metres (place-names-service 8). */
const MAXIMUM_RADIUS = 15_000;

/** The default and maximum of PerPage (wire-format 4). */
export const MAXIMUM_PER_PAGE = 1_000;

/** Place-names-service 4, query parameters (place list); Page and PerPage from wire-format 4. */
export const placeFilters = {
  PlaceID: {
    type: identifier,
    meaning: 'The place itself and every place within it; a county id returns all places in that county.',
  },
  CategoryID: {
    type: text,
    meaning: 'Place category: the code of an administrative unit or a geographical feature.',
  },
  GlossaryID: { type: identifier, meaning: 'Glossary entry.' },
  ExcludeStreets: { type: boolean, meaning: 'true: places of category SR are left out.' },
  Latitude: { type: float(-90, 90), meaning: 'Latitude, WGS 84; used with Longitude.' },
  Longitude: { type: float(-180, 180), meaning: 'Longitude, WGS 84; used with Latitude.' },
  Accurate: {
    type: boolean,
    meaning: 'true: only coordinates believed precise; false: only those extrapolated from neighbours.',
  },
  Radius: {
    type: integer({ minimum: 1, maximum: MAXIMUM_RADIUS, unit: 'metres' }),
    meaning: `Metres around the coordinates, ${DEFAULT_RADIUS} unless given.`,
  },
  Query: {
    type: text,
    meaning:
      'A whole name or whole words of it, in any language; accents matter, letter case does not. The list similarNames has what differs in accents or by one letter.',
  },
  Gaeltacht: { type: boolean, meaning: 'Only (true) or no (false) places in an Irish-speaking area.' },
  PostOffice: {
    type: boolean,
    meaning: 'Only (true) or no (false) places with a post office, past or present.',
  },
  NorthernIreland: { type: boolean, meaning: 'Only (true) or no (false) places in Northern Ireland.' },
  ...changes,
  Page: {
    type: integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
    meaning: 'Page of the result, from 1.',
  },
  PerPage: {
    type: integer({ minimum: 1, maximum: MAXIMUM_PER_PAGE }),
    meaning: `Places on a page, ${MAXIMUM_PER_PAGE} unless given.`,
  },
} as const satisfies Parameters;

/** The Place-Names Service, API version 0.9 (place-names-service 4). */
export const placenames = {
  id: 'placenames',
  name: 'Place-Names Service',
  version: 'v0.9',
  status: 'pre-release',
  documentation: DESCRIPTION_PATH,
  endpoints: {
    ...openEndpoints,
    places: {
      path: '/api/v0.9',
      returns: 'List of places and associated metadata',
      body: 'places',
      record: 'place',
      parameters: placeFilters,
      required: [['PlaceID'], ['CategoryID'], ['GlossaryID'], ['Latitude', 'Longitude']],
      needs: { Latitude: ['Longitude'], Longitude: ['Latitude'], Radius: ['Latitude', 'Longitude'] },
    },
    place: recordAt('/api/v0.9/{id}', 'place', 'Metadata of one place'),
    administrativeUnits: listAt(
      '/api/v0.9/administrative-units',
      'category',
      'Reference list of administrative units',
    ),
    features: listAt('/api/v0.9/features', 'category', 'Reference list of geographical features'),
    glossary: listAt('/api/v0.9/glossary', 'glossary', 'Reference list of glossary entries'),
    counties: listAt('/api/v0.9/counties', 'place', 'Reference list of counties'),
  },
} as const satisfies Service;
