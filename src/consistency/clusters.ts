import type { Origin } from '../base/origin.js';
import type { CheckedRecord, ConsistencyCheck, CrossRecordFinding, IriNaming } from './check.js';
import { ruleFinding } from './rules.js';

interface Member {
  readonly focus: number;
  readonly members: readonly number[];
  readonly origin: Origin;
}

interface ClustersSeen {
  readonly places: ReadonlyMap<number, Member>;
  readonly alone: ReadonlySet<number>;
}

/** Places that are taken together: the focus is one of them, and all of them name the same one (X12). */
export class Clusters implements ConsistencyCheck<ClustersSeen> {
  readonly #naming: IriNaming;
  #places = new Map<number, Member>();
  /** Places that are in the release and in no cluster. */
  #alone = new Set<number>();

  constructor(naming: IriNaming) {
    this.#naming = naming;
  }

  add({ one }: CheckedRecord): void {
    // A merged place says nothing of its own any more.
    if (one.kind !== 'place' || one.record.replacementID !== undefined) return;
    const { id, cluster } = one.record;
    if (cluster === undefined) {
      this.#alone.add(id);
      return;
    }
    const { focusID: focus, members } = cluster;
    this.#places.set(id, {
      focus,
      members: members.map(({ placeID }) => placeID),
      origin: one.origin,
    });
  }

  takeState(): ClustersSeen {
    const seen = { places: this.#places, alone: this.#alone };
    this.#places = new Map();
    this.#alone = new Set();
    return seen;
  }

  mergeState({ places, alone }: ClustersSeen): void {
    for (const [id, member] of places) this.#places.set(id, member);
    for (const id of alone) this.#alone.add(id);
  }

  *findings(): Iterable<CrossRecordFinding> {
    const { word, iri } = this.#naming;
    for (const [id, { focus, members, origin }] of [...this.#places].sort(([a], [b]) => a - b)) {
      const isFocusIn = focus === id || members.includes(focus);
      const isAgreed = members.every(
        (member) => !this.#alone.has(member) && (this.#places.get(member)?.focus ?? focus) === focus,
      );
      if (isFocusIn && isAgreed) continue;
      const record = { kind: 'place', id } as const;
      const value = iri({ kind: 'cluster', id: focus });
      yield {
        record: { ...record, origin },
        finding: ruleFinding('X12', { focus: iri(record), path: word('inCluster'), value }),
      };
    }
  }
}
