import { entry } from '../../../base/map-entry.js';
import { placenames } from '../../../model/endpoints/placenames.js';
import type { Place } from '../../../model/schema/placenames/place.js';
import { type EndpointHandlers, endpointHandler, type HostedService } from '../app.js';
import { keyring, type ServiceKeys } from '../keys.js';
import { describeService, metadataOf } from '../openapi.js';
import type { PlacenamesRecords } from '../records.js';
import { selectPlaces } from './places.js';

/** The category of counties (wire-format 4). */
const COUNTY_CATEGORY = 'CON';

/**
 * Returns a function from a place to the place and everything within it, on all levels (wire-format 4). The list
 * `includedIn` is flat and has all levels: a place with a county in its list is in the listed places and in those of the
 * county, because its parish may be in two counties. A place without a county is also in the places of its parents.
 */
function placeHierarchy(places: Iterable<Place>): (id: number) => ReadonlySet<number> {
  const all = [...places];
  const counties = new Set(all.filter(isCounty).map((place) => place.id));
  const inside = new Map<number, number[]>();
  /** Places whose list is incomplete: they are also in the places of their parents. */
  const partial = new Set<number>();
  for (const place of all) {
    if (!place.includedIn.some((parent) => counties.has(parent.id))) partial.add(place.id);
    for (const parent of place.includedIn) entry(inside, parent.id, (): number[] => []).push(place.id);
  }
  return (id) => {
    const direct = inside.get(id) ?? [];
    // A set is iterated while it grows, so that each place is visited once, circles included.
    const within = new Set([id, ...direct]);
    for (const parent of within) {
      const takesAll = counties.has(parent);
      for (const child of inside.get(parent) ?? []) if (takesAll || partial.has(child)) within.add(child);
    }
    return within;
  };
}

const isCounty = (place: Place): boolean =>
  place.categories.some((category) => category.id === COUNTY_CATEGORY);

interface View {
  readonly records: PlacenamesRecords;
  readonly counties: readonly Place[];
  readonly within: (id: number) => ReadonlySet<number>;
}

/** The content of each endpoint (place-names-service 4). */
const handlers: EndpointHandlers<typeof placenames.endpoints, View> = {
  general: () => metadataOf(placenames),
  description: () => describeService(placenames),
  places: ({ records, within }, { given }) => selectPlaces(records.places, within, given),
  place: ({ records }, { id }) => records.places.get(id),
  administrativeUnits: ({ records }) => records.administrativeUnits,
  features: ({ records }) => records.features,
  glossary: ({ records }) => records.glossary,
  counties: ({ counties }) => counties,
};

/** The place-names service over its records. Every key sees all of them. */
export function hostPlacenames(records: PlacenamesRecords, keys: ServiceKeys): HostedService {
  const places = [...records.places.values()];
  const view: View = {
    records,
    counties: places.filter(isCounty),
    within: placeHierarchy(places),
  };
  return {
    service: placenames,
    accessLevelOf: keyring(keys),
    secrets: Object.values(keys),
    find: endpointHandler(handlers, () => view),
  };
}
