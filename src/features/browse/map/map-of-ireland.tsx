import { readFileSync } from 'node:fs';
import { z } from 'zod';
import {
  BORDERS_LICENCE,
  COUNTY_AREAS,
  COUNTY_BORDERS,
  type CountyArea,
  type Position,
} from '../../../model/mapping/county-areas.js';
import type { PageProps } from '../layout.js';
import { radiusOf } from './map-clusters.js';
import { type NamesOfMap, namesIn } from './map-content.js';
import {
  type Box,
  framed,
  HEIGHT,
  IRELAND,
  type Projection,
  pictureOf,
  type Scale,
  scaleOf,
  WIDTH,
} from './map-view.js';

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
  /** Of one place: written beside it where there is room. */
  readonly name?: string;
  /** Whether it stands for several places: it is drawn with a ring. */
  readonly isSeveral?: boolean;
}

/** How a county is shaded, and where it leads. */
export interface Shade {
  /** From 0 for nothing to {@link SHADES}. */
  readonly level: number;
  readonly label: string;
  readonly href: string;
}

/** Steps of shading. */
export const SHADES = 5;

interface MapProps {
  readonly title: string;
  readonly circles: readonly MapCircle[];
  readonly names?: NamesOfMap;
  readonly box?: Box;
  /** Whether the borders of counties are drawn; {@link BordersCredit} is near such a map. */
  readonly hasBorders?: boolean;
  /** How the areas of counties are shaded, where they are. */
  readonly shadeOf?: (area: CountyArea) => Shade | undefined;
  readonly hasScale?: boolean;
}

const NO_NAMES: NamesOfMap = { counties: [], places: [] };

/**
 * A map as SVG: the outline of Ireland, borders of counties, names, and circles that are links. It needs no script and no tiles.
 * Some counties meet in the water of an estuary; the sea is drawn over them.
 */
export function MapOfIreland({
  title,
  circles,
  names = NO_NAMES,
  box = IRELAND,
  hasBorders = false,
  shadeOf,
  hasScale = false,
}: MapProps) {
  const shown = framed(box);
  const at = pictureOf(shown);
  const coast = box === IRELAND ? outlineOfCountry().path : outlineAt(at);
  const drawn = circles.map(({ latitude, longitude, weight, ...circle }) => {
    const [x, y] = at(longitude, latitude);
    return { ...circle, weight, x, y, radius: radiusOf(weight) };
  });
  const size = { width: String(WIDTH), height: String(HEIGHT) };
  return (
    <svg class="map" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-label={title}>
      {hasBorders || shadeOf !== undefined ? (
        <>
          <rect class="land" {...size} />
          {shadeOf === undefined ? (
            <path class="borders" d={COUNTY_BORDERS.map((line) => stepsOf(line, at, BORDER_STEP)).join('')} />
          ) : (
            COUNTY_AREAS.map((area) => <Area path={areaAt(area, at)} shade={shadeOf(area)} />)
          )}
          <path class="sea" fill-rule="evenodd" d={`${AROUND}${coast}`} />
        </>
      ) : (
        <>
          <rect class="sea" {...size} />
          <path class="land" d={coast} />
        </>
      )}
      {namesIn(names, circles, shown, at, { width: WIDTH, height: HEIGHT }).map((name) => (
        <text
          class={`name ${name.kind}`}
          x={tenths(name.x)}
          y={tenths(name.y)}
          dy="0.35em"
          text-anchor="middle"
        >
          {name.text}
        </text>
      ))}
      {drawn.map(({ x, y, radius, weight, label, href, text, isSeveral }) => (
        <a href={href} aria-label={label} class={weight < 1 ? 'without-works' : undefined}>
          <title>{label}</title>
          <circle cx={tenths(x)} cy={tenths(y)} r={tenths(radius)} />
          {isSeveral === true && radius > RING && (
            <circle class="several" cx={tenths(x)} cy={tenths(y)} r={tenths(radius - RING)} />
          )}
          {text !== undefined && (
            <text x={tenths(x)} y={tenths(y)} dy="0.35em" text-anchor="middle">
              {text}
            </text>
          )}
        </a>
      ))}
      {hasScale && <ScaleBar scale={scaleOf(shown)} />}
    </svg>
  );
}

