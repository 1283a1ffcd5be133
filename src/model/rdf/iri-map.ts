import { copyOf, endOf } from './iri-set.js';

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
