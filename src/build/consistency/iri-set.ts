/** The IRIs of a set as plain data: the text after the last slash, by the text before it. */
export type IriSetState = ReadonlyMap<string, ReadonlySet<number | string>>;

/** A set of IRIs that mostly end in numbers, which it holds as numbers to save memory. */
export class IriSet {
  readonly #ends = new Map<string, Set<number | string>>();

  get state(): IriSetState {
    return this.#ends;
  }

  merge(state: IriSetState): void {
    for (const [head, ends] of state) {
      const own = this.#ends.get(head) ?? new Set();
      for (const end of ends) own.add(end);
      this.#ends.set(head, own);
    }
  }

  add(iri: string): void {
    const at = iri.lastIndexOf('/') + 1;
    const [head, end] = [iri.slice(0, at), endOf(iri, at)];
    let ends = this.#ends.get(head);
    if (ends === undefined) {
      ends = new Set();
      this.#ends.set(copyOf(head), ends);
    }
    if (!ends.has(end)) ends.add(typeof end === 'string' ? copyOf(end) : end);
  }

  delete(iri: string): void {
    const at = iri.lastIndexOf('/') + 1;
    this.#ends.get(iri.slice(0, at))?.delete(endOf(iri, at));
  }

  get isEmpty(): boolean {
    for (const ends of this.#ends.values()) if (ends.size > 0) return false;
    return true;
  }

  /** Every IRI, in no particular order. */
  *all(): Iterable<string> {
    for (const [head, ends] of this.#ends) for (const end of ends) yield `${head}${end}`;
  }

  /** A hot path. */
  has(iri: string): boolean {
    const at = iri.lastIndexOf('/') + 1;
    const ends = this.#ends.get(iri.slice(0, at));
    return ends?.has(endOf(iri, at)) === true;
  }
}

/** Digits that are the only spelling of a number are held as that number. */
const NUMBER = /^(?:0|[1-9]\d{0,14})$/;

/** A part of a string keeps the whole string in memory, such as a piece of a file that was parsed. A copy does not. */
export const copyOf = (text: string): string => Buffer.from(text).toString();

/** What an IRI has from a position on. */
export function endOf(iri: string, at: number): number | string {
  const end = iri.slice(at);
  return NUMBER.test(end) ? Number(end) : end;
}
