import { isNothing } from '../../dictionary/nothing.js';

/** How often a field is there, of how many records or objects that could have it. */
export interface Presence {
  readonly present: number;
  readonly of: number;
}

/**
 * Counts which fields are there: of one record, of the objects in it, of the entries of its lists. Absent,
 * `null`, empty and blank are alike: not there (wire-format 1). A hot path: every field of a harvest.
 */
export class Tally {
  #objects = 0;
  readonly #fields = new Map<string, Field>();

  take(value: object): void {
    this.#objects += 1;
    for (const name of Object.keys(value)) {
      const entry = (value as Readonly<Record<string, unknown>>)[name];
      if (isNothing(entry)) continue;
      const field = this.#fieldOf(name);
      field.present += 1;
      if (Array.isArray(entry)) for (const one of entry) takeWithin(field, one);
      else takeWithin(field, entry);
    }
  }

  /** The fields by their paths (`names.surname`), sorted. */
  fields(): Record<string, Presence> {
    return Object.fromEntries([...this.#presences('')].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  #fieldOf(name: string): Field {
    const before = this.#fields.get(name);
    if (before !== undefined) return before;
    const field = { present: 0, within: new Tally() };
    this.#fields.set(name, field);
    return field;
  }

  *#presences(path: string): Generator<[string, Presence]> {
    for (const [name, { present, within }] of this.#fields) {
      yield [`${path}${name}`, { present, of: this.#objects }];
      yield* within.#presences(`${path}${name}.`);
    }
  }
}

interface Field {
  present: number;
  readonly within: Tally;
}

function takeWithin({ within }: Field, value: unknown): void {
  if (typeof value === 'object' && value !== null) within.take(value);
}
