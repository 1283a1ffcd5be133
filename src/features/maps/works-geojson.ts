import { joined } from '../../base/fields.js';
import { anyText } from '../../release/tables/column.js';
import { CountiesOfPlaces } from '../../release/tables/counties-of-places.js';
import type { Completion } from '../../release/tables/derived-file.js';
import { heldCounties, heldDate, heldPlaces } from '../../release/tables/inherited-place-and-date.js';
import { isA, nodesOf, valuesOf } from '../../release/tables/node-values.js';
import { featureCollection, isOnEarth } from './geojson.js';

/** An item or a photograph with the places that hold for it. It becomes features when the points of places are known. */
interface PlacedWork {
  readonly work: string;
  readonly kind: 'item' | 'photograph';
  readonly label: string | undefined;
  /** Of an item, the school or chapter that it is in. */
  readonly part: string | undefined;
  readonly edtf: string | undefined;
  readonly date_qualifier: string | undefined;
  /** Whose date it is: own, part or collection. */
  readonly date_from: string | undefined;
  /** Whose place it is: own, school or part. */
  readonly place_from: string;
  /** The counties that hold for it, or the places of which it has the counties. */
  readonly counties: ReturnType<typeof heldCounties>;
  readonly places: readonly string[];
}

/**
 * Items and photographs at their places, for maps (RFC 7946): one feature for each work and place. The points are those of
 * locations.csv. Works without a place, and places without a point that is sure, are left out.
 */
export const worksGeojson = () =>
  featureCollection({}, (node): PlacedWork | undefined => {
    const places = heldPlaces(node);
    if (places === undefined) return undefined;
    const date = heldDate(node);
    const span = date?.value.span;
    return {
      work: node.id,
      kind: isA('Item')(node) ? 'item' : 'photograph',
      label: anyText('label')(node)[0],
      part: nodesOf(node, 'isPartOf').flatMap(anyText('label'))[0],
      edtf: date?.value.edtf,
      date_qualifier: span === undefined ? undefined : valuesOf(span, 'dateQualifier')[0],
      date_from: date?.from,
      place_from: places.from,
      counties: heldCounties(node),
      places: [...new Set(places.value)],
    };
  });

interface Location {
  /** The point, where it is sure. */
  readonly position: readonly [longitude: number, latitude: number] | undefined;
  readonly name_ga: string | undefined;
  readonly name_en: string | undefined;
}

/** Works become one feature for each of their places that has a point without findings. */
export const pointsOfPlaces: Completion = {
  from: CountiesOfPlaces.FROM,
  begin: () => {
    const known = new CountiesOfPlaces();
    const locations = new Map<string, Location>();
    return {
      know: (cell, table) => {
        known.know(cell);
        if (table !== 'locations') return;
        const [longitude, latitude] = [cell('longitude'), cell('latitude')];
        const position = [Number(longitude), Number(latitude)] as const;
        const isSure = longitude !== '' && latitude !== '' && cell('coordinates_doubted') !== 'true';
        locations.set(cell('iri'), {
          position: isSure && isOnEarth(position) ? position : undefined,
          name_ga: cell('name_ga') || undefined,
          name_en: cell('name_en') || undefined,
        });
      },
      complete: ({ places, counties: held, ...work }: PlacedWork) => {
        const around = held?.are === 'places' ? known.of(held.value) : (held?.value ?? []);
        const counties = around.filter((county) => locations.has(county));
        const namesIn = (column: 'name_ga' | 'name_en') =>
          counties.flatMap((county) => locations.get(county)?.[column] ?? []).join(', ') || undefined;
        const county = {
          county_ga: namesIn('name_ga'),
          county_en: namesIn('name_en'),
          county_from: counties.length === 0 ? undefined : held?.from,
        };
        return places.flatMap((place) => {
          const { position: coordinates, ...names } = locations.get(place) ?? {};
          if (coordinates === undefined) return [];
          const properties = joined({ ...work, ...county }, { place, ...names });
          return [{ type: 'Feature', geometry: { type: 'Point', coordinates }, properties }];
        });
      },
    };
  },
};
