/** How many nodes each shape has met: a shape that never meets one promises nothing. */
export class ShapesMet {
  readonly #names: readonly string[];
  readonly #nodes: number[];

  /** @param names of the shapes, by their numbers */
  constructor(names: readonly string[]) {
    this.#names = names;
    this.#nodes = names.map(() => 0);
  }

  /** @param shape its number */
  add(shape: number, nodes: number): void {
    this.#nodes[shape] = (this.#nodes[shape] ?? 0) + nodes;
  }

  forget(): void {
    this.#nodes.fill(0);
  }

  /** Nodes by the IRI of the shape, 0 where it has met none. */
  counts(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    this.#names.forEach((name, shape) => {
      counts.set(name, (counts.get(name) ?? 0) + (this.#nodes[shape] ?? 0));
    });
    return counts;
  }
}
