import { z } from 'zod';
import { referenceTable } from '../../base/reference-data.js';
/** A circle on the map. */
export interface MapCircle {
  readonly latitude: number;
  readonly longitude: number;
  readonly label: string;
  readonly href: string;
  /** The number of works, at least 1: decides its size. */
  readonly weight: number;
  /** Written into it. */
  readonly text?: string;
}

/** A part of the world, in degrees. */
export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

export const IRELAND: Box = { west: -10.8, south: 51.3, east: -5.2, north: 55.5 };

/** Length of a degree of longitude in degrees of latitude, in the middle of Ireland (53.4° north). */
const NARROWING = 0.596;
/** Units of the picture for a degree of latitude, when the whole country is shown. */
const HEIGHT = 600;

interface MapProps {
  readonly title: string;
  readonly circles: readonly MapCircle[];
  readonly box?: Box;
}

/** A map as SVG: the outline of Ireland and circles that are links. It needs no script and no tiles. */
export function MapOfIreland({ title, circles, box = IRELAND }: MapProps) {
  const scale = HEIGHT / (box.north - box.south);
  const width = Math.round((box.east - box.west) * NARROWING * scale);
  const at = (longitude: number, latitude: number): readonly [x: number, y: number] => [
    Math.round((longitude - box.west) * NARROWING * scale * 10) / 10,
    Math.round((box.north - latitude) * scale * 10) / 10,
  ];
  const coast = COAST.map(([longitude, latitude]) => at(longitude, latitude).join(',')).join(' ');
  return (
    <svg class="map" viewBox={`0 0 ${width} ${HEIGHT}`} aria-label={title}>
      <rect class="sea" width={String(width)} height={String(HEIGHT)} />
      <polygon class="land" points={coast} />
      {circles.map(({ latitude, longitude, label, href, weight, text }) => {
        const [x, y] = at(longitude, latitude);
        const radius = Math.min(30, 6 + 3 * Math.log2(Math.max(1, weight)));
        return (
          <a href={href} aria-label={label}>
            <title>{label}</title>
            <circle cx={String(x)} cy={String(y)} r={radius.toFixed(1)} />
            {text !== undefined && radius > 11 && (
              <text x={String(x)} y={String(y)} dy="0.35em" text-anchor="middle">
                {text}
              </text>
            )}
          </a>
        );
      })}
    </svg>
  );
}

/** Circles for many points: those of one cell of a grid are one. */
export function clustered<
  Point extends { readonly latitude: number; readonly longitude: number; readonly works: number },
>(
  points: readonly Point[],
  box: Box,
  columns = 14,
): {
  readonly latitude: number;
  readonly longitude: number;
  readonly works: number;
  readonly points: readonly Point[];
}[] {
  const cell = (box.east - box.west) / columns;
  const cells = new Map<string, Point[]>();
  for (const point of points) {
    const { latitude, longitude } = point;
    if (latitude < box.south || latitude > box.north || longitude < box.west || longitude > box.east)
      continue;
    const key = `${Math.floor((longitude - box.west) / cell)} ${Math.floor((latitude - box.south) / cell / NARROWING)}`;
    const before = cells.get(key);
    if (before === undefined) cells.set(key, [point]);
    else before.push(point);
  }
  const mean = (numbers: readonly number[]): number =>
    numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
  return [...cells.values()].map((some) => ({
    latitude: mean(some.map(({ latitude }) => latitude)),
    longitude: mean(some.map(({ longitude }) => longitude)),
    works: some.reduce((sum, { works }) => sum + works, 0),
    points: some,
  }));
}

/** Headlands and bays, longitude first, in degrees. */
const COAST = referenceTable('coast-of-ireland', z.array(z.tuple([z.number(), z.number()])));
