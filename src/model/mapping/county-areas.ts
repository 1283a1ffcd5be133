import { readFileSync } from 'node:fs';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

/* The borders of the 32 counties: reference-data/counties.topojson, whose head names licence and credit. */

export type Position = readonly [longitude: number, latitude: number];

/** The area of a county: rings in degrees, the last position of each the first one again. */
export interface CountyArea {
  /** In English, the usual one first. */
  readonly names: readonly string[];
  readonly rings: readonly (readonly Position[])[];
}

interface CountyTopology extends Topology<{ counties: GeometryCollection<{ names: readonly string[] }> }> {
  readonly licence: string;
}

const TOPOLOGY = JSON.parse(
  readFileSync(new URL('../../../reference-data/counties.topojson', import.meta.url), 'utf8'),
) as CountyTopology;

/** The address of the licence of the borders. */
export const BORDERS_LICENCE = TOPOLOGY.licence;

/** Counties that meet share the positions between them. */
export const COUNTY_AREAS: readonly CountyArea[] = feature(
  TOPOLOGY,
  TOPOLOGY.objects.counties,
).features.flatMap(({ geometry, properties: { names } }) => {
  if (geometry.type === 'MultiPolygon')
    return { names, rings: geometry.coordinates.flat() as unknown as CountyArea['rings'] };
  return geometry.type === 'Polygon'
    ? { names, rings: geometry.coordinates as unknown as CountyArea['rings'] }
    : [];
});

/** The borders between counties, each line once, without the coast. */
export const COUNTY_BORDERS = mesh(TOPOLOGY, TOPOLOGY.objects.counties, (one, other) => one !== other)
  .coordinates as unknown as CountyArea['rings'];

/** Metres of a degree of latitude. */
const DEGREE = 111_320;

/** Metres from a position to an area, on a plane around the position; 0 inside. */
export function metresOutside({ rings }: CountyArea, [longitude, latitude]: Position): number {
  const degreeAcross = DEGREE * Math.cos((latitude * Math.PI) / 180);
  let [nearest, isInside] = [Number.POSITIVE_INFINITY, false];
  for (const ring of rings) {
    let [x, y] = [Number.NaN, Number.NaN];
    for (const [east, north] of ring) {
      const nextX = (east - longitude) * degreeAcross;
      const nextY = (north - latitude) * DEGREE;
      const [across, up] = [nextX - x, nextY - y];
      // A line to the east crosses the sides of an area an odd number of times from inside.
      if (y > 0 !== nextY > 0 && x - (y / up) * across > 0) isInside = !isInside;
      const share = -(x * across + y * up) / (across ** 2 + up ** 2 || 1);
      const along = share < 0 ? 0 : share > 1 ? 1 : share;
      const metres = Math.hypot(x + along * across, y + along * up);
      if (metres < nearest) nearest = metres;
      [x, y] = [nextX, nextY];
    }
  }
  return isInside ? 0 : nearest;
}
