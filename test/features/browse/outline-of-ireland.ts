import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { mergeArcs, feature as toGeoJson } from 'topojson-client';
import type { GeometryCollection, MultiPolygon, Topology } from 'topojson-specification';

/** Natural Earth at 1:10,000,000 (public domain), of the package `world-atlas`. */
const COUNTRIES = createRequire(import.meta.url).resolve('world-atlas/countries-10m.json');
/** ISO 3166-1, numeric. */
const REPUBLIC = '372';
const UNITED_KINGDOM = '826';
/** Northern Ireland and its islands: what the United Kingdom has here. Islay begins at 55.57, Kintyre at -5.8 and 55.28. */
const NORTH = { west: -8.3, south: 54, east: -5.4, north: 55.4 };
/** Decimals of a degree: 100 metres. */
const DECIMALS = 3;

type Point = readonly [longitude: number, latitude: number];

/**
 * Ireland as one outline with its islands, as the text of `outline-of-ireland.json`: GeoJSON, one ring a line. The border is left
 * out, because both sides of it are merged.
 */
export function outlineOfIreland(): string {
  const world = JSON.parse(readFileSync(COUNTRIES, 'utf8')) as Topology<{
    countries: GeometryCollection<{ name: string }>;
  }>;
  const polygonsOf = (id: string): MultiPolygon['arcs'] =>
    world.objects.countries.geometries.flatMap((country) =>
      country.id === id && country.type === 'MultiPolygon' ? country.arcs : [],
    );
  const ringsOf = (arcs: MultiPolygon['arcs']): Point[][] => {
    const { geometry } = toGeoJson(world, { type: 'MultiPolygon', arcs });
    return geometry.type === 'MultiPolygon' ? (geometry.coordinates.flat() as unknown as Point[][]) : [];
  };
  const isInNorth = (arcs: MultiPolygon['arcs'][number]): boolean =>
    ringsOf([arcs])
      .flat()
      .every(
        ([longitude, latitude]) =>
          longitude > NORTH.west &&
          longitude < NORTH.east &&
          latitude > NORTH.south &&
          latitude < NORTH.north,
      );
  const parts = [...polygonsOf(REPUBLIC), ...polygonsOf(UNITED_KINGDOM).filter(isInNorth)];
  const whole = mergeArcs(
    world,
    parts.map((part) => ({ type: 'Polygon', arcs: part })),
  );
  const rings = ringsOf(whole.arcs).map((ring) => `[${JSON.stringify(rounded(ring))}]`);
  return `{"type":"MultiPolygon","coordinates":[\n${rings.join(',\n')}\n]}\n`;
}

/** A ring in few decimals, without the points that are then where the point before them is. */
const rounded = (ring: readonly Point[]): Point[] =>
  ring
    .map(([longitude, latitude]): Point => [round(longitude), round(latitude)])
    .filter(([x, y], at, all) => at === 0 || x !== all[at - 1]?.[0] || y !== all[at - 1]?.[1]);

const round = (degrees: number): number => Number(degrees.toFixed(DECIMALS));
