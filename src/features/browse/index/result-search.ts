import { entry, increase } from '../../../base/map-entry.js';
import type { Box } from '../map/map-view.js';
import type { Facet } from './facet-statements.js';
import { FACETS } from './facet-statements.js';
import { INDEXED_KINDS, LISTED_KINDS } from './index-words.js';
import { DATE_QUALIFIERS, type NumberLists, OPEN_ENDS, type ResultColumns } from './result-columns.js';
import type { Years } from './years.js';

/** The orders of results. */
export const ORDERS = ['relevance', 'date', 'place', 'title'] as const;
export type Order = (typeof ORDERS)[number];

/** The search of a page: words, and values of facets. A result has one of the values of each facet that has any. */
export interface SearchRequest {
  readonly words: string;
  readonly facets: ChosenFacets;
  /**
   * Path of a record: only its works. A person's are those in which the person has a role, a place's those at it and at the
   * places in it, a volume's and a part's the items in it.
   */
  readonly of?: string | undefined;
  /** A part of the map: only the works at the places in it. */
  readonly box?: Box | undefined;
  /** Only works whose dates are in, or touch, these years. */
  readonly years?: Years | undefined;
  /** Only records with all words: `all`. Otherwise those with most of the words follow where few have all. */
  readonly match?: 'all' | undefined;
  /** By relevance unless given; without words that is the order of the release. */
  readonly order?: Order | undefined;
}

/** The values of facets that are chosen. */
export type ChosenFacets = Readonly<Partial<Record<Facet, readonly string[]>>>;

export interface FacetValue {
  readonly value: string;
  readonly count: number;
}

/** A value of a facet in the index. */
export interface IndexedFacetValue {
  readonly id: number;
  readonly facet: Facet;
  readonly value: string;
}

/** Results of the full text, the nearest first. */
export type Hits = readonly number[];

/** What a search finds. */
export interface Found {
  /** The results in their order. */
  readonly ids: Uint32Array;
  /** How many results have each value of a facet, by the number of the value. A value that is chosen does not narrow its own facet. */
  readonly counts: Uint32Array;
  /** The first so many results have all words; the others have most of them. */
  readonly hasAll: number;
  /** The words that a result lacks. */
  readonly missing: ReadonlyMap<number, readonly string[]>;
}

/** Dates of one year and qualifier. */
interface YearCount {
  readonly year: number;
  /** Undefined where it is stated. */
  readonly qualifier: Exclude<(typeof DATE_QUALIFIERS)[number], ''> | undefined;
  readonly count: number;
}

/** Dates that are one period, of one qualifier, from one source. */
interface SpanCount {
  readonly first: number;
  readonly last: number;
  /** The end that is not known; both years are that of the other end then. */
  readonly open: (typeof OPEN_ENDS)[number];
  readonly qualifier: YearCount['qualifier'];
  readonly from: keyof DateCounts['periods'];
  readonly count: number;
}

/** How many works have a date of what kind. */
export interface DateCounts {
  readonly years: readonly YearCount[];
  /** The periods, the earliest first. */
  readonly spans: readonly SpanCount[];
  /** Works whose date is a period, by whose date it is: of their own, of the part, of the collection. */
  readonly periods: Readonly<Record<'own' | 'part' | 'collection', number>>;
  readonly undated: number;
}

/** Finds results in the columns of an index. */
export class ResultSearch {
  readonly #columns: ResultColumns;
  readonly #facets: NumberLists;
  readonly #places: NumberLists;
  /** The numbers of the values of each facet. Those of large facets are in the order of the values. */
  readonly #valuesOf: ReadonlyMap<Facet, Uint32Array>;
  /** The facet of each value, by the number of the value. */
  readonly #facetOf: Uint8Array;
  readonly #names: readonly string[];
  readonly #listed: Uint8Array;
  readonly #works: Uint8Array;
  /** Made when they are first asked for. */
  #ids: ReadonlyMap<string, number> | undefined;
  #worksOfPlace: NumberLists | undefined;

