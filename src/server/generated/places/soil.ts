import type { Place } from '../../../dictionary/placenames/place.js';
import type { Placename } from '../../../dictionary/placenames/placename.js';
import { markedUp, PLACEHOLDERS, type Soil, UNKNOWN_CODE } from '../dirt.js';

const renamed = (place: Place, wording: (name: Placename) => string): Place => {
  const [first, ...others] = place.placenames;
  return first === undefined
    ? place
    : { ...place, placenames: [{ ...first, wording: wording(first) }, ...others] };
};

/** How places are dirty: in their words and codes. */
export const PLACE_SOIL: readonly Soil<Place>[] = [
  (place, dice) => renamed(place, () => dice.pick(PLACEHOLDERS)),
  (place, dice) => renamed(place, () => String(dice.between(1, 99))),
  (place) => renamed(place, (name) => markedUp(name.wording)),
  (place) => renamed(place, (name) => `  ${name.wording.toUpperCase()} `),
  (place) => ({
    ...place,
    geography: { ...place.geography, coordinates: place.geography?.coordinates ?? [], source: UNKNOWN_CODE },
  }),
  (place) => ({ ...place, links: [...place.links, { type: UNKNOWN_CODE, target: 'n/a' }] }),
  (place) => ({
    ...place,
    resources: [...place.resources, { id: 0, typeID: UNKNOWN_CODE, pageReference: '0' }],
  }),
  (place) => ({ ...place, postOffice: { extent: UNKNOWN_CODE } }),
];
