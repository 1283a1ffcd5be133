import type { Place } from '../../dictionary/placenames/place.js';
import { placenames } from '../../services/placenames.js';
import type { HostedService } from '../answer.js';
import { Bodies } from '../bodies.js';
import { type Finders, finderOf } from '../find.js';
import { type Keys, keyring } from '../keys.js';
import { metadataOf } from '../metadata.js';
import { describeService } from '../openapi/describe.js';
import type { PlacenamesRecords } from '../records.js';
import { hierarchyOf } from './hierarchy.js';
import { selectPlaces } from './places.js';

interface View {
  readonly records: PlacenamesRecords;
  readonly counties: readonly Place[];
  readonly within: (id: number) => ReadonlySet<number>;
}

/** The category of counties (wire-format 4). */
const COUNTY = 'CON';

/** What is found at each endpoint (place-names-service 4). */
const finders: Finders<typeof placenames.endpoints, View> = {
  general: () => metadataOf(placenames),
  description: () => describeService(placenames),
  places: ({ records, within }, { given }) => selectPlaces(records.places, within, given),
  place: ({ records }, { id }) => records.places.get(id),
  administrativeUnits: ({ records }) => records.administrativeUnits,
  features: ({ records }) => records.features,
  glossary: ({ records }) => records.glossary,
  counties: ({ counties }) => counties,
};

/** The place-names service over its records; every key sees all of them. */
export function hostPlacenames(records: PlacenamesRecords, keys: Keys): HostedService {
  const places = [...records.places.values()];
  const view: View = {
    records,
    counties: places.filter((place) => place.categories.some((category) => category.id === COUNTY)),
    within: hierarchyOf(places),
  };
  return {
    service: placenames,
    rightsOf: keyring(keys),
    secrets: Object.values(keys),
    bodies: new Bodies(),
    find: finderOf(finders, () => view),
  };
}
