import type { RecordKey } from '../rdf/record-order.js';

/** What an id must look like to be told from a number again. */
const PLAIN_NUMBER = /^(?:0|[1-9]\d{0,14})$/;

/** The columns of numbers. */
const COLUMNS = { path: 0, id: 1, length: 2 } as const;
const WIDTH = 3;

/** What is in a run: which records, and how long their lines are. Ids that are numbers take twenty-four bytes. */
export class RunIndex {
  readonly #paths: string[] = [];
  readonly #numbers = new Map<string, number>();
  /** Ids that are no numbers, by row. */
  readonly #ids = new Map<number, string>();
  #cells = new Float64Array(WIDTH * 256);
  #rows = 0;

  add({ path, id }: RecordKey, length: number): void {
    if ((this.#rows + 1) * WIDTH > this.#cells.length) {
      const grown = new Float64Array(this.#cells.length * 2);
      grown.set(this.#cells);
      this.#cells = grown;
    }
    const at = this.#rows * WIDTH;
    this.#cells[at + COLUMNS.path] = this.#numberOf(path);
    if (PLAIN_NUMBER.test(id)) this.#cells[at + COLUMNS.id] = Number(id);
    else {
      this.#cells[at + COLUMNS.id] = Number.NaN;
      this.#ids.set(this.#rows, id);
    }
    this.#cells[at + COLUMNS.length] = length;
    this.#rows += 1;
  }

  /** The key of a record, by its row; undefined behind the last one. */
  key(row: number): RecordKey | undefined {
    if (row >= this.#rows) return undefined;
    const path = this.#paths[this.#cell(row, 'path')] ?? '';
    const number = this.#cell(row, 'id');
    const id = Number.isNaN(number) ? (this.#ids.get(row) ?? '') : String(number);
    return { record: path === '' ? id : `${path}/${id}`, path, id, isNumber: /^\d+$/.test(id) };
  }

  /** Bytes of its lines. */
  length(row: number): number {
    return this.#cell(row, 'length');
  }

  #cell(row: number, column: keyof typeof COLUMNS): number {
    return this.#cells[row * WIDTH + COLUMNS[column]] ?? 0;
  }

  #numberOf(path: string): number {
    const before = this.#numbers.get(path);
    if (before !== undefined) return before;
    this.#numbers.set(path, this.#paths.length);
    return this.#paths.push(path) - 1;
  }
}