  constructor(columns: ResultColumns, values: readonly IndexedFacetValue[]) {
    this.#columns = columns;
    this.#facets = { starts: columns['facets.starts'], values: columns['facets.values'] };
    this.#places = { starts: columns['places.starts'], values: columns['places.values'] };
    this.#facetOf = new Uint8Array(values.reduce((most, { id }) => Math.max(most, id), 0) + 1);
    const names: string[] = [];
    const valuesOf = new Map<Facet, number[]>();
    for (const { id, facet, value } of values) {
      this.#facetOf[id] = FACETS.indexOf(facet);
      names[id] = value;
      entry(valuesOf, facet, (): number[] => []).push(id);
    }
    this.#names = names;
    this.#valuesOf = new Map([...valuesOf].map(([facet, ids]) => [facet, Uint32Array.from(ids)]));
    const codes = (kinds: Iterable<string>): Uint8Array => {
      const marked = new Uint8Array(INDEXED_KINDS.length + 1);
      for (const kind of kinds) marked[(INDEXED_KINDS as readonly string[]).indexOf(kind) + 1] = 1;
      return marked;
    };
    this.#listed = codes(LISTED_KINDS);
    this.#works = codes(['item', 'photograph']);
  }

  /**
   * @param hits the results of the words; undefined without words
   * @param works the works of the record and of the part of the map that the request names; undefined where it names neither
   */
  find({ facets, order, years }: SearchRequest, hits: Hits | undefined, works?: readonly number[]): Found {
    const { kind, titleRank, placeRank, firstYear } = this.#columns;
    const isInYears = yearTest(this.#columns, years);
    const { starts, values } = this.#facets;
    // A bit for each facet that is chosen, and for each value the bit of its facet.
    let all = 0;
    const bits = new Uint32Array(this.#facetOf.length);
    for (const [at, facet] of FACETS.entries())
      for (const value of facets[facet] ?? []) {
        all |= 1 << at;
        bits[this.#idOf(facet, value) ?? 0] = 1 << at;
      }
    const counts = new Uint32Array(this.#facetOf.length);
    const isWork = works === undefined || hits === undefined ? undefined : this.#marked(works);
    const found: number[] = [];
    const consider = (id: number): void => {
      if (this.#listed[kind[id] ?? 0] !== 1 || isWork?.[id] === 0) return;
      if (isInYears !== undefined && !(this.isWork(id) && isInYears(id))) return;
      const from = starts[id] ?? 0;
      const to = starts[id + 1] ?? 0;
      let missing = all;
      for (let at = from; missing !== 0 && at < to; at++) missing &= ~(bits[values[at] ?? 0] ?? 0);
      // Two facets or more.
      if ((missing & (missing - 1)) !== 0) return;
      if (missing === 0) found.push(id);
      for (let at = from; at < to; at++) {
        const value = values[at] ?? 0;
        if (missing === 0 || 1 << (this.#facetOf[value] ?? 0) === missing)
          counts[value] = (counts[value] ?? 0) + 1;
      }
    };
    const some = hits ?? works;
    if (some === undefined) for (let id = 1; id < kind.length; id++) consider(id);
    else for (const hit of some) consider(hit);
    const ids = Uint32Array.from(found);
    const by = (ranks: { readonly [id: number]: number }): void => {
      ids.sort((a, b) => (ranks[a] ?? 0) - (ranks[b] ?? 0) || a - b);
    };
    if (order === 'title') by(titleRank);
    else if (order === 'place') by(placeRank);
    // Undated ones come last.
    else if (order === 'date') ids.sort((a, b) => (firstYear[a] || 9999) - (firstYear[b] || 9999) || a - b);
    return { ids, counts, hasAll: ids.length, missing: NONE_MISSING };
  }

  #idOf(facet: Facet, value: string): number | undefined {
    if (this.#ids === undefined) {
      const ids = new Map<string, number>();
      for (const [of, values] of this.#valuesOf)
        for (const id of values) ids.set(`${of} ${this.#names[id]}`, id);
      this.#ids = ids;
    }
    return this.#ids.get(`${facet} ${value}`);
  }

  /**
   * The values of a facet that results have, the most frequent first.
   *
   * @param most values, at most
   */
  facet({ counts }: Found, facet: Facet, most = Number.POSITIVE_INFINITY): readonly FacetValue[] {
    const countOf = (id: number): number => counts[id] ?? 0;
    const ids = (this.#valuesOf.get(facet) ?? NO_VALUES).filter((id) => countOf(id) > 0);
    const least = ids.length > most ? (ids.map(countOf).sort()[ids.length - most] ?? 0) : 0;
    const above = [...ids.filter((id) => countOf(id) > least)];
    const equal = least === 0 ? [] : [...ids.filter((id) => countOf(id) === least)];
    return [...above, ...equal.slice(0, most - above.length)]
      .map((id) => ({ value: this.#names[id] ?? '', count: countOf(id) }))
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  }

  /** How many values of a facet the results have. */
  facetSize({ counts }: Found, facet: Facet): number {
    let size = 0;
    for (const id of this.#valuesOf.get(facet) ?? NO_VALUES) if ((counts[id] ?? 0) > 0) size += 1;
    return size;
  }

  /** How many results have a value of a facet. */
  countOf({ counts }: Found, facet: Facet, value: string): number {
    return counts[this.#idOf(facet, value) ?? -1] ?? 0;
  }

  /** How many listed records have each pair of values of two facets. */
  pairs(
    one: Facet,
    other: Facet,
  ): readonly { readonly one: string; readonly other: string; readonly count: number }[] {
    const { kind } = this.#columns;
    const [first, second] = [FACETS.indexOf(one), FACETS.indexOf(other)];
    const counts = new Map<number, Map<number, number>>();
    for (let id = 1; id < kind.length; id++) {
      if (this.#listed[kind[id] ?? 0] !== 1) continue;
      const values = listOf(this.#facets, id);
      for (const a of values) {
        if (this.#facetOf[a] !== first) continue;
        for (const b of values) {
          if (this.#facetOf[b] !== second) continue;
          increase(
            entry(counts, a, () => new Map<number, number>()),
            b,
          );
        }
      }
    }
    return [...counts].flatMap(([a, row]) =>
      [...row].map(([b, count]) => ({ one: this.#names[a] ?? '', other: this.#names[b] ?? '', count })),
    );
  }

  /** The number of the results' works at each place; a place that is a result itself counts no work for that. */
  worksByPlace(ids: Uint32Array): ReadonlyMap<number, number> {
    const counts = new Map<number, number>();
    for (const id of ids) {
      for (const place of listOf(this.#places, id)) increase(counts, place);
      if (this.#columns.kind[id] === PLACE && !counts.has(id)) counts.set(id, 0);
    }
    return counts;
  }

  /** The places of a work: its own, or those of its school or part. */
  placesOf(id: number): Uint32Array {
    return listOf(this.#places, id);
  }

  /** How many records the search may find. */
  listed(): number {
    return this.#columns.kind.reduce((all, kind) => all + (this.#listed[kind] ?? 0), 0);
  }

  isWork(id: number): boolean {
    return this.#works[this.#columns.kind[id] ?? 0] === 1;
  }

  /** The kind of some records, where all have the same one. */
  kindOf(ids: Uint32Array): string | undefined {
    const { kind } = this.#columns;
    const [first = 0] = ids;
    return ids.every((id) => kind[id] === kind[first]) ? INDEXED_KINDS[(kind[first] ?? 0) - 1] : undefined;
  }

  /** The works at some places, in the order of the release. */
  worksAt(places: readonly number[]): readonly number[] {
    this.#worksOfPlace ??= inverted(this.#places);
    const [place, ...others] = places;
    if (place === undefined) return [];
    if (others.length === 0) return [...listOf(this.#worksOfPlace, place)];
    const marks = new Uint8Array(this.#columns.kind.length);
    for (const one of places) for (const work of listOf(this.#worksOfPlace, one)) marks[work] = 1;
    const works: number[] = [];
    for (let id = 1; id < marks.length; id++) if (marks[id] === 1) works.push(id);
    return works;
  }

  /** Those of some records that are among others, in their order. */
  among(records: readonly number[], others: readonly number[]): readonly number[] {
    const marks = this.#marked(others);
    return records.filter((id) => marks[id] === 1);
  }

  /** A mark for each record that is among some. */
  #marked(records: readonly number[]): Uint8Array {
    const marks = new Uint8Array(this.#columns.kind.length);
    for (const id of records) marks[id] = 1;
    return marks;
  }

  /** The values of a facet that a record has. */
  valuesOf(id: number, facet: Facet): readonly string[] {
    const at = FACETS.indexOf(facet);
    return [...listOf(this.#facets, id)].flatMap((value) =>
      this.#facetOf[value] === at ? (this.#names[value] ?? []) : [],
    );
  }

  /** The dates of the works among results. */
  dates(ids: Uint32Array): DateCounts {
    const { kind, firstYear, lastYear, isOpen, qualifier, dateFrom } = this.#columns;
    const years = new Map<number, number>();
    const spans = new Map<string, SpanCount>();
    const periods = { own: 0, part: 0, collection: 0 };
    let undated = 0;
    for (const id of ids) {
      if (this.#works[kind[id] ?? 0] !== 1) continue;
      const [first = 0, last = 0] = [firstYear[id], lastYear[id]];
      if (first === 0) undated += 1;
      else if (first === last && isOpen[id] === 0) {
        const key = first * DATE_QUALIFIERS.length + (qualifier[id] ?? 0);
        increase(years, key);
      } else {
        const from = PERIODS[dateFrom[id] ?? 1] ?? 'own';
        periods[from] += 1;
        const key = [first, last, isOpen[id], qualifier[id], from].join(' ');
        const span = spans.get(key) ?? {
          ...{ first, last, from, count: 0 },
          open: OPEN_ENDS[isOpen[id] ?? 0] ?? '',
          qualifier: DATE_QUALIFIERS[qualifier[id] ?? 0] || undefined,
        };
        spans.set(key, { ...span, count: span.count + 1 });
      }
    }
    return {
      years: [...years]
        .toSorted(([a], [b]) => a - b)
        .map(([key, count]) => ({
          year: Math.floor(key / DATE_QUALIFIERS.length),
          qualifier: DATE_QUALIFIERS[key % DATE_QUALIFIERS.length] || undefined,
          count,
        })),
      spans: [...spans.values()].toSorted(
        (a, b) => a.first - b.first || a.last - b.last || b.count - a.count,
      ),
      periods,
      undated,
    };
  }
}

const NONE_MISSING: Found['missing'] = new Map();
const NO_VALUES = new Uint32Array();

const PLACE = INDEXED_KINDS.indexOf('place') + 1;

const PERIODS = ['own', 'own', 'part', 'collection'] as const;

const listOf = ({ starts, values }: NumberLists, id: number): Uint32Array =>
  values.subarray(starts[id] ?? 0, starts[id + 1] ?? 0);

/** Whether the date of a record is in some years, or touches them; undefined without years. */
function yearTest(
  { firstYear, lastYear }: ResultColumns,
  years: Years | undefined,
): ((id: number) => boolean) | undefined {
  if (years === undefined) return undefined;
  const { from = 1, to = 9999 } = years;
  return (id) => {
    const [first = 0, last = 0] = [firstYear[id], lastYear[id]];
    return first !== 0 && first <= to && last >= from;
  };
}

/** The numbers whose lists have each value. */
function inverted({ starts, values }: NumberLists): NumberLists {
  const count = starts.length - 1;
  const ends = new Uint32Array(count + 1);
  for (const value of values) ends[value + 1] = (ends[value + 1] ?? 0) + 1;
  for (let value = 1; value <= count; value++) ends[value] = (ends[value] ?? 0) + (ends[value - 1] ?? 0);
  const next = ends.slice();
  const ids = new Uint32Array(values.length);
  for (let id = 0; id < count; id++)
    for (let at = starts[id] ?? 0; at < (starts[id + 1] ?? 0); at++) {
      const value = values[at] ?? 0;
      ids[next[value] ?? 0] = id;
      next[value] = (next[value] ?? 0) + 1;
    }
  return { starts: ends, values: ids };
}
