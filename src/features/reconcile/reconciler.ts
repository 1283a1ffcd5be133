import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Column } from '../../release/tables/column.js';
import { NAMED_KINDS, type NamedKind, nameKeys, namesIn, plainName } from '../browse/index/name-keys.js';
import { similarityTo } from '../browse/index/name-similarity.js';
import type { ResourceSummary } from '../browse/index/release-index.js';
import { type ReleasedTables, type TableRow, tablesOfKind } from '../browse/index/released-tables.js';
import { countyNamed } from '../browse/search/named-counties.js';
import type { Site } from '../browse/site.js';
import { recordsNamed } from './named-records.js';

/** A query of the Reconciliation Service API 0.2, section 4.3. */
export interface ReconciliationQuery {
  readonly query: string;
  readonly kinds: readonly NamedKind[];
  /** Candidates, at most. */
  readonly limit: number;
  readonly properties: readonly { readonly pid: string; readonly values: readonly string[] }[];
}

/** A property of a query: its values as they came and as names are compared, made once for all candidates. */
interface Wanted {
  readonly pid: string;
  readonly values: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
}

/** A candidate of an answer, section 4.4. */
interface Candidate {
  readonly record: ResourceSummary;
  /** From 0 to 100. */
  readonly score: number;
  /** Whether it is the only one that is as good as certain. */
  readonly match: boolean;
  /** What the score is made of: `name`, and the given properties, each from 0 to 100. */
  readonly features: readonly { readonly id: string; readonly value: number }[];
}

/** A record that is compared with a name. */
type Compared = Omit<Candidate, 'match'> & { readonly name: number };

/** Candidates that are compared with a name, at most. */
const MOST_COMPARED = 300;
/** Below this a name is another name. */
const LEAST = 40;
/** The share of the given properties in a score. */
const PROPERTY_SHARE = 0.25;
/** A candidate matches from this score on, if the next one has so much less. */
const CERTAIN = 95;
const APART = 3;

/** The columns of the tables with names of a kind, each once. */
export const columnsOf = (kind: NamedKind): readonly Column[] => [
  ...new Map(
    tablesOfKind(kind)
      .toReversed()
      .flatMap(({ table }) => table.columns.map((column) => [column.name, column] as const)),
  ).values(),
];

/** What the tables have of a record. */
export interface NamedRow {
  readonly names: readonly string[];
  /** The cells by column, of the first table that has any. */
  readonly cells: TableRow;
}

/** What the tables have of records of a kind, by their paths. */
export const namedRows = (
  tables: ReleasedTables,
  kind: NamedKind,
  paths: readonly string[],
): ReadonlyMap<string, NamedRow> =>
  new Map(
    [...tables.namedRows(kind, paths)].map(([path, rows]) => {
      const filled = rows.flatMap((row) => Object.entries(row).filter(([, cell]) => cell !== null));
      return [path, { names: namesIn(rows, kind), cells: Object.fromEntries(filled.toReversed()) }];
    }),
  );

/** Finds the records of a release that a name may mean. */
export class Reconciler {
  readonly #site: Site;

  constructor(site: Site) {
    this.#site = site;
  }

  /**
   * The candidates of a query, the best first. Other requests have their turn before each kind of record, because one kind can take
   * a tenth of a second.
   */
  async candidates({ query, kinds, limit, properties }: ReconciliationQuery): Promise<Candidate[]> {
    const site = this.#site;
    const named = countyNamed(site, query);
    const county = named?.hasWord === true ? named.county : undefined;
    const wanted = properties
      .filter(({ values }) => values.length > 0)
      .map(({ pid, values }) => ({
        ...{
          pid,
          values: new Set(values.flatMap((one) => [one, countyNamed(site, one)?.county.path ?? one])),
        },
        names: new Set(values.map((value) => plainName(value, 'place'))),
      }));
    const compared: Compared[] = [];
    for (const kind of kinds) {
      await nextTurn();
      const similarity = similarityTo(query, kind);
      const found = recordsNamed(site, query, nameKeys(query, kind), kind, MOST_COMPARED);
      const others = found.filter(({ path }) => path !== county?.path);
      const records = county?.kind === kind ? [county, ...others] : others;
      for (const [record, row] of this.#rowsOf(kind, records)) {
        const isNamed = record === county;
        const name = isNamed ? 100 : Math.max(0, ...row.names.map((one) => similarity(one).score));
        compared.push(this.#scored(name, record, row, wanted, kind));
      }
    }
    const scored = compared
      .filter(({ name }) => name >= LEAST)
      .toSorted((a, b) => b.score - a.score || (a.record.path < b.record.path ? -1 : 1));
    const [best, second] = scored;
    const isCertain =
      best !== undefined &&
      best.score >= CERTAIN &&
      (second === undefined || best.score - second.score >= APART);
    return scored
      .slice(0, limit)
      .map(({ record, score, features }, at) => ({ record, score, features, match: at === 0 && isCertain }));
  }

  #rowsOf(kind: NamedKind, records: readonly ResourceSummary[]): (readonly [ResourceSummary, NamedRow])[] {
    const rows = namedRows(
      this.#site.tables,
      kind,
      records.map(({ path }) => path),
    );
    return records.flatMap((record) => {
      const row = rows.get(record.path);
      return row === undefined ? [] : [[record, row] as const];
    });
  }

  #scored(
    name: number,
    record: ResourceSummary,
    row: NamedRow,
    wanted: readonly Wanted[],
    kind: NamedKind,
  ): Compared {
    const given = wanted.map((one) => ({ id: one.pid, value: this.#agreement(record, row, kind, one) }));
    const known = given.filter((one): one is { id: string; value: number } => one.value !== undefined);
    const mean = known.reduce((sum, { value }) => sum + value, 0) / Math.max(1, known.length);
    const score = known.length === 0 ? name : name * (1 - PROPERTY_SHARE) + mean * PROPERTY_SHARE;
    return {
      record,
      name,
      score: Math.round(score * 10) / 10,
      features: [{ id: 'name', value: name }, ...known],
    };
  }

  /** Whether a record has one of the values of a property: 100 or 0; undefined where it has none at all. */
  #agreement(
    record: ResourceSummary,
    row: NamedRow,
    kind: NamedKind,
    { pid, values, names }: Wanted,
  ): number | undefined {
    const isIri = columnsOf(kind)
      .find(({ name }) => name === pid)
      ?.holds.startsWith('iri');
    const cells =
      pid === COUNTY
        ? this.#site.search.countiesOf(record.path)
        : pid === NAME
          ? row.names
          : listOf(row.cells[pid]);
    if (cells.length === 0) return undefined;
    const labels = pid === COUNTY || isIri === true ? this.#site.index.summaries(cells) : undefined;
    const texts = cells.flatMap((cell) => {
      const label = labels?.get(cell);
      return label === undefined ? [cell] : [cell, label.label_en ?? '', label.label_ga ?? ''];
    });
    const has = texts.some(
      (text) => text !== '' && (names.has(plainName(text, 'place')) || values.has(text)),
    );
    return has ? 100 : 0;
  }
}

/** The properties that every kind has, beside the columns of its tables: its counties and all its names. */
export const COUNTY = 'county';
export const NAME = 'name';

export const isNamedKind = (kind: string): kind is NamedKind =>
  (NAMED_KINDS as readonly string[]).includes(kind);

/** The values of a cell. */
export const listOf = (cell: TableRow[string] | undefined): string[] =>
  cell === null || cell === undefined ? [] : String(cell).split('|');
