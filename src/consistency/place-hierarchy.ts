import type { Origin } from '../base/origin.js';
import {
  type CheckedRecord,
  type ConsistencyCheck,
  type CrossRecordFinding,
  type IriNaming,
  Requests,
} from './check.js';
import { NumberTable } from './number-table.js';
import { ruleFinding } from './rules.js';

/** Edges between things that are known by numbers, and the circles among them. */
export class Edges {
  #table = new NumberTable(2);

  add(from: number, to: number): void {
    this.#table.add(from, to);
  }

  /** Lets go of all edges, for another one to take over. */
  handOver(): Float64Array {
    const cells = this.#table.cells();
    this.#table = new NumberTable(2);
    return cells;
  }

  takeOver(cells: Float64Array): void {
    this.#table.addAll(cells);
  }

  /**
   * Everything that lies on a way back to itself, found by taking away, again and again, what no edge leaves or
   * enters: what is left are circles and the ways between them, from which each is then tried.
   */
  circular(): number[] {
    const after = this.#peeled();
    return [...after.keys()].filter((one) => leadsTo(one, one, after)).sort((a, b) => a - b);
  }

  /** The edges that are left when every node without a way out or without a way in is gone. */
  #peeled(): Map<number, number[]> {
    let edges: (readonly [from: number, to: number])[] = [];
    for (let row = 0; row < this.#table.size; row += 1) {
      edges.push([this.#table.at(row, 0), this.#table.at(row, 1)]);
    }
    for (let before = Number.POSITIVE_INFINITY; edges.length < before; ) {
      before = edges.length;
      const sources = new Set(edges.map(([from]) => from));
      const targets = new Set(edges.map(([, to]) => to));
      edges = edges.filter(([from, to]) => sources.has(to) && targets.has(from));
    }
    const after = new Map<number, number[]>();
    for (const [from, to] of edges) {
      const others = after.get(from);
      if (others === undefined) after.set(from, [to]);
      else others.push(to);
    }
    return after;
  }
}

function leadsTo(from: number, to: number, after: ReadonlyMap<number, readonly number[]>): boolean {
  const seen = new Set<number>();
  const open = [...(after.get(from) ?? [])];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at === to) return true;
    if (seen.has(at)) continue;
    seen.add(at);
    open.push(...(after.get(at) ?? []));
  }
  return false;
}

interface HierarchySeen {
  readonly origins: readonly Origin[];
  readonly containment: Float64Array;
  readonly merges: ReadonlyMap<number, number>;
  readonly requestOf: ReadonlyMap<number, number>;
}

/** Places lie in other places, and were merged into others: neither may go in a circle (X11). */
export class PlaceHierarchy implements ConsistencyCheck<HierarchySeen> {
  readonly #naming: IriNaming;
  readonly #requests = new Requests();
  readonly #containment = new Edges();
  /** What a place was merged into. */
  #merges = new Map<number, number>();
  #requestOf = new Map<number, number>();

  constructor(naming: IriNaming) {
    this.#naming = naming;
  }

  add({ one }: CheckedRecord): void {
    if (one.kind !== 'place') return;
    const { id, replacementID, includedIn } = one.record;
    this.#requestOf.set(id, this.#requests.numberOf(one.origin));
    if (replacementID !== undefined) this.#merges.set(id, replacementID);
    else for (const parent of includedIn) this.#containment.add(id, parent.id);
  }

  takeState(): HierarchySeen {
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

  mergeState({ origins, containment, merges, requestOf }: HierarchySeen): void {
    const numberOf = this.#requests.takeOver(origins);
    this.#containment.takeOver(containment);
    for (const [id, into] of merges) this.#merges.set(id, into);
    for (const [id, request] of requestOf) this.#requestOf.set(id, numberOf(request));
  }

  *findings(): Iterable<CrossRecordFinding> {
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

  #remark(id: number, term: string, value?: number): CrossRecordFinding {
    const { word, iri } = this.#naming;
    const record = { kind: 'place', id } as const;
    return {
      record: { ...record, ...this.#requests.originOf(this.#requestOf.get(id) ?? -1) },
      finding: ruleFinding('X11', {
        focus: iri(record),
        path: word(term),
        ...(value === undefined ? {} : { value: iri({ kind: 'place', id: value }) }),
      }),
    };
  }
}
