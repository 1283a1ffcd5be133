import type { Quad } from '@rdfjs/types';
import { ADDENDS, type AddendName, addendsOf } from './addends.js';
import type { Spelling } from './checksum.js';

/** What a store gives: by what was added up, the sum of each group; undefined for what is no whole number. */
export type FoundSums = ReadonlyMap<AddendName, ReadonlyMap<string, bigint | undefined>>;

/** The sums of the triples of a release, in groups: those with one property, or some of them. */
export class Sums {
  readonly spelling: Spelling;
  readonly #sums = new Map<AddendName, Map<string, bigint>>();
  readonly #datatypes = new Set<string>();

  constructor(spelling: Spelling) {
    this.spelling = spelling;
  }

  /** Adds a triple, and what it has to add; a blank node is nobody that a store could be asked about. */
  add(group: string, { subject, object }: Quad): void {
    if (subject.termType !== 'NamedNode') return;
    for (const name of ['triples' as const, ...addendsOf(object)]) {
      const sums = this.#sums.get(name) ?? new Map<string, bigint>();
      this.#sums.set(name, sums);
      sums.set(group, (sums.get(group) ?? 0n) + ADDENDS[name].of(subject.value, object, this.spelling));
      if (name === 'typed' && object.termType === 'Literal') this.#datatypes.add(object.datatype.value);
    }
  }

  /** What has been added up. */
  get names(): readonly AddendName[] {
    return [...this.#sums.keys()];
  }

  /** The groups that have something of a name. */
  groupsOf(name: AddendName): readonly string[] {
    return [...(this.#sums.get(name)?.keys() ?? [])];
  }

  sumOf(name: AddendName, group: string): bigint {
    return this.#sums.get(name)?.get(group) ?? 0n;
  }

  /** The datatypes of objects that are added up as they are written. */
  get datatypes(): readonly string[] {
    return [...this.#datatypes];
  }

  /** The groups of which a store has another sum. */
  differing(found: FoundSums): ReadonlySet<string> {
    const differing = new Set<string>();
    for (const [name, there] of found) {
      for (const group of new Set([...this.groupsOf(name), ...there.keys()])) {
        const sum = there.has(group) ? there.get(group) : 0n;
        if (sum !== this.sumOf(name, group)) differing.add(group);
      }
    }
    return differing;
  }
}
