import { unpackManuscripts, unpackSchools, unpackTopics } from '../../../src/model/records/nested-records.js';
import type { Kind, RecordOf } from '../../../src/model/records/record.js';
import type { World } from '../../../src/services/server/world.js';
import type { ItemOf, Volume } from './volume.js';

/** Kind and id of a record, in one word. */
export type Seen = `${Kind} ${number | string}`;

export interface Sight {
  readonly ref: { readonly kind: Kind; readonly id: number | string };
  readonly record: object;
  /** All that is said of it, keys in a fixed order. */
  readonly body: () => string;
  /** The place that it was merged into. */
  readonly replacedBy?: number | undefined;
}

type Line = readonly [kind: Kind, id: number | string, record: object];

/**
 * What a public key sees of a world, record by record. Written from wire-format 3 ("what a public key never sees"),
 * not from the server, which it is there to be held against.
 */
export function publicView(world: World): Map<Seen, Sight> {
  const { archive } = world;
  const hidden = { cbe: hiddenIn(archive.cbe.values()), cbes: hiddenIn(archive.cbes.values()) };
  const visible: World['archive'] = {
    ...archive,
    cbe: mapOf([...archive.cbe.values()].filter(isPublished).map((one) => withoutHidden(one, hidden.cbe))),
    cbes: mapOf([...archive.cbes.values()].filter(isPublished).map((one) => withoutHidden(one, hidden.cbes))),
    cbeg: mapOf([...archive.cbeg.values()].filter(isPublished)),
  };
  return sights(linesOf({ ...world, archive: visible }));
}

/** Every record there is, whoever may see it. */
export const wholeView = (world: World): ReadonlySet<Seen> =>
  new Set(linesOf(world).map(([kind, id]): Seen => `${kind} ${id}`));

function sights(lines: readonly Line[]): Map<Seen, Sight> {
  const seen = new Map<Seen, Sight>();
  for (const [kind, id, record] of lines) {
    const replacedBy = kind === 'place' ? (record as RecordOf['place']).replacementID : undefined;
    const body = () => JSON.stringify(openly(record));
    seen.set(`${kind} ${id}`, { ref: { kind, id }, record, body, replacedBy });
  }
  return seen;
}

const mapOf = <R extends { readonly id: number }>(records: readonly R[]): ReadonlyMap<number, R> =>
  new Map(records.map((one) => [one.id, one]));

const NOWHERE = { service: 'archive', request: '', pointer: '' } as const;

/** Every record that an endpoint answers with. */
function linesOf({ archive, placenames }: World): Line[] {
  const units = [
    ...[...archive.cbe.values()].flatMap((one) => unpackManuscripts(one, NOWHERE)),
    ...[...archive.cbes.values()].flatMap((one) => unpackSchools(one, NOWHERE)),
    ...archive.schoolsTopics.flatMap((one) => unpackTopics(one, NOWHERE)),
  ];
  const list = <R extends object>(kind: Kind, of: Iterable<R>, id: (record: R) => number | string): Line[] =>
    [...of].map((record) => [kind, id(record), record] as const);
  return [
    ...units.map(({ kind, id, record }) => [kind, id, record] as Line),
    ...list('cbeg.topic', archive.handbookTopics, (one) => one.id),
    ...list('cbeg.photograph', archive.cbeg.values(), (one) => one.id),
    ...list('cbed.occupation', archive.occupations, (one) => one.id),
    ...list('cbed.person', archive.cbed.values(), (one) => one.id),
    ...list('county', archive.counties, (one) => one.logainmID),
    ...list('country', archive.countries, (one) => one.isoCode),
    ...list('category', [...placenames.administrativeUnits, ...placenames.features], (one) => one.id),
    ...list('glossary', placenames.glossary, (one) => one.id),
    ...list('place', placenames.places.values(), (one) => one.id),
  ];
}

const isPublished = (one: {
  readonly status?: number | undefined;
  readonly sensitive?: boolean | undefined;
}) => one.status === 4 && one.sensitive !== true;

interface Hidden {
  readonly pages: ReadonlySet<number>;
  readonly items: ReadonlySet<number>;
}

/** The sensitive pages and items of a collection, and all of its unpublished volumes. */
function hiddenIn(volumes: Iterable<Volume>): Hidden {
  const [pages, items] = [new Set<number>(), new Set<number>()];
  for (const volume of volumes) {
    const all = !isPublished(volume);
    for (const one of volume.pages) if (all || one.sensitive === true) pages.add(one.id);
    for (const one of volume.parts.flatMap<ItemOf<Volume>>((part) => part.items))
      if (all || one.sensitive === true) items.add(one.id);
  }
  return { pages, items };
}

/** Fields that hold the ids of pages, and objects that go when the item that they are about goes. */
const PAGE_LISTS = new Set(['pages', 'titlePages']);
const PAGE_ENDS = new Set(['firstPageID', 'lastPageID', 'pageID']);

/** "A sensitive page or item disappears together with every reference to it"; so do unapproved transcripts. */
function withoutHidden<V extends Volume>(volume: V, hidden: Hidden): V {
  const stays = (entry: unknown, list: string): boolean => {
    if (typeof entry === 'number') return !PAGE_LISTS.has(list) || !hidden.pages.has(entry);
    if (typeof entry !== 'object' || entry === null) return true;
    const { id, itemID, approved } = entry as Readonly<Record<string, unknown>>;
    if (list === 'pages') return !hidden.pages.has(Number(id));
    if (list === 'items') return !hidden.items.has(Number(id));
    if (list === 'transcripts' && approved !== true) return false;
    return itemID === undefined || !hidden.items.has(Number(itemID));
  };
  const prune = (value: unknown, name: string): unknown => {
    if (Array.isArray(value))
      return value.filter((entry) => stays(entry, name)).map((entry) => prune(entry, ''));
    if (typeof value === 'number' && PAGE_ENDS.has(name)) return hidden.pages.has(value) ? undefined : value;
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, prune(entry, key)]));
  };
  return prune(volume, '') as V;
}

/** Marked P in wire-format 3. */
const PRIVILEGED = new Set([
  'status',
  'sensitive',
  'approved',
  'moderated',
  'extraInfoStatus',
  'archivedDescriptionStatus',
  'archivedInfo',
  'operator',
]);

/** Texts, and the field that says whether they are ready. */
const STATUS_OF: Readonly<Record<string, string>> = {
  extraInfoEN: 'extraInfoStatus',
  extraInfoGA: 'extraInfoStatus',
  archivedDescription: 'archivedDescriptionStatus',
};

/** A record as the public is sent it: keys sorted, without what is marked P or being edited. */
function openly(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(openly);
  if (typeof value !== 'object' || value === null) return value;
  const record = value as Readonly<Record<string, unknown>>;
  const isOpen = (key: string) => !PRIVILEGED.has(key) && (record[STATUS_OF[key] ?? ''] ?? 'PUB') === 'PUB';
  const keys = Object.keys(record).filter((key) => record[key] !== undefined && isOpen(key));
  return Object.fromEntries(keys.sort().map((key) => [key, openly(record[key])]));
}
