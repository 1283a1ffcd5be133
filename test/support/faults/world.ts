import { byId } from '../../../src/services/server/records.js';
import type { World } from '../../../src/services/server/world.js';

/** Donegal and Cork: the counties with the most in them (wire-format 4). */
const COUNTIES: readonly number[] = [100013, 100010];
const COUNTRIES: readonly string[] = ['GB-SCT', 'AU'];
const ADMINISTRATIVE_UNITS: readonly string[] = ['CUIGE', 'CON', 'BF'];
const FEATURES: readonly string[] = ['L'];

/** Photographed and recorded with others, and here not among the people: asked for by their id, and not there. */
const NOBODY = 4109;

/** In no county and of no category: asked for because another place was merged into it. */
const OFF_THE_MAP = 9_000_099;
const MERGED = 9_000_030;
const LINKED = 9_000_011;

/** With neither place nor person: asked for because the page of a place links to it. */
const UNPLACED = 1299;

/**
 * The sample world cut down to what makes a harvest ask every kind of request once at least, with a record or
 * two for those kinds that the whole sample gives no reason for. Small, so that it can be harvested once for
 * every fault.
 */
export function matrixWorld({ archive, placenames }: World): World {
  const places = [...placenames.places.values()].filter(
    ({ id, includedIn, categories }) =>
      COUNTIES.includes(id) ||
      includedIn.some((parent) => COUNTIES.includes(parent.id)) ||
      categories.some((category) => category.id === 'CUIGE'),
  );
  const photograph = only(archive.cbeg.get(1212));
  const [model] = places.filter(({ id }) => id === MERGED);
  return {
    archive: {
      ...archive,
      counties: archive.counties.filter(({ logainmID }) => COUNTIES.includes(logainmID)),
      countries: archive.countries.filter(({ isoCode }) => COUNTRIES.includes(isoCode)),
      cbed: byId([...archive.cbed.values()].filter(({ id }) => id !== NOBODY)),
      cbeg: byId([...archive.cbeg.values(), { ...photograph, id: UNPLACED, countries: [] }]),
    },
    placenames: {
      ...placenames,
      administrativeUnits: placenames.administrativeUnits.filter(({ id }) =>
        ADMINISTRATIVE_UNITS.includes(id),
      ),
      features: placenames.features.filter(({ id }) => FEATURES.includes(id)),
      places: byId([
        ...places.map((place) => {
          if (place.id === MERGED) return { ...place, replacementID: OFF_THE_MAP };
          if (place.id !== LINKED) return place;
          const uri = (language: string) => `https://folklore.example.org/${language}/cbeg/${UNPLACED}`;
          return {
            ...place,
            folklore: [{ type: 'Photograph', uriEN: uri('en'), uriGA: uri('ga') }],
          };
        }),
        {
          ...only(model),
          id: OFF_THE_MAP,
          permalink: `https://placenames.example.org/${OFF_THE_MAP}`,
          replacementID: undefined,
          categories: [],
          includedIn: [],
        },
      ]),
    },
  };
}

function only<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the sample world is not what it was');
  return value;
}