/** Around the picture and what is seen beside it where the page has another shape. */
const AROUND = `M${-2 * WIDTH} ${-HEIGHT}H${3 * WIDTH}V${2 * HEIGHT}H${-2 * WIDTH}Z`;

/** Units between the border of a circle and the ring in it that says: several places. */
const RING = 2.5;

/** The area of a county: a link where it is shaded. */
function Area({ path, shade }: { readonly path: string; readonly shade: Shade | undefined }) {
  if (path === '') return null;
  if (shade === undefined) return <path class="county-area" d={path} />;
  return (
    <a href={shade.href} aria-label={shade.label}>
      <title>{shade.label}</title>
      <path class={`county-area shade-${shade.level}`} d={path} />
    </a>
  );
}

/** Whose the borders of counties are, near each map that is drawn with them. */
export const BordersCredit = ({ context: { words } }: PageProps) => (
  <p class="map-credit">
    {words('bordersCredit')} (<a href={BORDERS_LICENCE}>ODbL 1.0</a>)
  </p>
);

/** How long some kilometres are, in the lower left corner. */
const ScaleBar = ({ scale: { units, kilometres } }: { readonly scale: Scale }) => (
  <g class="scale">
    <path d={`M10 ${HEIGHT - 16}v6h${tenths(units)}v-6`} />
    <text x={tenths(10 + units / 2)} y={String(HEIGHT - 16)} text-anchor="middle">
      {kilometres} km
    </text>
  </g>
);

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

let ofCountry: string | undefined;

/** The outline on a map of the whole country, as the path of a picture in SVG with this box. Most maps are of the whole country. */
export function outlineOfCountry(): { readonly path: string; readonly viewBox: string } {
  ofCountry ??= outlineAt(pictureOf(framed(IRELAND)));
  return { path: ofCountry, viewBox: `0 0 ${WIDTH} ${HEIGHT}` };
}

const closed = (path: string): string => (path === '' ? '' : `${path}Z`);

/** The area of a county as a path; empty where the picture shows none of it. Counties that meet have the same steps. */
const areaAt = ({ rings }: CountyArea, at: Projection): string =>
  rings.map((ring) => closed(stepsOf(ring, at, 0))).join('');

/** Units between two points of a border that is drawn once, at least. */
const BORDER_STEP = 2;

/** A line as a path in whole units, from step to step; empty where the picture shows none of it. */
function stepsOf(line: readonly Position[], at: Projection, least: number): string {
  const points = line.map(([longitude, latitude]): readonly [x: number, y: number] => {
    const [x, y] = at(longitude, latitude);
    return [Math.round(x), Math.round(y)];
  });
  const isSeen =
    points.some(([x]) => x >= 0) &&
    points.some(([x]) => x <= WIDTH) &&
    points.some(([, y]) => y >= 0) &&
    points.some(([, y]) => y <= HEIGHT);
  const [first] = points;
  if (!isSeen || first === undefined) return '';
  let [lastX, lastY] = first;
  const steps = points.flatMap(([x, y], index) => {
    const [across, down] = [x - lastX, y - lastY];
    const isLast = index === points.length - 1;
    if ((across === 0 && down === 0) || (!isLast && Math.hypot(across, down) < least)) return [];
    [lastX, lastY] = [x, y];
    return `${across} ${down}`;
  });
  return steps.length === 0 ? '' : `M${first.join(' ')}l${steps.join(' ').replaceAll(' -', '-')}`;
}

/** Units between two points of a ring, at least. */
const FINEST = 1.2;

/** A ring as the path of a picture: finer where it is seen, and the coarser the farther outside it is. */
function pathOf(ring: readonly Position[], at: Projection): string {
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
