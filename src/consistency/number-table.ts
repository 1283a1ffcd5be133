/** Rows of numbers, eight bytes each: what a build remembers of hundreds of thousands of records. */
export class NumberTable {
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

  /** All cells, row by row: plain data, for another table to take over. */
  cells(): Float64Array {
    return this.#cells.slice(0, this.#used);
  }

  /**
   * Adds the rows of another table of the same width.
   *
   * @param column whose numbers mean something else here
   * @param made what they are here
   */
  addAll(cells: Float64Array, column?: number, made: (number: number) => number = (same) => same): void {
    const start = this.#used;
    this.#append(cells);
    if (column === undefined) return;
    for (let at = start + column; at < this.#used; at += this.#width) {
      this.#cells[at] = made(this.#cells[at] ?? Number.NaN);
    }
  }

  /** A cell; rows are numbered in the order they came. */
  at(row: number, column: number): number {
    return this.#cells[row * this.#width + column] ?? Number.NaN;
  }

  /** The numbers of the rows, by the value in a column; equal ones in the order they came. */
  sortedBy(column: number): Uint32Array {
    const rows = Uint32Array.from({ length: this.size }, (_, row) => row);
    return rows.sort((a, b) => this.at(a, column) - this.at(b, column) || a - b);
  }

  #append(cells: ArrayLike<number>): void {
    const used = this.#used + cells.length;
    if (used > this.#cells.length) {
      const grown = new Float64Array(Math.max(used, this.#cells.length * 2));
      grown.set(this.#cells);
      this.#cells = grown;
    }
    this.#cells.set(cells, this.#used);
    this.#used = used;
  }
}

/** Rows of a table found by the value in one of its columns; the table must not grow any more. */
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
    const at = this.#lowest(value);
    const row = this.#order[at];
    return row !== undefined && this.#table.at(row, this.#column) === value ? row : undefined;
  }

  /** Every row with a value, in the order they came. */
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
