import type { Place } from '../../../dictionary/placenames/place.js';
import type { Placename } from '../../../dictionary/placenames/placename.js';
import type { Soil, Soils } from '../dirt.js';
import { markedUp, PLACEHOLDERS, rung, SCRIPT_ADDRESS, UNKNOWN_CODE, UNKNOWN_ID } from '../dirty-words.js';

const renamed =
  (change: (name: Placename, pick: <T>(list: readonly T[]) => T) => Partial<Placename>): Soil<Place> =>
  (place, dice) => {
    const [first, ...others] = place.placenames;
    const pick = <T>(list: readonly T[]): T => dice.pick(list);
    return first && { ...place, placenames: [{ ...first, ...change(first, pick) }, ...others] };
  };

type Geography = NonNullable<Place['geography']>;

/** Of places that have a point. */
const located =
  (
    change: (geography: Geography, first: Geography['coordinates'][number]) => Partial<Geography>,
  ): Soil<Place> =>
  (place) => {
    const { geography } = place;
    const [first] = geography?.coordinates ?? [];
    return geography && first && { ...place, geography: { ...geography, ...change(geography, first) } };
  };

const linked =
  (type: string, target: string): Soil<Place> =>
  (place) => ({ ...place, links: [...place.links, { type, target }] });

const gridded =
  (reference: Place['gridReferences'][number]): Soil<Place> =>
  (place) => ({ ...place, gridReferences: [...place.gridReferences, reference] });

/** How places are dirty: in their words, codes, addresses and points, and in what they say of others. */
export const PLACE_SOIL: Soils<Place> = {
  nameless: renamed((_, pick) => ({ wording: pick(PLACEHOLDERS) })),
  'without any name': (place) => ({ ...place, placenames: [] }),
  'name of digits': renamed(() => ({ wording: '37' })),
  'name marked up': renamed(({ wording }) => ({ wording: markedUp(wording) })),
  'name rung': renamed(({ wording }) => ({ wording: rung(wording) })),
  'name in capitals': renamed(({ wording }) => ({ wording: `  ${wording.toUpperCase()} ` })),
  'name in no language': renamed(() => ({ language: '??' })),
  'named twice': (place) => {
    const [first, ...others] = place.placenames;
    if (first === undefined) return undefined;
    const second = { ...first, id: first.id + 3, wording: `${first.wording} Eile`, main: true };
    return { ...place, placenames: [{ ...first, main: true }, ...others, second] };
  },
  'coordinates from an unknown source': located(() => ({ source: UNKNOWN_CODE })),
  'coordinates beyond the pole': located((_, { longitude }) => ({
    coordinates: [{ latitude: 95, longitude }],
  })),
  'coordinates turned round': located((_, { latitude, longitude }) => ({
    coordinates: [{ latitude: longitude, longitude: latitude }],
  })),
  'coordinates of nought': located(() => ({ coordinates: [{ latitude: 0, longitude: 0 }] })),
  'grid square I': gridded({ square: 'I', easting: 123, northing: 456 }),
  'grid square unknown': gridded({ square: UNKNOWN_CODE }),
  'grid reference below nought': gridded({ square: 'H', easting: -123, northing: 456 }),
  'link unknown': linked(UNKNOWN_CODE, 'n/a'),
  'link to a script': linked('WikipediaEn', SCRIPT_ADDRESS),
  'address a script': (place) => ({ ...place, permalink: SCRIPT_ADDRESS }),
  'same as a script': (place) => ({ ...place, sameAs: [...place.sameAs, { uri: SCRIPT_ADDRESS }] }),
  'document unknown': (place) => ({
    ...place,
    resources: [...place.resources, { id: 0, typeID: UNKNOWN_CODE, pageReference: '0' }],
  }),
  'extent unknown': (place) => ({ ...place, postOffice: { extent: UNKNOWN_CODE } }),
  'category in no list': (place) => ({
    ...place,
    categories: [...place.categories, { id: UNKNOWN_CODE, nameEN: 'unknown' }],
  }),
  'within nothing': (place) => ({ ...place, includedIn: [...place.includedIn, { id: UNKNOWN_ID }] }),
  'within itself': (place) => ({ ...place, includedIn: [...place.includedIn, { id: place.id }] }),
  'in a cluster of strangers': (place) =>
    place.cluster === undefined
      ? { ...place, cluster: { focusID: UNKNOWN_ID, members: [{ placeID: place.id }] } }
      : undefined,
};
