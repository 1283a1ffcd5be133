import type { Cell, TableName } from './tables.js';

/** Rows by table: arrays in JSON, with commas between them. */
export type ShardRows = Readonly<Partial<Record<TableName, string>>>;

/** Adds a row to a table; an absent value is null. */
export type AddRow = (table: TableName, ...cells: readonly (Cell | undefined)[]) => void;

/** Collects rows of the build database in a thread. */
export class RowBuffer {
  #rows = new Map<TableName, string[]>();

  readonly add: AddRow = (table, ...cells) => {
    const rows = this.#rows.get(table);
    const row = JSON.stringify(cells.map(storable));
    if (rows === undefined) this.#rows.set(table, [row]);
    else rows.push(row);
  };

  /** The rows added since the last call. */
  take(): ShardRows {
    const taken = Object.fromEntries(Array.from(this.#rows, ([table, rows]) => [table, rows.join(',')]));
    this.#rows = new Map();
    return taken;
  }
}

/** libsql ends the process at a text that is no UTF-8. */
const storable = (cell: Cell | undefined): Cell =>
  typeof cell === 'string' ? cell.toWellFormed() : (cell ?? null);
