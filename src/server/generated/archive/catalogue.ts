import type { VolumeSummary } from '../../../dictionary/archive/volume.js';
import type { Catalogue, Has } from '../../records.js';
import { isoOfNumber } from '../calendar.js';
import type { Register } from './register.js';

/** Ids in a row: every volume has its own of pages, parts and items. */
export interface Run {
  readonly first: number;
  readonly count: number;
}

/** The first and the last of some days, by number. */
export interface Days {
  readonly first: number;
  readonly last: number;
}

/** What is kept of a volume that is not made. */
export interface Row {
  /** Without its counts. */
  readonly header: VolumeSummary;
  readonly pages: Run;
  readonly parts: Run;
  readonly items: Run;
  readonly hidden: { readonly pages: number; readonly items: number };
  /** When its items were made, and when they, or their transcripts, were changed. */
  readonly created: Days;
  readonly modified: Days;
}

const PUBLISHED = 4;

const inRun = ({ first, count }: Run, id: unknown): boolean =>
  typeof id === 'number' && id >= first && id < first + count;
const since = (days: Days, day: unknown): boolean => isoOfNumber(days.last) >= String(day);
const before = (days: Days, day: unknown): boolean => isoOfNumber(days.first) < String(day);

/** Whether something in a volume may match a filter, as far as its row tells. */
const TESTS: Readonly<Record<string, (row: Row, value: unknown) => boolean>> = {
  VolumeID: ({ header }, id) => header.id === id,
  VolumeNumber: ({ header }, number) => header.volumeNumber === number,
  Status: ({ header }, status) => header.status === status,
  PageID: ({ pages }, id) => inRun(pages, id),
  PartID: ({ parts }, id) => inRun(parts, id),
  ItemID: ({ items }, id) => inRun(items, id),
  CreatedSince: ({ created }, day) => since(created, day),
  CreatedBefore: ({ created }, day) => before(created, day),
  ModifiedSince: ({ modified }, day) => since(modified, day),
  ModifiedBefore: ({ modified }, day) => before(modified, day),
};

/** Other names of a filter in the register: whoever has a role is found under all of them. */
const REGISTERED_AS: Readonly<Record<string, string>> = {
  CollectorID: 'PersonID',
  InformantID: 'PersonID',
  RelevantPersonID: 'PersonID',
};

/** A catalogue of planned volumes. */
export class VolumeCatalogue implements Catalogue {
  readonly ids: readonly number[];
  readonly hidden: Catalogue['hidden'];
  readonly #rows: readonly Row[];
  /** Of the rows, those that are in this catalogue. */
  readonly #listed: ReadonlySet<number>;
  readonly #register: Register;
  readonly #everything: boolean;

  /** @param everything whether the hidden and the unpublished are in it */
  constructor(rows: readonly Row[], register: Register, hidden: Catalogue['hidden'], everything = true) {
    this.#rows = rows;
    this.#register = register;
    this.#everything = everything;
    this.hidden = hidden;
    this.#listed = new Set(rows.flatMap((row, index) => (everything || isPublished(row) ? [index] : [])));
    this.ids = rows.filter((_, index) => this.#listed.has(index)).map((row) => row.header.id);
  }

  summaries(): VolumeSummary[] {
    return this.#rows
      .filter((_, index) => this.#listed.has(index))
      .map(({ header, pages, parts, items, hidden }) => ({
        ...header,
        ...(this.#everything ? {} : { status: undefined }),
        pageCount: pages.count - (this.#everything ? 0 : hidden.pages),
        partCount: parts.count,
        itemCount: items.count - (this.#everything ? 0 : hidden.items),
      }));
  }

  candidates(given: Readonly<Record<string, unknown>>): readonly number[] {
    let left: readonly number[] = [...this.#listed];
    for (const [filter, value] of Object.entries(given)) {
      const rows = this.#register.rows(REGISTERED_AS[filter] ?? filter, value);
      const known = rows === undefined ? undefined : new Set(rows);
      const test = TESTS[filter];
      left = left.filter(
        (index) =>
          known?.has(index) !== false && (test === undefined || test(this.#rows[index] as Row, value)),
      );
    }
    return left.map((index) => (this.#rows[index] as Row).header.id);
  }

  published(): Catalogue {
    return new VolumeCatalogue(this.#rows, this.#register, this.hidden, false);
  }
}

const isPublished = (row: Row): boolean => row.header.status === PUBLISHED;

/** What a public key never sees: what is marked itself, and all of the unpublished volumes. */
export function hiddenAmong(
  rows: readonly Row[],
  sensitive: { readonly pages: ReadonlySet<number>; readonly items: ReadonlySet<number> },
): Catalogue['hidden'] {
  const unpublished = rows.filter((row) => !isPublished(row));
  const of = (run: 'pages' | 'items'): Has => ({
    has: (id) => sensitive[run].has(id) || unpublished.some((row) => inRun(row[run], id)),
  });
  return { pages: of('pages'), items: of('items') };
}

/** The first and the last of some days; of none, no day at all. */
export function spanOf(days: readonly number[]): Days {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const day of days) {
    if (day < first) first = day;
    if (day > last) last = day;
  }
  return { first, last };
}
