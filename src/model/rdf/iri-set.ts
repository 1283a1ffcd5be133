import { IdSet, type IdSetState } from '../../base/id-set.js';
import { copyOf } from '../../base/text.js';

/** The IRIs of a set as plain data: what follows the last slash, by the text before it. */
export type IriSetState = ReadonlyMap<string, IdSetState>;

/** A set of IRIs. Most end in numbers, of which it holds bits. */
export class IriSet {
  readonly #ends = new Map<string, IdSet>();

  get state(): IriSetState {
    return new Map(Array.from(this.#ends, ([head, ends]) => [head, ends.state]));
  }

  merge(state: IriSetState): void {
    for (const [head, ends] of state) this.#endsAfter(head).merge(ends);
  }

  add(iri: string): void {
    const at = iri.lastIndexOf('/') + 1;
    const [ends, end] = [this.#endsAfter(iri.slice(0, at)), endOf(iri, at)];
    ends.add(typeof end === 'string' && !ends.has(end) ? copyOf(end) : end);
  }

  #endsAfter(head: string): IdSet {
    let ends = this.#ends.get(head);
    if (ends === undefined) {
      ends = new IdSet();
      this.#ends.set(copyOf(head), ends);
    }
    return ends;
  }

  delete(iri: string): void {
    const at = iri.lastIndexOf('/') + 1;
    this.#ends.get(iri.slice(0, at))?.delete(endOf(iri, at));
  }

  get size(): number {
    return [...this.#ends.values()].reduce((sum, ends) => sum + ends.size, 0);
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

/** Values by IRI. IRIs mostly end in numbers, which are held as numbers to save memory. */
export class IriMap<V> {
  readonly #ends = new Map<string, Map<number | string, V>>();

  get(iri: string): V | undefined {
    const at = iri.lastIndexOf('/') + 1;
    return this.#ends.get(iri.slice(0, at))?.get(endOf(iri, at));
  }

  set(iri: string, value: V): void {
    const at = iri.lastIndexOf('/') + 1;
    const head = iri.slice(0, at);
    let ends = this.#ends.get(head);
    if (ends === undefined) {
      ends = new Map();
      this.#ends.set(copyOf(head), ends);
    }
    const end = endOf(iri, at);
    ends.set(typeof end === 'string' ? copyOf(end) : end, value);
  }

  /** Every IRI with its value, in the order of the texts before the last slash. */
  *entries(): Iterable<readonly [iri: string, value: V]> {
    for (const [head, ends] of this.#ends) for (const [end, value] of ends) yield [`${head}${end}`, value];
  }
}

/** Digits that are the only spelling of a number are held as that number. */
const NUMBER = /^(?:0|[1-9]\d{0,14})$/;

/** What an IRI has from a position on. */
function endOf(iri: string, at: number): number | string {
  const end = iri.slice(at);
  return NUMBER.test(end) ? Number(end) : end;
}
