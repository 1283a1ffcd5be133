import type { CheckedRecord, ConsistencyCheck, CrossRecordFinding, IriNaming } from './check.js';
import { ruleFinding } from './rules.js';

interface AuthoritiesSeen {
  readonly people: number;
  readonly same: number;
}

/** How many people have for an id the id of the authority file: such ids move when that file merges people (X18). */
export class Authorities implements ConsistencyCheck<AuthoritiesSeen> {
  readonly #naming: IriNaming;
  #people = 0;
  #same = 0;

  constructor(naming: IriNaming) {
    this.#naming = naming;
  }

  add({ one }: CheckedRecord): void {
    if (one.kind !== 'cbed.person') return;
    this.#people += 1;
    if (one.record.viafID === one.record.id) this.#same += 1;
  }

  takeState(): AuthoritiesSeen {
    const seen = { people: this.#people, same: this.#same };
    [this.#people, this.#same] = [0, 0];
    return seen;
  }

  mergeState({ people, same }: AuthoritiesSeen): void {
    this.#people += people;
    this.#same += same;
  }

  *findings(): Iterable<CrossRecordFinding> {
    if (this.#same === 0) return;
    const record = { kind: 'collection', id: 'cbed' } as const;
    const { word, iri } = this.#naming;
    const value = `${this.#same} of ${this.#people}`;
    yield { record, finding: ruleFinding('X18', { focus: iri(record), path: word('viafId'), value }) };
  }
}
