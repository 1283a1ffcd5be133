import type { Origin } from '../../base/origin.js';

/** Rows of numbers, eight bytes each, for facts of hundreds of thousands of records. */
class NumberTable {
  readonly #width: number;
  #cells: Float64Array;
  #used = 0;

  constructor(width: number) {
    this.#width = width;
    this.#cells = new Float64Array(width * 1024);
  }

  get size(): number {
    return this.#used / this.#width;
  }

  add(...row: readonly number[]): void {
    this.#append(row);
  }

  /** All cells, row by row. */
  cells(): Float64Array {
    return this.#cells.slice(0, this.#used);
  }

  /**
   * Adds the rows of another table of the same width.
   *
   * @param column whose numbers are replaced
   * @param replaced the number that takes the place of another one
   */
  addAll(cells: Float64Array, column?: number, replaced: (number: number) => number = (same) => same): void {
    const start = this.#used;
    this.#append(cells);
    if (column === undefined) return;
    for (let at = start + column; at < this.#used; at += this.#width)
      this.#cells[at] = replaced(this.#cells[at] ?? Number.NaN);
  }

  /** A cell; rows are numbered in the order in which they were added. */
  at(row: number, column: number): number {
    return this.#cells[row * this.#width + column] ?? Number.NaN;
  }

  /** The numbers of the rows, sorted by a column; rows of the same value in the order in which they were added. */
  sortedBy(column: number): Uint32Array {
    const rows = Uint32Array.from({ length: this.size }, (_, row) => row);
    return rows.sort((a, b) => this.at(a, column) - this.at(b, column) || a - b);
  }

  #append(cells: ArrayLike<number>): void {
    const used = this.#used + cells.length;
    if (used > this.#cells.length) {
      const grown = new Float64Array(Math.max(used, Math.ceil(this.#cells.length * 1.5)));
      grown.set(this.#cells);
      this.#cells = grown;
    }
    this.#cells.set(cells, this.#used);
    this.#used = used;
  }
}

/** Finds rows of a table by the value in a column; the table must not grow any more. */
export class NumberIndex {
  readonly #table: NumberTable;
  readonly #column: number;
  readonly #order: Uint32Array;

  constructor(table: NumberTable, column: number) {
    this.#table = table;
    this.#column = column;
    this.#order = table.sortedBy(column);
  }

  /** The first row with a value, or undefined. */
  row(value: number): number | undefined {
    const row = this.#order[this.#lowest(value)];
    return row !== undefined && this.#table.at(row, this.#column) === value ? row : undefined;
  }

  /** Every row with a value, in the order in which they were added. */
  rows(value: number): readonly number[] {
    const rows: number[] = [];
    for (let at = this.#lowest(value); at < this.#order.length; at += 1) {
      const row = this.#order[at] ?? 0;
      if (this.#table.at(row, this.#column) !== value) break;
      rows.push(row);
    }
    return rows;
  }

  #lowest(value: number): number {
    let [low, high] = [0, this.#order.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#table.at(this.#order[middle] ?? 0, this.#column) < value) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** The state of {@link NumberTables} as plain data. */
export interface TablesState {
  readonly origins: readonly Origin[];
  readonly cells: Readonly<Record<string, Float64Array>>;
}

/** The columns of each table, by name, with their positions. */
export type TableColumns<Name extends string> = Readonly<Record<Name, Readonly<Record<string, number>>>>;

/** Some tables of numbers, and the requests that their rows name by number, in the column `request`. */
export class NumberTables<Name extends string> {
  readonly #columns: TableColumns<Name>;
  #tables: Record<Name, NumberTable>;
  #numbers = new Map<string, number>();
  #origins: Origin[] = [];

  constructor(columns: TableColumns<Name>) {
    this.#columns = columns;
    this.#tables = this.#emptyTables();
  }

  get(name: Name): NumberTable {
    return this.#tables[name];
  }

  numberOf(origin: Origin): number {
    const key = `${origin.service} ${origin.request}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.#origins.length);
    return this.#origins.push({ ...origin, pointer: '' }) - 1;
  }

  /** The request with a number; the place in its answer is not remembered. */
  originOf(number: number): { readonly origin?: Origin } {
    const origin = this.#origins[number];
    return origin === undefined ? {} : { origin };
  }

  take(): TablesState {
    const cells = Object.fromEntries(this.#names().map((name) => [name, this.get(name).cells()]));
    const state = { origins: this.#origins, cells };
    this.#tables = this.#emptyTables();
    this.#origins = [];
    this.#numbers = new Map();
    return state;
  }

  merge({ origins, cells }: TablesState): void {
    const numbers = origins.map((origin) => this.numberOf(origin));
    for (const name of this.#names()) {
      const rows = cells[name] ?? new Float64Array();
      this.get(name).addAll(rows, this.#columns[name].request, (number) => numbers[number] ?? Number.NaN);
    }
  }

  #names(): Name[] {
    return Object.keys(this.#columns) as Name[];
  }

  #emptyTables(): Record<Name, NumberTable> {
    const tables = this.#names().map(
      (name) => [name, new NumberTable(Object.keys(this.#columns[name]).length)] as const,
    );
    return Object.fromEntries(tables) as Record<Name, NumberTable>;
  }
}
