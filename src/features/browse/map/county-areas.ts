import Delaunator from 'delaunator';
import { entry, increase } from '../../../base/map-entry.js';
import { NARROWING } from './map-view.js';

/*
 * The areas of counties, as far as the places of a release tell them: no package has the borders of all 32 under a permissive
 * licence (Natural Earth has districts in the north). Corners are middles of triangles, not of Voronoi cells, whose corners lie far
 * outside of long triangles. The coast needs no clipping: the map draws the sea over the areas.
 */

type Position = readonly [longitude: number, latitude: number];

/** A place that is in one county. */
export interface PlaceInCounty {
  readonly longitude: number;
  readonly latitude: number;
  /** Path of the county. */
  readonly county: string;
}

/** The area of a county: rings in degrees, first position and last position different. It reaches out into the sea. */
export interface CountyArea {
  readonly county: string;
  readonly rings: readonly (readonly Position[])[];
}

/** Places without which a border would be a guess. */
const LEAST_PLACES = 400;
/** Degrees of latitude between two corners of a border: 3 km; of a line out at sea, which is never seen. */
const CORNERS = { land: 0.027, sea: 0.25 };
/** What surrounds all places: corners of a frame out at sea, and the middle of each side. */
const FRAME: readonly Position[] = [-13, -8, -3].flatMap((longitude) =>
  [49.5, 53.5, 57.5].flatMap((latitude): Position[] =>
    longitude === -8 && latitude === 53.5 ? [] : [[longitude, latitude]],
  ),
);
/** The county of the frame. */
const SEA = '';
/** How often a corner moves to the middle between itself and the two beside it: without it, gaps between groups of places make spikes. */
const SMOOTHED = 12;
/** How often a place takes the county of most of its neighbours: a point that stands in the wrong county makes no island. */
const ROUNDS = 2;

/**
 * The areas of the counties: a border lies between neighbouring places of two counties. Neighbours are those of the Delaunay
 * triangulation; a corner of a border is the middle of a triangle with places of two or three counties. Counties that meet share
 * their corners. Empty where places are too few.
 */
export function countyAreas(places: readonly PlaceInCounty[]): readonly CountyArea[] {
  if (places.length < LEAST_PLACES) return [];
  const positions: readonly Position[] = [
    ...places.map(({ longitude, latitude }): Position => [longitude, latitude]),
    ...FRAME,
  ];
  const { triangles, halfedges } = Delaunator.from(
    positions.map(([longitude, latitude]) => [longitude * NARROWING, latitude]),
  );
  const sides = Array.from(triangles, (from, side) => ({
    from,
    to: triangles[following(side)] ?? 0,
    opposite: halfedges[side] ?? -1,
  }));
  let counties = [...places.map(({ county }) => county), ...FRAME.map(() => SEA)];
  for (let round = 0; round < ROUNDS; round++) counties = mostOf(counties, sides);
  const placesOf = (triangle: number): number[] => [...triangles.subarray(3 * triangle, 3 * triangle + 3)];
  const isJunction = (triangle: number): boolean =>
    new Set(placesOf(triangle).map((place) => counties[place])).size === 3;
  const borders = bordersOf(counties, sides);
  const corners = smoothed(
    beside(borders.values()),
    (triangle) => mean(placesOf(triangle).map((place) => positions[place] as Position)),
    isJunction,
  );
  return [...borders].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(thinner(corners, isJunction));
}

/** A side of a triangle, from one place to another; the side of the other triangle there, or -1. */
interface Side {
  readonly from: number;
  readonly to: number;
  readonly opposite: number;
}

/** The border of each county: each triangle on it, and the one that follows, with the county on the left. */
function bordersOf(
  counties: readonly string[],
  sides: readonly Side[],
): ReadonlyMap<string, ReadonlyMap<number, Corner>> {
  const borders = new Map<string, Map<number, Corner>>();
  for (const [side, { from, to, opposite }] of sides.entries()) {
    const [county = SEA, other = SEA] = [counties[from], counties[to]];
    if (county === other || county === SEA || opposite < 0) continue;
    entry(borders, county, () => new Map<number, Corner>()).set(triangleOf(opposite), {
      next: triangleOf(side),
      isSea: other === SEA,
    });
  }
  return borders;
}

