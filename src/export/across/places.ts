import type { Origin } from '../../base/origin.js';
import type { AcrossCheck, Filed, Naming, Remark } from './check.js';
import { Requests } from './check.js';
import { Edges } from './edges.js';
import { breach } from './rules.js';

interface HierarchySeen {
  readonly origins: readonly Origin[];
  readonly containment: Float64Array;
  readonly merges: ReadonlyMap<number, number>;
  readonly requestOf: ReadonlyMap<number, number>;
}

/** Places lie in other places, and were merged into others: neither may go in a circle (X11). */
export class PlaceHierarchy implements AcrossCheck<HierarchySeen> {
  readonly #naming: Naming;
  readonly #requests = new Requests();
  readonly #containment = new Edges();
  /** What a place was merged into. */
  #merges = new Map<number, number>();
  #requestOf = new Map<number, number>();

  constructor(naming: Naming) {
    this.#naming = naming;
  }

  see({ one }: Filed): void {
    if (one.kind !== 'place') return;
    const { id, replacementID, includedIn } = one.record;
    this.#requestOf.set(id, this.#requests.numberOf(one.origin));
    if (replacementID !== undefined) this.#merges.set(id, replacementID);
    else for (const parent of includedIn) this.#containment.add(id, parent.id);
  }

  handOver(): HierarchySeen {
    const seen = {
      origins: this.#requests.handOver(),
      containment: this.#containment.handOver(),
      merges: this.#merges,
      requestOf: this.#requestOf,
    };
    this.#merges = new Map();
    this.#requestOf = new Map();
    return seen;
  }

  takeOver({ origins, containment, merges, requestOf }: HierarchySeen): void {
    const numberOf = this.#requests.takeOver(origins);
    this.#containment.takeOver(containment);
    for (const [id, into] of merges) this.#merges.set(id, into);
    for (const [id, request] of requestOf) this.#requestOf.set(id, numberOf(request));
  }

  *end(): Iterable<Remark> {
    for (const id of this.#containment.circular()) {
      yield this.#remark(id, 'containedInPlace');
    }
    for (const [id, into] of [...this.#merges].sort(([a], [b]) => a - b)) {
      if (!this.#endsAlive(id)) yield this.#remark(id, 'isReplacedBy', into);
    }
  }

  /** Whether the chain of merges ends in a place that was not merged; whether that one is there is X8's matter. */
  #endsAlive(id: number): boolean {
    const seen = new Set<number>();
    let at = id;
    for (let next = this.#merges.get(at); next !== undefined; next = this.#merges.get(at)) {
      if (seen.has(at)) return false;
      seen.add(at);
      at = next;
    }
    return true;
  }

  #remark(id: number, term: string, value?: number): Remark {
    const { word, iri } = this.#naming;
    const record = { kind: 'place', id } as const;
    return {
      record: { ...record, ...this.#requests.originOf(this.#requestOf.get(id) ?? -1) },
      finding: breach('X11', {
        focus: iri(record),
        path: word(term),
        ...(value === undefined ? {} : { value: iri({ kind: 'place', id: value }) }),
      }),
    };
  }
}
