import { type Cluster, clustered, radiusOf } from './map-clusters.js';
import { placedNames } from './map-names.js';
import {
  type Box,
  boxAround,
  boxText,
  deepestOf,
  framed,
  isIn,
  type Projection,
  webMap,
} from './map-view.js';

/* What a map shows of places. It imports nothing of the server: a site without one has it in the browser. */

/** Places of the list beside the map. */
const MOST_LISTED = 100;
/** Circles that are named beside them, and letters of such a name. */
const MOST_NAMED = 60;
const LONGEST_NAME = 26;

interface PlaceWithWorks {
  readonly latitude: number;
  readonly longitude: number;
  readonly works: number;
}

/** The places of a search, in words and addresses of a page. */
export interface MapSource<Place extends PlaceWithWorks> {
  readonly places: readonly Place[];
  readonly nameOf: (place: Place) => string;
  readonly addressOf: (place: Place) => string;
  /** The address of a part of the map. */
  readonly addressOfBox: (box: Box) => string;
  readonly format: (count: number) => string;
  readonly words: { readonly places: string; readonly works: string; readonly more: string };
}

/** A name on the map, near its point. */
export interface NameOnMap {
  readonly latitude: number;
  readonly longitude: number;
  readonly text: string;
}

/** A name that views of so many degrees of latitude have, and narrower ones. */
interface NameWithin extends NameOnMap {
  readonly within: number;
}

/** The names of a map: of counties, and of smaller places where the view is narrow, those of wider views first. */
export interface NamesOfMap {
  readonly counties: readonly NameOnMap[];
  readonly places: readonly NameWithin[];
}

/** A circle as {@link contentOf} has it. */
interface ContentCircle {
  readonly latitude: number;
  readonly longitude: number;
  readonly weight: number;
  readonly text?: string;
  readonly label: string;
  readonly href: string;
  /** Of a circle that is one place with works. */
  readonly name?: string;
  /** Whether it stands for several places; `box` is the part of the map that it leads to then. */
  readonly isSeveral: boolean;
  readonly box?: string;
}

/** Circles for a view, with the part of the map that a cluster leads to, and the places in it. */
export function contentOf<Place extends PlaceWithWorks>(
  { places: all, nameOf, addressOf, addressOfBox, format, words }: MapSource<Place>,
  box: Box,
  at: Projection,
) {
  const counted = (places: number, works: number): string =>
    `${words.places}: ${format(places)}, ${words.works}: ${format(works)}`;
  const clusters = clustered(all, box, at);
  const circles = clusters.map((cluster): ContentCircle => {
    const { latitude, longitude, works, points } = cluster;
    const [only] = points;
    const isOne = points.length === 1 && only !== undefined;
    const closer = closerTo(cluster, box);
    return {
      latitude,
      longitude,
      weight: works,
      ...(works > 0 && { text: format(works) }),
      isSeveral: !isOne,
      label: isOne ? `${nameOf(only)}, ${words.works}: ${format(works)}` : counted(points.length, works),
      ...(isOne
        ? { href: addressOf(only), ...(works > 0 && { name: nameOf(only) }) }
        : { href: addressOfBox(closer), box: boxText(closer) }),
    };
  });
  const inside = clusters.flatMap(({ points }) => points).toSorted((a, b) => b.works - a.works);
  // Places without works are listed only where there are no others.
  const withWorks = inside.filter(({ works }) => works > 0);
  const places = withWorks.length > 0 ? withWorks : inside;
  const rest = places.length - MOST_LISTED;
  const listed = {
    shown: places.slice(0, MOST_LISTED).map((place) => ({
      href: addressOf(place),
      label: nameOf(place),
      works: format(place.works),
    })),
    more: rest > 0 ? `${format(rest)} ${words.more}` : '',
  };
  return { circles, listed, summary: `${words.places}: ${format(places.length)}` };
}

/** The part of the map around the places of a cluster, at most half of what is shown. */
function closerTo({ latitude, longitude, points }: Cluster<PlaceWithWorks>, box: Box): Box {
  const around = boxAround(points);
  const height = (one: Box): number => one.north - one.south;
  if (height(around) <= height(box) / 2) return around;
  const middle = { west: longitude, east: longitude, south: latitude, north: latitude };
  const half = height(box) / 4;
  return framed({ ...middle, south: latitude - half, north: latitude + half });
}

/** What a name is of: a county, a place that is a circle, or another place. It decides how the name is written. */
export type NameKind = 'county' | 'place' | 'other';

/**
 * The names of a view in their spaces: of counties first, of the places that are circles, and of other places.
 *
 * @param circles those of {@link contentOf}
 * @param at the projection of the picture, whose left upper corner is 0, 0
 */
export function namesIn(
  { counties, places }: NamesOfMap,
  circles: readonly {
    readonly latitude: number;
    readonly longitude: number;
    readonly weight: number;
    readonly name?: string;
  }[],
  box: Box,
  at: Projection,
  picture: { readonly width: number; readonly height: number },
) {
  const placed = <Rest extends object>(
    point: { readonly latitude: number; readonly longitude: number },
    text: string,
    kind: NameKind,
    rest: Rest,
  ) => {
    const [x, y] = at(point.longitude, point.latitude);
    return { latitude: point.latitude, longitude: point.longitude, text, kind, x, y, ...rest };
  };
  const drawn = circles.map(({ latitude, longitude, weight }) => {
    const [x, y] = at(longitude, latitude);
    return { x, y, radius: radiusOf(weight) };
  });
  const named = circles.flatMap((circle) =>
    circle.name === undefined || circle.name.length > LONGEST_NAME
      ? []
      : placed(circle, circle.name, 'place', { radius: radiusOf(circle.weight) }),
  );
  const isNamed = new Set(named.map(({ text }) => text));
  const inView = <Name extends NameOnMap>(names: readonly Name[]): readonly Name[] =>
    names.filter((name) => isIn(box, name));
  const height = box.north - box.south;
  const others = inView(places.filter(({ within }) => height <= within));
  return placedNames<NameInPicture>(
    [
      inView(counties).map((name) => placed(name, name.text, 'county', {})),
      named.slice(0, MOST_NAMED),
      ...[...new Set(others.map(({ within }) => within))].map((within) =>
        others.flatMap((name) =>
          name.within !== within || isNamed.has(name.text)
            ? []
            : placed(name, name.text, 'other', { radius: radiusOf(0) }),
        ),
      ),
    ],
    drawn,
    picture,
  );
}

interface NameInPicture extends NameOnMap {
  readonly kind: NameKind;
  readonly x: number;
  readonly y: number;
  readonly radius?: number;
}

/** What assets/map.js draws: the same circles, names and list as the page, for a view of a web map at a zoom. */
export function viewContent<Place extends PlaceWithWorks>(
  source: MapSource<Place>,
  names: NamesOfMap,
  box: Box,
  zoom: number,
) {
  const at = webMap(Math.min(zoom, deepestOf(box)));
  const { circles, listed, summary } = contentOf(source, box, at);
  const [left, top] = at(box.west, box.north);
  const [right, bottom] = at(box.east, box.south);
  const within: Projection = (longitude, latitude) => {
    const [x, y] = at(longitude, latitude);
    return [x - left, y - top];
  };
  const placed = namesIn(names, circles, box, within, { width: right - left, height: bottom - top });
  return {
    circles: circles.map(({ name: _, ...circle }) => ({ ...circle, radius: radiusOf(circle.weight) })),
    names: placed.map(({ x: _, y: __, radius: ___, ...name }) => name),
    places: listed.shown,
    more: listed.more,
    summary,
  };
}
