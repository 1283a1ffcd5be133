/** How often a field is there, of how many records or objects that could have it. */
export interface Presence {
  readonly present: number;
  readonly of: number;
}

/**
 * Counts which fields are there: of one record, of the objects in it, of the entries of its lists. Absent,
 * `null`, empty and blank are alike: not there (wire-format 1).
 */
export class Tally {
  #objects = 0;
  readonly #fields = new Map<string, { present: number; readonly within: Tally }>();

  take(value: object): void {
    this.#objects += 1;
    for (const [name, entry] of Object.entries(value)) {
      if (isNothing(entry)) continue;
      const field = this.#fields.get(name) ?? { present: 0, within: new Tally() };
      this.#fields.set(name, field);
      field.present += 1;
      for (const one of Array.isArray(entry) ? entry : [entry]) {
        if (typeof one === 'object' && one !== null) field.within.take(one);
      }
    }
  }

  /** The fields by their paths (`names.surname`), sorted. */
  fields(): Record<string, Presence> {
    return Object.fromEntries([...this.#presences('')].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  *#presences(path: string): Generator<[string, Presence]> {
    for (const [name, { present, within }] of this.#fields) {
      yield [`${path}${name}`, { present, of: this.#objects }];
      yield* within.#presences(`${path}${name}.`);
    }
  }
}

function isNothing(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    (Array.isArray(value) && value.length === 0) ||
    (typeof value === 'string' && value.trim() === '')
  );
}
