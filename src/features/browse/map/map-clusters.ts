import type { Box, Projection } from './map-view.js';
import { isIn } from './map-view.js';

/** A place, as far as clusters need it. */
interface Point {
  readonly latitude: number;
  readonly longitude: number;
  readonly works: number;
}

/** Places that are one circle. */
export interface Cluster<Place extends Point> {
  /** The middle of its places. */
  readonly latitude: number;
  readonly longitude: number;
  readonly works: number;
  readonly points: readonly Place[];
}

/** Units of a cell whose places are one circle, before circles that would cover each other are merged. */
const CELL = 24;
/** Units between two circles, at least: their border. */
const GAP = 2;

/** The radius of a circle that stands for some works, with room for their number. Places without works are a dot. */
export const radiusOf = (works: number): number =>
  works < 1 ? 4.5 : Math.max(Math.min(21, 8 + 1.7 * Math.log2(works)), 4 * String(works).length);

/**
 * Circles for the places of a box, none of which covers another as drawn: the places of one cell of a grid are one circle, and so
 * are circles that would overlap. The largest come first.
 */
export function clustered<Place extends Point>(
  places: readonly Place[],
  box: Box,
  at: Projection,
): Cluster<Place>[] {
  const cells = new Map<string, Place[]>();
  for (const place of places) {
    if (!isIn(box, place)) continue;
    const [x, y] = at(place.longitude, place.latitude);
    const cell = `${Math.floor(x / CELL)} ${Math.floor(y / CELL)}`;
    const before = cells.get(cell);
    if (before === undefined) cells.set(cell, [place]);
    else before.push(place);
  }
  let circles = [...cells.values()].map((points) => circleOf(points, at));
  for (let before = -1; before !== circles.length; ) {
    before = circles.length;
    circles = merged(circles, at);
  }
  return circles
    .map(({ groups, latitude, longitude, works }) => ({ latitude, longitude, works, points: groups.flat() }))
    .toSorted((a, b) => b.works - a.works);
}

interface Circle<Place extends Point> {
  /** Its places, by the cells that it took in. */
  readonly groups: readonly (readonly Place[])[];
  readonly count: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly works: number;
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** Each circle takes in a smaller one that it covers. What it becomes can cover others. */
function merged<Place extends Point>(circles: readonly Circle<Place>[], at: Projection): Circle<Place>[] {
  // By squares, so that each circle is compared with those of the squares around it only.
  const squares = new Map<string, Set<Circle<Place>>>();
  const squareOf = ({ x, y }: { readonly x: number; readonly y: number }): Set<Circle<Place>> => {
    const key = `${Math.floor(x / SQUARE)} ${Math.floor(y / SQUARE)}`;
    const found = squares.get(key) ?? new Set();
    squares.set(key, found);
    return found;
  };
  for (const circle of circles.toSorted((a, b) => b.radius - a.radius)) {
    const covering = AROUND.flatMap(([across, down]) => [
      ...squareOf({ x: circle.x + across * SQUARE, y: circle.y + down * SQUARE }),
    ]).find((other) => overlap(circle, other));
    if (covering !== undefined) squareOf(covering).delete(covering);
    const kept = covering === undefined ? circle : both(covering, circle, at);
    squareOf(kept).add(kept);
  }
  return [...squares.values()].flatMap((some) => [...some]);
}

/** Units of a square: more than two circles need. */
const SQUARE = 80;
const AROUND = [-1, 0, 1].flatMap((across) => [-1, 0, 1].map((down) => [across, down] as const));

const overlap = <Place extends Point>(one: Circle<Place>, other: Circle<Place>): boolean =>
  Math.hypot(one.x - other.x, one.y - other.y) < one.radius + other.radius + GAP;

function circleOf<Place extends Point>(points: readonly Place[], at: Projection): Circle<Place> {
  const sum = (of: (point: Place) => number): number =>
    points.reduce((before, point) => before + of(point), 0);
  const count = points.length;
  const latitude = sum((point) => point.latitude) / count;
  const longitude = sum((point) => point.longitude) / count;
  return drawn({ groups: [points], count, latitude, longitude, works: sum(({ works }) => works) }, at);
}

/** A circle for the places of two. */
function both<Place extends Point>(one: Circle<Place>, other: Circle<Place>, at: Projection): Circle<Place> {
  const count = one.count + other.count;
  const mean = (name: 'latitude' | 'longitude'): number =>
    (one[name] * one.count + other[name] * other.count) / count;
  return drawn(
    {
      groups: [...one.groups, ...other.groups],
      count,
      latitude: mean('latitude'),
      longitude: mean('longitude'),
      works: one.works + other.works,
    },
    at,
  );
}

function drawn<Place extends Point>(
  circle: Omit<Circle<Place>, 'x' | 'y' | 'radius'>,
  at: Projection,
): Circle<Place> {
  const [x, y] = at(circle.longitude, circle.latitude);
  return { ...circle, x, y, radius: radiusOf(circle.works) };
}
