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
  const coast = OUTLINE.map(([longitude, latitude]) => at(longitude, latitude).join(',')).join(' ');
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

/**
 * The coast of Ireland by its headlands and bays, clockwise from Malin Head, in degrees: a drawing to see where a point
 * is, not a survey. Longitude first.
 */
const OUTLINE: readonly (readonly [longitude: number, latitude: number])[] = [
  [-7.37, 55.38],
  [-6.92, 55.23],
  [-7.1, 55.06],
  [-7.25, 55.04],
  [-6.96, 55.19],
  [-6.65, 55.21],
  [-6.5, 55.25],
  [-6.24, 55.21],
  [-6.15, 55.225],
  [-6.06, 55.2],
  [-6.05, 55.08],
  [-5.96, 55.05],
  [-5.8, 54.86],
  [-5.7, 54.84],
  [-5.7, 54.75],
  [-5.81, 54.71],
  [-5.92, 54.62],
  [-5.84, 54.65],
  [-5.67, 54.67],
  [-5.53, 54.64],
  [-5.48, 54.55],
  [-5.43, 54.46],
  [-5.5, 54.33],
  [-5.6, 54.26],
  [-5.66, 54.22],
  [-5.88, 54.21],
  [-5.89, 54.11],
  [-6.06, 54.02],
  [-6.25, 54.1],
  [-6.13, 54.03],
  [-6.37, 54.0],
  [-6.24, 53.86],
  [-6.22, 53.79],
  [-6.25, 53.72],
  [-6.18, 53.61],
  [-6.1, 53.58],
  [-6.13, 53.45],
  [-6.05, 53.38],
  [-6.2, 53.34],
  [-6.13, 53.3],
  [-6.09, 53.2],
  [-6.0, 52.97],
  [-6.14, 52.79],
  [-6.22, 52.64],
  [-6.19, 52.56],
  [-6.36, 52.35],
  [-6.34, 52.25],
  [-6.36, 52.17],
  [-6.59, 52.17],
  [-6.93, 52.12],
  [-6.98, 52.22],
  [-7.0, 52.15],
  [-7.15, 52.155],
  [-7.36, 52.135],
  [-7.61, 52.08],
  [-7.54, 52.05],
  [-7.72, 51.95],
  [-7.84, 51.94],
  [-8.0, 51.82],
  [-8.25, 51.79],
  [-8.3, 51.85],
  [-8.52, 51.69],
  [-8.53, 51.6],
  [-8.7, 51.63],
  [-8.95, 51.53],
  [-9.23, 51.485],
  [-9.37, 51.47],
  [-9.82, 51.45],
  [-9.5, 51.6],
  [-9.85, 51.54],
  [-9.48, 51.69],
  [-10.23, 51.58],
  [-9.58, 51.87],
  [-10.13, 51.73],
  [-10.34, 51.78],
  [-10.43, 51.88],
  [-10.24, 51.96],
  [-9.98, 52.06],
  [-9.85, 52.13],
  [-9.97, 52.13],
  [-10.27, 52.13],
  [-10.46, 52.1],
  [-10.48, 52.15],
  [-10.16, 52.29],
  [-10.02, 52.3],
  [-9.85, 52.25],
  [-9.94, 52.41],
  [-9.68, 52.51],
  [-9.63, 52.57],
  [-9.36, 52.58],
  [-9.11, 52.61],
  [-8.75, 52.66],
  [-8.92, 52.69],
  [-9.5, 52.63],
  [-9.93, 52.56],
  [-9.66, 52.69],
  [-9.44, 52.84],
  [-9.47, 52.95],
  [-9.27, 53.155],
  [-8.95, 53.15],
  [-9.02, 53.27],
  [-9.3, 53.24],
  [-9.6, 53.24],
  [-9.72, 53.27],
  [-9.92, 53.39],
  [-10.23, 53.4],
  [-10.1, 53.49],
  [-10.15, 53.56],
  [-10.04, 53.6],
  [-9.87, 53.63],
  [-9.9, 53.76],
  [-9.58, 53.8],
  [-9.6, 53.88],
  [-9.95, 53.86],
  [-10.24, 53.97],
  [-10.0, 54.01],
  [-10.06, 54.1],
  [-9.99, 54.31],
  [-9.55, 54.32],
  [-9.35, 54.325],
  [-9.2, 54.24],
  [-9.14, 54.19],
  [-9.1, 54.22],
  [-8.76, 54.28],
  [-8.57, 54.28],
  [-8.6, 54.31],
  [-8.45, 54.475],
  [-8.29, 54.48],
  [-8.24, 54.52],
  [-8.16, 54.63],
  [-8.46, 54.57],
  [-8.45, 54.62],
  [-8.78, 54.67],
  [-8.73, 54.73],
  [-8.57, 54.83],
  [-8.4, 54.94],
  [-8.44, 54.98],
  [-8.28, 55.155],
  [-7.98, 55.22],
  [-7.79, 55.25],
  [-7.63, 55.28],
  [-7.54, 55.09],
  [-7.46, 55.13],
  [-7.52, 55.28],
];
