/** A part of the world, in degrees. */
export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** From degrees to units of a picture, y downwards. */
export type Projection = (longitude: number, latitude: number) => readonly [x: number, y: number];

export const IRELAND: Box = { west: -10.8, south: 51.3, east: -5.2, north: 55.5 };

/** What an address can ask for. */
const LIMITS: Box = { west: -20, south: 45, east: 5, north: 62 };
/** Degrees of latitude and longitude of the smallest part that is shown. */
const LEAST = 0.01;

/** Length of a degree of longitude in degrees of latitude, in the middle of Ireland (53.4° north). */
export const NARROWING = 0.596;
/** Units of a picture from north to south. */
export const HEIGHT = 600;
/** Degrees of longitude for a degree of latitude, of every picture. */
const SHAPE = (IRELAND.east - IRELAND.west) / (IRELAND.north - IRELAND.south);
/** Units of every picture from west to east. */
export const WIDTH = Math.round(SHAPE * NARROWING * HEIGHT);

/** Degrees of an address: `west,south,east,north`. Undefined when it is not a part of the map. */
export function boxOf(text: string | undefined): Box | undefined {
  const [west, south, east, north] = (text ?? '').split(',').map(Number);
  if (west === undefined || south === undefined || east === undefined || north === undefined)
    return undefined;
  if (![west, south, east, north].every(Number.isFinite) || east - west < LEAST || north - south < LEAST)
    return undefined;
  return west >= LIMITS.west && east <= LIMITS.east && south >= LIMITS.south && north <= LIMITS.north
    ? { west, south, east, north }
    : undefined;
}

/** Zooms of the web map; the deepest is that of {@link LEAST}. */
const ZOOMS = { least: 5, most: 14, country: 7 };

/** The zoom of an address, within those that there are. */
export function zoomOf(text: string | undefined): number {
  const zoom = Number(text ?? ZOOMS.country);
  return Number.isFinite(zoom) ? Math.min(ZOOMS.most, Math.max(ZOOMS.least, zoom)) : ZOOMS.country;
}

/** A part of the map, as an address has it. */
export const boxText = ({ west, south, east, north }: Box): string =>
  [west, south, east, north].map((degrees) => String(Math.round(degrees * 1000) / 1000)).join(',');

/** A box that holds another, and has the shape of the picture; at most all of Ireland, unless the other is larger. */
export function framed({ west, south, east, north }: Box): Box {
  const height = Math.max(north - south, (east - west) / SHAPE);
  const [longitude, latitude] = [(west + east) / 2, (south + north) / 2];
  return {
    west: longitude - (height * SHAPE) / 2,
    east: longitude + (height * SHAPE) / 2,
    south: latitude - height / 2,
    north: latitude + height / 2,
  };
}

/** A box of another size with the same middle, at most as large as Ireland. */
export function resized({ west, south, east, north }: Box, factor: number): Box {
  const height = Math.min(
    Math.max((north - south) * factor, 2 * LEAST),
    Math.max(IRELAND.north - IRELAND.south, north - south),
  );
  const [longitude, latitude] = [(west + east) / 2, (south + north) / 2];
  return framed({
    west: longitude,
    east: longitude,
    south: latitude - height / 2,
    north: latitude + height / 2,
  });
}

/** The box of some points, with room around them. */
export function boxAround(points: readonly { readonly latitude: number; readonly longitude: number }[]): Box {
  const around = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  for (const { longitude, latitude } of points) {
    around.west = Math.min(around.west, longitude);
    around.south = Math.min(around.south, latitude);
    around.east = Math.max(around.east, longitude);
    around.north = Math.max(around.north, latitude);
  }
  return resized(framed(around), 1.3);
}

export const isIn = (
  { west, south, east, north }: Box,
  { latitude, longitude }: { readonly latitude: number; readonly longitude: number },
): boolean => latitude >= south && latitude <= north && longitude >= west && longitude <= east;

/** The projection of a picture of {@link WIDTH} and {@link HEIGHT} that shows a box; it has the shape of `framed`. */
export function pictureOf(box: Box): Projection {
  const scale = HEIGHT / (box.north - box.south);
  return (longitude, latitude) => [
    (longitude - box.west) * NARROWING * scale,
    (box.north - latitude) * scale,
  ];
}

/** A length of a picture, and how many kilometres it is. */
export interface Scale {
  readonly units: number;
  readonly kilometres: number;
}

/** Kilometres of a degree of latitude. */
export const DEGREE = 111.2;
/** Units of a scale, at most. */
const LONGEST_SCALE = 110;

/** The scale of a picture that shows a box: 1, 2 or 5 kilometres, or ten or a hundred times that. */
export function scaleOf(box: Box): Scale {
  const unit = HEIGHT / (box.north - box.south) / DEGREE;
  const most = LONGEST_SCALE / unit;
  const ten = 10 ** Math.floor(Math.log10(most));
  const kilometres = ten * ([5, 2].find((times) => times * ten <= most) ?? 1);
  return { units: kilometres * unit, kilometres };
}

/** The pixels of a web map at a zoom: the world is 256 pixels wide at zoom 0 (EPSG:3857). */
export function webMap(zoom: number): Projection {
  const size = 256 * 2 ** zoom;
  return (longitude, latitude) => {
    const sine = Math.sin((latitude * Math.PI) / 180);
    return [(longitude / 360 + 0.5) * size, (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * size];
  };
}

/** Pixels of a map from west to east, at most. */
const WIDEST = 2048;

/** The zoom at which a box fills the widest map: no page shows it at a deeper one. */
export const deepestOf = ({ west, east }: Box): number => Math.log2((WIDEST * 360) / (256 * (east - west)));
