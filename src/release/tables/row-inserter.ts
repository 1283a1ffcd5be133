import type { Database, Statement } from 'libsql';

export type SqlValue = string | number | null | Uint8Array;

/** Rows of a statement: a call of the engine takes four times as long as a row. */
const ROWS = 64;

/** Inserts rows into a table, many with one statement. */
export class RowInserter {
  readonly #database: Database;
  readonly #into: string;
  readonly #width: number;
  readonly #upsert: string;
  /** By the number of their rows. */
  readonly #statements = new Map<number, Statement>();
  #values: SqlValue[] = [];

  /**
   * @param into such as `INSERT INTO link`
   * @param width columns of a row
   * @param upsert the end of the statement, such as `ON CONFLICT …`
   */
  constructor(database: Database, into: string, width: number, upsert = '') {
    this.#database = database;
    this.#into = into;
    this.#width = width;
    this.#upsert = upsert;
  }

  add(row: readonly SqlValue[]): void {
    for (const value of row) this.#values.push(value);
    if (this.#values.length >= ROWS * this.#width) this.flush();
  }

  /** Inserts the rows that wait. */
  flush(): void {
    const rows = this.#values.length / this.#width;
    if (rows === 0) return;
    let statement = this.#statements.get(rows);
    if (statement === undefined) {
      const row = `(${Array(this.#width).fill('?').join(', ')})`;
      statement = this.#database.prepare(
        `${this.#into} VALUES ${Array(rows).fill(row).join(', ')} ${this.#upsert}`,
      );
      this.#statements.set(rows, statement);
    }
    statement.run(this.#values);
    this.#values = [];
  }
}
