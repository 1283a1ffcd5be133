import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { radiusOf } from './map-clusters.js';
import { placedNames } from './map-names.js';
import { type Box, framed, HEIGHT, IRELAND, type Projection, pictureOf, WIDTH } from './map-view.js';

/** A circle on the map. */
export interface MapCircle {
  readonly latitude: number;
  readonly longitude: number;
  readonly label: string;
  readonly href: string;
  /** The number of works: decides its size. */
  readonly weight: number;
  /** Written into it. */
  readonly text?: string;
}

/** A name on the map, near its point. */
export interface MapName {
  readonly latitude: number;
  readonly longitude: number;
  readonly text: string;
}

interface MapProps {
  readonly title: string;
  readonly circles: readonly MapCircle[];
  readonly names?: readonly MapName[];
  readonly box?: Box;
}

/** A map as SVG: the outline of Ireland, names, and circles that are links. It needs no script and no tiles. */
export function MapOfIreland({ title, circles, names = [], box = IRELAND }: MapProps) {
  const at = pictureOf(framed(box));
  const drawn = circles.map(({ latitude, longitude, weight, ...circle }) => {
    const [x, y] = at(longitude, latitude);
    return { ...circle, weight, x, y, radius: radiusOf(weight) };
  });
  const wanted = names.map(({ latitude, longitude, text }) => {
    const [x, y] = at(longitude, latitude);
    return { text, x, y };
  });
  const placed = placedNames(
    wanted.filter((name) => name.x > 0 && name.x < WIDTH && name.y > 0 && name.y < HEIGHT),
    drawn,
    { width: WIDTH, height: HEIGHT },
  );
  return (
    <svg class="map" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-label={title}>
      <rect class="sea" width={String(WIDTH)} height={String(HEIGHT)} />
      <path class="land" d={outlineAt(at)} />
      {placed.map((name) => (
        <text class="name" x={tenths(name.x)} y={tenths(name.y)} dy="0.35em" text-anchor="middle">
          {name.text}
        </text>
      ))}
      {drawn.map(({ x, y, radius, weight, label, href, text }) => (
        <a href={href} aria-label={label} class={weight < 1 ? 'without-works' : undefined}>
          <title>{label}</title>
          <circle cx={tenths(x)} cy={tenths(y)} r={tenths(radius)} />
          {text !== undefined && (
            <text x={tenths(x)} y={tenths(y)} dy="0.35em" text-anchor="middle">
              {text}
            </text>
          )}
        </a>
      ))}
    </svg>
  );
}

/** The file of the outline: Natural Earth, cut by test/features/browse/outline-of-ireland.ts. */
const OUTLINE_FILE = new URL(
  '../../../../src/features/browse/assets/outline-of-ireland.json',
  import.meta.url,
);

const point = z.tuple([z.number(), z.number()]);
const outline = z.object({ coordinates: z.array(z.tuple([z.array(point)])) });

/** The coast, an island a ring. */
const OUTLINE = outline
  .parse(JSON.parse(readFileSync(OUTLINE_FILE, 'utf8')))
  .coordinates.map(([ring]) => ring);

const outlineAt = (at: Projection): string => OUTLINE.map((ring) => pathOf(ring, at)).join('');

/** The outline on a map of the whole country. */
export const outlineOfCountry = (): string => outlineAt(pictureOf(framed(IRELAND)));

/** Units between two points of a ring, at least. */
const FINEST = 1.2;

/** A ring as the path of a picture: finer where it is seen, and the coarser the farther outside it is. */
function pathOf(ring: readonly (readonly [number, number])[], at: Projection): string {
  const path: string[] = [];
  let [lastX, lastY] = [Number.NaN, Number.NaN];
  for (const [longitude, latitude] of ring) {
    const [x, y] = at(longitude, latitude);
    const outside = Math.max(0, -x, x - WIDTH, -y, y - HEIGHT);
    if (Math.hypot(x - lastX, y - lastY) < Math.max(FINEST, outside / 2)) continue;
    path.push(`${tenths(x)} ${tenths(y)}`);
    [lastX, lastY] = [x, y];
  }
  return path.length < 3 ? '' : `M${path.join('L')}Z`;
}

const tenths = (units: number): string => String(Math.round(units * 10) / 10);
