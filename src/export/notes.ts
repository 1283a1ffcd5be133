import type { Finding } from '../shacl/finding.js';
import type { Kind } from './unit.js';

/** What a data manager should know of a run although nothing was lost by it. */
export class Notes {
  readonly #unknown = new Map<string, { readonly kind: Kind; readonly field: string; count: number }>();
  readonly #findings = { violation: 0, warning: 0, info: 0 };
  readonly #genderConflicts: string[] = [];
  readonly #metAgain = new Map<Kind, number>();

  /** Fields that no dictionary knows: reported once per kind and field, with their number. */
  unknownFields(kind: Kind, fields: readonly string[]): void {
    for (const field of fields) {
      const entry = this.#unknown.get(`${kind} ${field}`) ?? { kind, field, count: 0 };
      entry.count += 1;
      this.#unknown.set(`${kind} ${field}`, entry);
    }
  }

  /** A unit that stands in its source twice is one unit; the second is not described again. */
  metAgain(kind: Kind): void {
    this.#metAgain.set(kind, (this.#metAgain.get(kind) ?? 0) + 1);
  }

  finding({ severity }: Finding): void {
    this.#findings[severity] += 1;
  }

  /** Collections whose gender codes contradict the configured scheme: no gender is stated in them. */
  genders(collections: readonly string[]): void {
    this.#genderConflicts.push(...collections);
  }

  get duplicates(): readonly { readonly kind: Kind; readonly count: number }[] {
    return [...this.#metAgain].map(([kind, count]) => ({ kind, count }));
  }

  get unknown(): readonly { readonly kind: Kind; readonly field: string; readonly count: number }[] {
    return [...this.#unknown.values()];
  }

  get findings(): Readonly<Record<Finding['severity'], number>> {
    return this.#findings;
  }

  get genderConflicts(): readonly string[] {
    return this.#genderConflicts;
  }
}
