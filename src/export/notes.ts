import type { Kind } from './unit.js';

/** Something that no list of ours knows, and in how many records of a kind. */
export interface Unknown {
  readonly kind: Kind;
  /** The name of the field, or the field with its code: `ContentType=XYZ`. */
  readonly what: string;
  count: number;
}

/** What a data manager should know of a run although nothing was lost by it. */
export class Notes {
  readonly #unknownFields = new Map<string, Unknown>();
  readonly #unknownCodes = new Map<string, Unknown>();
  readonly #genderConflicts: string[] = [];
  readonly #metAgain = new Map<Kind, number>();

  /** Fields that no dictionary knows: reported once per kind and field, with their number. */
  unknownFields(kind: Kind, fields: readonly string[]): void {
    count(this.#unknownFields, kind, fields);
  }

  /** Codes outside their lists (model 3.10), likewise. */
  unknownCodes(kind: Kind, codes: readonly string[]): void {
    count(this.#unknownCodes, kind, codes);
  }

  /** A unit that stands in its source twice is one unit; the second is not described again. */
  metAgain(kind: Kind): void {
    this.#metAgain.set(kind, (this.#metAgain.get(kind) ?? 0) + 1);
  }

  /** Collections whose gender codes contradict the configured scheme: no gender is stated in them. */
  genders(collections: readonly string[]): void {
    this.#genderConflicts.push(...collections);
  }

  get duplicates(): readonly { readonly kind: Kind; readonly count: number }[] {
    return [...this.#metAgain].map(([kind, count]) => ({ kind, count }));
  }

  get unknown(): { readonly fields: readonly Unknown[]; readonly codes: readonly Unknown[] } {
    return { fields: [...this.#unknownFields.values()], codes: [...this.#unknownCodes.values()] };
  }

  get genderConflicts(): readonly string[] {
    return this.#genderConflicts;
  }
}

function count(into: Map<string, Unknown>, kind: Kind, met: readonly string[]): void {
  for (const what of met) {
    const key = `${kind} ${what}`;
    const entry = into.get(key) ?? { kind, what, count: 0 };
    entry.count += 1;
    into.set(key, entry);
  }
}