/** A function from the border of a county to its area, with fewer corners: of each triangle the same for both counties. */
function thinner(
  corners: ReadonlyMap<number, Position>,
  isJunction: (triangle: number) => boolean,
): (border: readonly [county: string, corners: ReadonlyMap<number, Corner>]) => CountyArea {
  const drawn = new Map<number, boolean>();
  const thinned = (ring: readonly RingCorner[]): Position[] => {
    let last: Position | undefined;
    return ring.flatMap(({ triangle, isSea }) => {
      const here = corners.get(triangle) as Position;
      const isDrawn = entry(
        drawn,
        triangle,
        () =>
          last === undefined ||
          isJunction(triangle) ||
          apart(last, here) > (isSea ? CORNERS.sea : CORNERS.land),
      );
      if (!isDrawn) return [];
      last = here;
      return [here];
    });
  };
  return ([county, border]) => ({
    county,
    rings: ringsOf(border)
      .map(thinned)
      .filter((ring) => ring.length > 2),
  });
}

/** What follows a triangle on the border of a county, and whether the sea is beside the line to it. */
interface Corner {
  readonly next: number;
  readonly isSea: boolean;
}

interface RingCorner {
  readonly triangle: number;
  readonly isSea: boolean;
}

/** The side that follows a side of a triangle. */
const following = (side: number): number => (side % 3 === 2 ? side - 2 : side + 1);

const triangleOf = (side: number): number => Math.floor(side / 3);

/** The county of most neighbours of each place, the place itself counted twice. Where several have most, the place keeps its own. */
function mostOf(counties: readonly string[], sides: readonly Side[]): string[] {
  const votes = counties.map((county) => new Map([[county, 2]]));
  for (const { from, to } of sides) {
    const county = counties[to] ?? SEA;
    const own = votes[from];
    if (county !== SEA && own !== undefined) increase(own, county);
  }
  return counties.map((county, at) => {
    if (county === SEA) return SEA;
    const own = [...(votes[at] ?? [])];
    const most = Math.max(...own.map(([, count]) => count));
    const first = own.filter(([, count]) => count === most);
    return first.length === 1 ? (first[0]?.[0] ?? county) : county;
  });
}

/** The rings of a border, each followed from its first triangle. */
function ringsOf(corners: ReadonlyMap<number, Corner>): RingCorner[][] {
  const rest = new Map(corners);
  const rings: RingCorner[][] = [];
  for (const start of corners.keys()) {
    const ring: RingCorner[] = [];
    for (let at = start, corner = rest.get(at); corner !== undefined; corner = rest.get(at)) {
      ring.push({ triangle: at, isSea: corner.isSea });
      rest.delete(at);
      at = corner.next;
    }
    if (ring.length > 0) rings.push(ring);
  }
  return rings;
}

/** The triangles beside each triangle on the borders. */
function beside(borders: Iterable<ReadonlyMap<number, Corner>>): ReadonlyMap<number, ReadonlySet<number>> {
  const all = new Map<number, Set<number>>();
  for (const border of borders)
    for (const [triangle, { next }] of border) {
      entry(all, triangle, () => new Set<number>()).add(next);
      entry(all, next, () => new Set<number>()).add(triangle);
    }
  return all;
}

/** The corner of each triangle. Junctions of counties stay; what lies between them is drawn out. */
function smoothed(
  neighbours: ReadonlyMap<number, ReadonlySet<number>>,
  cornerOf: (triangle: number) => Position,
  isFixed: (triangle: number) => boolean,
): ReadonlyMap<number, Position> {
  let corners = new Map([...neighbours.keys()].map((triangle) => [triangle, cornerOf(triangle)] as const));
  const at = (triangle: number): Position => corners.get(triangle) as Position;
  for (let round = 0; round < SMOOTHED; round++)
    corners = new Map(
      [...neighbours].map(([triangle, next]) => [
        triangle,
        isFixed(triangle) ? at(triangle) : mean([at(triangle), mean([...next].map(at))]),
      ]),
    );
  return new Map([...corners].map(([triangle, [x, y]]) => [triangle, [rounded(x), rounded(y)] as const]));
}

const mean = (positions: readonly Position[]): Position => {
  const sum = (at: 0 | 1): number => positions.reduce((all, position) => all + position[at], 0);
  return [sum(0) / positions.length, sum(1) / positions.length];
};

const apart = (one: Position, other: Position): number =>
  Math.hypot((one[0] - other[0]) * NARROWING, one[1] - other[1]);

const rounded = (degrees: number): number => Math.round(degrees * 1000) / 1000;
