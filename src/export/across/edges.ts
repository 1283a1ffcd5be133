import { NumberTable } from './number-table.js';

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
