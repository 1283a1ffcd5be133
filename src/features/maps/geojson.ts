import type { Node } from '../../model/rdf/node.js';
import { categoryCodes } from '../../release/tables/computed-columns.js';
import type { DerivedFormat } from '../../release/tables/derived-file.js';
import { nodesOf, textsOf, valuesOf } from '../../release/tables/node-values.js';
import { isDoubted } from '../../release/tables/place-nodes.js';

const MEDIA_TYPE = 'application/geo+json';

/** A collection of features, one a line for line tools (RFC 7946, section 3.3). */
export const featureCollection = (
  members: Readonly<Record<string, unknown>>,
  feature: (node: Node, identity?: Node) => object | undefined,
): DerivedFormat => ({
  mediaType: MEDIA_TYPE,
  head: `${JSON.stringify({ type: 'FeatureCollection', ...members }).slice(0, -1)},"features":[\n`,
  between: ',\n',
  foot: '\n]}\n',
  rows: (node, identity) => {
    const made = feature(node, identity);
    return made === undefined ? undefined : [made];
  },
  text: (row) => JSON.stringify(row),
});

/**
 * Places for maps (RFC 7946). Places without coordinates, or with doubted ones only, are left out; they are in the table.
 * A source of coordinates that is in no list is given as text.
 */
export const placesGeojson = (): DerivedFormat =>
  featureCollection({}, (place) => {
    const geometry = geometryOf(place);
    if (geometry === undefined) return undefined;
    return {
      type: 'Feature',
      id: place.id,
      geometry,
      properties: {
        name: mainName(place),
        name_ga: nameIn(place, 'ga'),
        name_en: nameIn(place, 'en'),
        categories: categoryCodes(place),
        accurate: isAccurate(place),
        source: nodesOf(place, 'hasGeometry').flatMap((one) => [
          ...valuesOf(one, 'coordinateSource'),
          ...valuesOf(one, 'coordinateSourceText'),
        ])[0],
      },
    };
  });

const nameIn = (place: Node, language: string): string | undefined =>
  textsOf(place, 'name').find((name) => name.language === language)?.text;

/** The name of a place: in Irish, or else in English, or else any. */
export const mainName = (place: Node): string | undefined =>
  nameIn(place, 'ga') ?? nameIn(place, 'en') ?? textsOf(place, 'name')[0]?.text;

/** A position in GeoJSON: longitude first, WGS 84 (RFC 7946, section 3.1.1 and 4). */
type Position = readonly [longitude: number, latitude: number];

/** The geometry of a place: one point or several. */
type PointGeometry =
  | { readonly type: 'Point'; readonly coordinates: Position }
  | { readonly type: 'MultiPoint'; readonly coordinates: readonly Position[] };

const MOST_LONGITUDE = 180;
const MOST_LATITUDE = 90;

/**
 * The geometry of a node. Positions outside the ranges of longitude and latitude, and marked points, are left out. The
 * numbers are not rounded.
 */
export function geometryOf(node: Node): PointGeometry | undefined {
  const positions = nodesOf(node, 'coordinates').flatMap((point) => {
    if (isDoubted(point)) return [];
    const [longitude] = valuesOf(point, 'longitude');
    const [latitude] = valuesOf(point, 'latitude');
    if (longitude === undefined || latitude === undefined) return [];
    const position = [Number(longitude), Number(latitude)] as const;
    return isOnEarth(position) ? [position] : [];
  });
  const [only] = positions;
  if (only === undefined) return undefined;
  return positions.length === 1
    ? { type: 'Point', coordinates: only }
    : { type: 'MultiPoint', coordinates: positions };
}

/** False for NaN. */
export const isOnEarth = ([longitude, latitude]: Position): boolean =>
  Math.abs(longitude) <= MOST_LONGITUDE && Math.abs(latitude) <= MOST_LATITUDE;

/** Whether the database marks the coordinates as precise; undefined where it does not say. */
export function isAccurate(node: Node): boolean | undefined {
  const [accurate] = nodesOf(node, 'hasGeometry').flatMap((geometry) =>
    valuesOf(geometry, 'accurateCoordinates'),
  );
  return accurate === undefined ? undefined : accurate === 'true';
}
