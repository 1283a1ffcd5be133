import { entry } from '../../base/map-entry.js';
import type { Language } from '../browse/interface-words.js';
import { labelOf } from '../browse/layout.js';
import type { MapCircle } from '../browse/map/map-of-ireland.js';
import { type PlaceOnMap, pointsOf } from '../browse/map/places-on-map.js';
import type { Site } from '../browse/site.js';
import type { Row } from '../query/engine.js';
import type { SparqlTable } from './answer.js';

/** A row of an answer at a point. */
interface RowAtPoint {
  readonly row: Row;
  readonly latitude: number;
  readonly longitude: number;
  /** The path of the place below the data base, where the point is that of a place. */
  readonly place?: string;
}

const columnNamed = ({ columns }: SparqlTable, ...beginnings: readonly string[]): string | undefined =>
  beginnings.flatMap((start) => columns.filter((column) => column.toLowerCase().startsWith(start)))[0];

const isOnEarth = ({ latitude, longitude }: { latitude: number; longitude: number }): boolean =>
  Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;

/**
 * The rows that have a point: in columns whose names begin with `lat` and `lon`, or else that of a place of the release, in the
 * first column that has one.
 */
export function rowsAtPoints(site: Site, table: SparqlTable): readonly RowAtPoint[] {
  const [lat, lon] = [columnNamed(table, 'lat'), columnNamed(table, 'lon')];
  if (lat !== undefined && lon !== undefined) {
    return table.rows.flatMap((row) => {
      const [latitude, longitude] = [numberIn(row, lat), numberIn(row, lon)];
      return latitude !== undefined && longitude !== undefined && isOnEarth({ latitude, longitude })
        ? [{ row, latitude, longitude }]
        : [];
    });
  }
  const points = new Map<string, PlaceOnMap | undefined>();
  const pointOf = (path: string) => {
    if (!points.has(path))
      points.set(
        path,
        pointsOf(site, path).find((one) => one.path === path),
      );
    return points.get(path);
  };
  for (const column of table.columns) {
    const found = table.rows.flatMap((row) => {
      const path = pathIn(site, row, column);
      const point = path === undefined ? undefined : pointOf(path);
      return point === undefined
        ? []
        : [{ row, latitude: point.latitude, longitude: point.longitude, place: point.path }];
    });
    if (found.length > 0) return found;
  }
  return [];
}

const numberIn = (row: Row, column: string): number | undefined => {
  const text = row[column]?.value.trim() ?? '';
  return text === '' || Number.isNaN(Number(text)) ? undefined : Number(text);
};

function pathIn({ manifest: { base } }: Site, row: Row, column: string): string | undefined {
  const cell = row[column];
  return cell?.type === 'uri' && cell.value.startsWith(base) ? cell.value.slice(base.length) : undefined;
}

/** Circles for rows: rows at one point are one circle. */
export function circlesOf(
  site: Site,
  table: SparqlTable,
  rows: readonly RowAtPoint[],
  language: Language,
): MapCircle[] {
  const [first = ''] = table.columns;
  const name = columnNamed(table, 'name', 'label') ?? first;
  const together = new Map<string, RowAtPoint[]>();
  for (const one of rows)
    entry(together, `${one.latitude} ${one.longitude}`, (): RowAtPoint[] => []).push(one);
  return [...together.values()].flatMap((some) => {
    const [one] = some;
    if (one === undefined) return [];
    // Several rows at one point have no page in common.
    const path = one.place ?? (some.length > 1 ? undefined : pathIn(site, one.row, first));
    const summary = one.place === undefined ? undefined : site.index.summary(one.place);
    const label = summary === undefined ? (one.row[name]?.value ?? '') : labelOf(summary, language);
    return [
      {
        latitude: one.latitude,
        longitude: one.longitude,
        weight: some.length + 1,
        label: some.length > 1 ? `${label} (${some.length})` : label,
        href: path === undefined ? '#answer' : `/${path}`,
      },
    ];
  });
}

/** The rows that have a point as GeoJSON (RFC 7946): each a feature, with the columns as its properties. */
export function geoJsonOf(rows: readonly RowAtPoint[]): string {
  const features = rows.map(({ row, latitude, longitude }) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
    properties: Object.fromEntries(Object.entries(row).map(([column, { value }]) => [column, value])),
  }));
  return `${JSON.stringify({ type: 'FeatureCollection', features })}\n`;
}
