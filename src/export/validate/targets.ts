import type { Quad } from '@rdfjs/types';
import { recordReferredTo } from '../../rdf/record-order.js';
import type { DumpRecord } from '../../sinks/reading/records.js';
import { IriSet } from '../across/iri-set.js';

/**
 * What records refer to, and whether it is there. Of references only what they lead to is remembered, so that a release of
 * any size can be looked through; who refers to what is missing takes another reading.
 */
export class Targets {
  readonly #base: string;
  readonly #described = new IriSet();
  readonly #awaited = new IriSet();

  /** @param base what our own IRIs begin with */
  constructor(base: string) {
    this.#base = base;
  }

  /** Takes in one record: that it is there, and what it refers to. */
  take({ iri, quads }: DumpRecord): void {
    this.#described.add(iri);
    this.#awaited.delete(iri);
    for (const { object } of quads) {
      const target = recordReferredTo(object, this.#base);
      if (target !== undefined && !this.#described.has(target)) this.#awaited.add(target);
    }
  }

  /** Whether everything that is referred to is there, once every record has been taken in. */
  get areThere(): boolean {
    return this.#awaited.isEmpty;
  }

  /** The references of a record that lead nowhere. */
  astray({ quads }: DumpRecord): Quad[] {
    return quads.filter(({ object }) => {
      const target = recordReferredTo(object, this.#base);
      return target !== undefined && this.#awaited.has(target);
    });
  }
}
