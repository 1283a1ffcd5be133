import { ELSEWHERE, namesOf, type OutsideRow, placeId, pointOf } from './outside-thing.js';

/** The tag of OpenStreetMap with the id of a place of the place-names database. */
const REF = 'logainm:ref';
/** Tags that say what a thing is. */
const KIND_KEYS = [
  ...['place', 'boundary', 'admin_level', 'natural', 'waterway', 'highway', 'historic', 'amenity', 'landuse'],
  ...['man_made', 'building', 'bridge', 'mountain_pass'],
] as const;
/** Tags that hold names (OpenStreetMap, Key:name). */
const NAME_KEY = /^(?:(?:alt|official|old|loc|short)_)?name(?::(?:en|ga))?$/;

interface Element {
  readonly type: unknown;
  readonly id: unknown;
  readonly tags: Readonly<Record<string, unknown>>;
  readonly latitude: unknown;
  readonly longitude: unknown;
  readonly at: string;
}

/** The elements of an answer of Overpass in JSON; undefined when it is none. */
export function* readOverpassJson(document: unknown, name: string): Generator<OutsideRow> {
  const { elements, remark } = document as {
    readonly elements: readonly unknown[];
    readonly remark?: unknown;
  };
  // At its limit of time or memory Overpass sends a part of the answer.
  if (typeof remark === 'string') yield { at: name, fault: `Overpass says: ${remark}`, isWhole: true };
  for (const [number, element] of elements.entries()) {
    const { type, id, tags, lat, lon, center } = (element ?? {}) as Record<string, unknown>;
    const point = (center ?? {}) as { readonly lat?: unknown; readonly lon?: unknown };
    yield* thingOf({
      type,
      id,
      at: `${name} element ${number + 1}`,
      tags: (tags ?? {}) as Element['tags'],
      latitude: lat ?? point.lat,
      longitude: lon ?? point.lon,
    });
  }
}

/** Whether a document is an answer of Overpass. */
export const isOverpass = (document: unknown): boolean =>
  Array.isArray((document as { readonly elements?: unknown } | null)?.elements);

/** The rows of an answer of Overpass in its CSV, which has tabs between cells and no quotes. */
export function* readOverpassTable(
  rows: Iterable<{ readonly row: ReadonlyMap<string, string>; readonly line: number }>,
  name: string,
): Generator<OutsideRow> {
  for (const { row, line } of rows)
    yield* thingOf({
      type: row.get('@type'),
      id: row.get('@id'),
      at: `${name} line ${line}`,
      tags: Object.fromEntries([...row].filter(([key, value]) => !key.startsWith('@') && value !== '')),
      latitude: row.get('@lat'),
      longitude: row.get('@lon'),
    });
}

function* thingOf({ type, id, tags, latitude, longitude, at }: Element): Generator<OutsideRow> {
  if (!['node', 'way', 'relation'].includes(String(type)) || !/^[1-9]\d{0,18}$/.test(String(id))) {
    yield { at, fault: 'it is no node, way or relation with an id' };
    return;
  }
  const text = (key: string): string => {
    const value = Object.hasOwn(tags, key) ? tags[key] : undefined;
    return typeof value === 'string' ? value : '';
  };
  // Several values of a tag have a semicolon between them.
  const refs = text(REF)
    .split(';')
    .map((ref) => ref.trim())
    .filter((ref) => ref !== '');
  const ids = refs.flatMap((ref) => placeId(ref) ?? []);
  for (const ref of refs) if (placeId(ref) === undefined) yield { at, fault: `"${ref}" is no ${REF}` };
  const names = Object.keys(tags)
    .filter((key) => NAME_KEY.test(key))
    .flatMap((key) => text(key).split(';'));
  yield {
    iri: ELSEWHERE.openStreetMap(String(type), String(id)),
    at,
    title: 'OpenStreetMap',
    statedBy: `OpenStreetMap ${REF}`,
    point: pointOf(latitude, longitude),
    names: namesOf(names),
    ids: ids.map((value) => ({ kind: 'place', by: 'id', value })),
    kinds: KIND_KEYS.flatMap((key) => (text(key) === '' ? [] : [`osm ${key}=${text(key)}`])),
  };
}
