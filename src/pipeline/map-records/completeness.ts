import { z } from 'zod';
import type { Mergeable } from '../../base/mergeable.js';
import { referenceTable } from '../../base/reference-data.js';
import { KIND_NAMES, KINDS } from '../../model/records/kinds.js';
import type { Kind, PublishableRecord, RecordOf } from '../../model/records/record.js';
import type { CompletenessRow } from '../../release/report/completeness.js';

/** Filled and empty ones of a field. */
type Count = readonly [filled: number, empty: number];

/** Filled and empty ones, by kind and field. Plain data. */
export type CompletenessCounts = ReadonlyMap<string, Count>;

const FULL: Count = [1, 0];
const EMPTY: Count = [0, 1];
const one = (isFilled: boolean): Count => (isFilled ? FULL : EMPTY);

const isFilled = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

/** Counts the values that have a part. */
const shareOf = <V>(values: readonly V[], isFull: (value: V) => boolean): Count => {
  const full = values.filter(isFull).length;
  return [full, values.length - full];
};

type Place = RecordOf['place'];

const mainNames = ({ placenames }: Place, wanted: 'en' | 'ga') =>
  placenames.filter(({ main, language }) => main && language === wanted);

/** Counters of what is no field of its own, by their names in the table. */
const COUNTERS = {
  'main-english-name': (place: Place) => one(mainNames(place, 'en').length > 0),
  'main-irish-name': (place: Place) => one(mainNames(place, 'ga').length > 0),
  'status-of-main-irish-name': (place: Place) =>
    shareOf(mainNames(place, 'ga'), ({ acceptability }) => acceptability !== undefined),
  point: ({ geography }: Place) => one((geography?.coordinates ?? []).length > 0),
  'exact-point': ({ geography }: Place) =>
    geography === undefined || geography.coordinates.length === 0
      ? ([0, 0] as const)
      : one(geography.accurate === true),
  /** The number of items of a volume comes from the items themselves. */
  items: () => [0, 0] as const,
};

const counted = z.strictObject({
  field: z.string(),
  en: z.string(),
  ga: z.string(),
  of: z.array(z.string()).optional(),
  by: z.enum(Object.keys(COUNTERS) as (keyof typeof COUNTERS)[]).optional(),
  noted: z.literal(true).optional(),
});

/** What is counted of each kind. */
export const COMPLETENESS_FIELDS = referenceTable(
  'completeness',
  z.partialRecord(z.enum(KIND_NAMES), z.array(counted)),
);

type CountedField = z.output<typeof counted>;

/** The fields of each kind, with their keys in counts. */
const KEYED_FIELDS: ReadonlyMap<Kind, readonly { readonly key: string; readonly field: CountedField }[]> =
  new Map(
    KIND_NAMES.map((kind) => [
      kind,
      (COMPLETENESS_FIELDS[kind] ?? []).map((field) => ({ key: `${kind} ${field.field}`, field })),
    ]),
  );
const NO_FIELDS: readonly never[] = [];

function countOf({ of = [], by }: CountedField, record: PublishableRecord['record']): Count {
  if (by === undefined)
    return one(of.some((key) => isFilled((record as Readonly<Record<string, unknown>>)[key])));
  return COUNTERS[by](record as Place);
}

const FIELD_OF_VOLUMES = 'Parts.Items';

/** Counts what the published records have and what they lack. Several instances may see different records. */
export class Completeness implements Mergeable<CompletenessCounts> {
  #counts = new Map<string, [filled: number, empty: number]>();
  #volumes = new Set<string>();
  readonly #withItems = new Set<string>();

  /** A volume and its items must be added to one instance before its counts are taken. */
  add({ kind, id, record, within }: PublishableRecord): void {
    if (kind === 'cbe.item' || kind === 'cbes.item') {
      for (const container of within) this.#withItems.add(`${container.kind} ${container.id}`);
    }
    if (kind === 'cbe.volume' || kind === 'cbes.volume') {
      this.#volumes.add(`${kind} ${id}`);
      return;
    }
    for (const { key, field } of KEYED_FIELDS.get(kind) ?? NO_FIELDS) this.#add(key, countOf(field, record));
  }

  /** The counts of everything added since the last call. */
  take(): CompletenessCounts {
    for (const volume of this.#volumes) {
      this.#add(`${volume.split(' ', 1)} ${FIELD_OF_VOLUMES}`, one(this.#withItems.has(volume)));
    }
    const taken = this.#counts;
    this.#counts = new Map();
    this.#volumes.clear();
    this.#withItems.clear();
    return taken;
  }

  merge(counts: CompletenessCounts): void {
    for (const [key, count] of counts) this.#add(key, count);
  }

  /** In the order of the table of kinds; kinds without records are left out. */
  rows(): readonly CompletenessRow[] {
    return KIND_NAMES.flatMap((kind) =>
      (COMPLETENESS_FIELDS[kind] ?? []).flatMap(({ field, en, ga, noted: isNoted }) => {
        const [filled, empty] = this.#counts.get(`${kind} ${field}`) ?? [0, 0];
        if (filled + empty === 0) return [];
        const note = isNoted === true ? { isNoted } : {};
        return [{ kind, called: KINDS[kind].title, field, counted: { en, ga }, filled, empty, ...note }];
      }),
    );
  }

  /** A hot path. */
  #add(key: string, count: Count): void {
    const sum = this.#counts.get(key);
    if (sum === undefined) {
      this.#counts.set(key, [...count]);
      return;
    }
    sum[0] += count[0];
    sum[1] += count[1];
  }
}
