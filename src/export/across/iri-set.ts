/** A set of IRIs that mostly end in numbers, at the price of the numbers. */
export class IriSet {
  readonly #ends = new Map<string, Set<number | string>>();

  add(iri: string): void {
    const [head, end] = split(iri);
    const ends = this.#ends.get(head);
    if (ends === undefined) this.#ends.set(head, new Set([end]));
    else ends.add(end);
  }

  /** Every IRI, in no order that means anything. */
  *all(): Iterable<string> {
    for (const [head, ends] of this.#ends) for (const end of ends) yield `${head}${end}`;
  }

  has(iri: string): boolean {
    const [head, end] = split(iri);
    return this.#ends.get(head)?.has(end) === true;
  }
}

/** Digits that are a number's only spelling are kept as that number. */
const NUMBER = /^(?:0|[1-9]\d{0,14})$/;

function split(iri: string): readonly [head: string, end: number | string] {
  const at = iri.lastIndexOf('/') + 1;
  const end = iri.slice(at);
  return [iri.slice(0, at), NUMBER.test(end) ? Number(end) : end];
}
