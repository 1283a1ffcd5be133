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

interface NameOnMap {
  readonly latitude: number;
  readonly longitude: number;
  readonly text: string;
}

/** A circle as {@link contentOf} has it. */
interface ContentCircle {
  readonly latitude: number;
  readonly longitude: number;
  readonly weight: number;
  readonly text?: string;
  readonly label: string;
  readonly href: string;
  /** The part of the map that a cluster leads to. */
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
      label: isOne ? `${nameOf(only)}, ${words.works}: ${format(works)}` : counted(points.length, works),
      ...(isOne ? { href: addressOf(only) } : { href: addressOfBox(closer), box: boxText(closer) }),
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

/** What assets/map.js draws: the same circles, names and list as the page, for a view of a web map at a zoom. */
export function viewContent<Place extends PlaceWithWorks>(
  source: MapSource<Place>,
  countyNames: readonly NameOnMap[],
  box: Box,
  zoom: number,
) {
  const at = webMap(Math.min(zoom, deepestOf(box)));
  const { circles, listed, summary } = contentOf(source, box, at);
  const [left, top] = at(box.west, box.north);
  const [right, bottom] = at(box.east, box.south);
  const within = (longitude: number, latitude: number) => {
    const [x, y] = at(longitude, latitude);
    return { x: x - left, y: y - top };
  };
  const names = countyNames.filter((name) => isIn(box, name));
  const placed = placedNames(
    names.map(({ latitude, longitude, text }) => ({ text, ...within(longitude, latitude) })),
    circles.map(({ latitude, longitude, weight }) => ({
      ...within(longitude, latitude),
      radius: radiusOf(weight),
    })),
    { width: right - left, height: bottom - top },
  );
  return {
    circles: circles.map(({ weight, ...circle }) => ({ ...circle, weight, radius: radiusOf(weight) })),
    names: placed.flatMap(({ text, across, down }) =>
      names.filter((name) => name.text === text).map((name) => ({ ...name, across, down })),
    ),
    places: listed.shown,
    more: listed.more,
    summary,
  };
}
