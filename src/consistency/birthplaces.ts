import type { Origin } from '../base/origin.js';
import type { CheckedRecord, ConsistencyCheck, CrossRecordFinding, IriNaming } from './check.js';
import { ruleFinding } from './rules.js';

interface Born {
  readonly id: number;
  readonly biography: number;
  readonly place: number;
  readonly origin: Origin;
}

interface BirthplacesSeen {
  readonly people: readonly Born[];
  readonly bornHere: ReadonlyMap<number, readonly number[]>;
  readonly merges: ReadonlyMap<number, number>;
}

/** Both databases name birthplaces of people who have a biography: they should be the same (X13). */
export class Birthplaces implements ConsistencyCheck<BirthplacesSeen> {
  readonly #naming: IriNaming;
  #people: Born[] = [];
  /** Biography → the places that say so. */
  #bornHere = new Map<number, readonly number[]>();
  /** What a place was merged into: it is the same place. */
  #merges = new Map<number, number>();

  constructor(naming: IriNaming) {
    this.#naming = naming;
  }

  add({ one }: CheckedRecord): void {
    if (one.kind === 'cbed.person') {
      const { id, ainmID: biography, birthPlaceIreland } = one.record;
      if (biography === undefined || birthPlaceIreland === undefined) return;
      this.#people.push({ id, biography, place: birthPlaceIreland.logainmID, origin: one.origin });
    }
    if (one.kind === 'place') {
      const { id, replacementID } = one.record;
      if (replacementID !== undefined) this.#merges.set(id, replacementID);
      for (const { id: biography } of one.record.bornHere) {
        this.#bornHere.set(biography, [...(this.#bornHere.get(biography) ?? []), one.record.id]);
      }
    }
  }

  takeState(): BirthplacesSeen {
    const seen = { people: this.#people, bornHere: this.#bornHere, merges: this.#merges };
    [this.#people, this.#bornHere, this.#merges] = [[], new Map(), new Map()];
    return seen;
  }

  mergeState({ people, bornHere, merges }: BirthplacesSeen): void {
    this.#people.push(...people);
    for (const [biography, places] of bornHere) {
      this.#bornHere.set(biography, [...(this.#bornHere.get(biography) ?? []), ...places]);
    }
    for (const [id, into] of merges) this.#merges.set(id, into);
  }

  *findings(): Iterable<CrossRecordFinding> {
    const { word, iri } = this.#naming;
    for (const { id, biography, place, origin } of this.#people.sort((a, b) => a.id - b.id)) {
      const places = this.#bornHere.get(biography) ?? [];
      const [other] = places;
      if (other === undefined || places.some((one) => this.#live(one) === this.#live(place))) continue;
      const record = { kind: 'cbed.person', id } as const;
      const value = iri({ kind: 'place', id: other });
      yield {
        record: { ...record, origin },
        finding: ruleFinding('X13', { focus: iri(record), path: word('birthPlace'), value }),
      };
    }
  }

  /** The place that a place has become part of in the end. */
  #live(id: number): number {
    const seen = new Set<number>();
    let at = id;
    for (let next = this.#merges.get(at); next !== undefined && !seen.has(at); next = this.#merges.get(at)) {
      seen.add(at);
      at = next;
    }
    return at;
  }
}
