import { joined } from '../../base/fields.js';
import { anyText } from '../../release/tables/column.js';
import type { Completion } from '../../release/tables/derived-file.js';
import { heldDate, heldPlaces } from '../../release/tables/inherited-place-and-date.js';
import { isA, valuesOf } from '../../release/tables/node-values.js';
import { featureCollection, isOnEarth } from './geojson.js';

/** An item or a photograph with the places that hold for it. It becomes features when the points of places are known. */
interface PlacedWork {
  readonly work: string;
  readonly kind: 'item' | 'photograph';
  readonly label: string | undefined;
  readonly edtf: string | undefined;
  readonly date_qualifier: string | undefined;
  /** Whose date it is: own, part or collection. */
  readonly date_from: string | undefined;
  /** Whose place it is: own, school or part. */
  readonly place_from: string;
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
      edtf: date?.value.edtf,
      date_qualifier: span === undefined ? undefined : valuesOf(span, 'dateQualifier')[0],
      date_from: date?.from,
      place_from: places.from,
      places: [...new Set(places.value)],
    };
  });

interface Location {
  readonly position: readonly [longitude: number, latitude: number];
  readonly names: object;
}

/** Works become one feature for each of their places that has a point without findings. */
export const pointsOfPlaces: Completion = {
  from: ['locations'],
  begin: () => {
    const locations = new Map<string, Location>();
    return {
      know: (cell) => {
        const [longitude, latitude] = [cell('longitude'), cell('latitude')];
        const position = [Number(longitude), Number(latitude)] as const;
        if (longitude === '' || latitude === '' || cell('coordinates_doubted') === 'true') return;
        if (!isOnEarth(position)) return;
        const [name_ga, name_en] = [cell('name_ga') || undefined, cell('name_en') || undefined];
        locations.set(cell('iri'), { position, names: { name_ga, name_en } });
      },
      complete: ({ places, ...work }: PlacedWork) =>
        places.flatMap((place) => {
          const location = locations.get(place);
          if (location === undefined) return [];
          const { position: coordinates, names } = location;
          const properties = joined(work, { place, ...names });
          return [{ type: 'Feature', geometry: { type: 'Point', coordinates }, properties }];
        }),
    };
  },
};
