/** Which volumes hold something that a filter may match: rows of a catalogue, by filter and value. */
export class Register {
  readonly #filters = new Map<string, Map<unknown, number[]>>();

  /** @param filters the filters it knows; what is asked by another may be in any volume */
  constructor(filters: readonly string[]) {
    for (const filter of filters) this.#filters.set(filter, new Map());
  }

  /** Notes that a volume holds a value; volumes come in ascending order. */
  add(filter: string, value: unknown, row: number): void {
    const values = this.#filters.get(filter);
    const rows = values?.get(value);
    if (rows === undefined) values?.set(value, [row]);
    else if (rows.at(-1) !== row) rows.push(row);
  }

  /** The rows that may match, ascending; undefined where the register cannot tell. */
  rows(filter: string, value: unknown): readonly number[] | undefined {
    const values = this.#filters.get(filter);
    return values === undefined ? undefined : (values.get(value) ?? []);
  }
}
