import type { Quad } from '@rdfjs/types';
import type { DumpRecord } from '../../model/rdf/formats/read-dump.js';
import { IriSet, type IriSetState } from '../../model/rdf/iri-set.js';
import { recordReferredTo } from '../../model/rdf/record-order.js';

/**
 * The records of some dumps, and those that they refer to. Only IRIs are remembered, so that it fits a release of any
 * size; the references to what is missing are found by reading the dumps once more.
 */
export class ReferenceTargets {
  readonly #base: string;
  readonly #described = new IriSet();
  readonly #missing = new IriSet();

  /** @param base the beginning of our own IRIs */
  constructor(base: string) {
    this.#base = base;
  }

  /** Adds a record, and what it refers to. */
  add({ iri, quads }: DumpRecord): void {
    this.#described.add(iri);
    this.#missing.delete(iri);
    this.addReferences(quads);
  }

  /** Adds what statements about records of other dumps refer to. */
  addReferences(quads: readonly Quad[]): void {
    for (const { object } of quads) {
      const target = recordReferredTo(object, this.#base);
      if (target !== undefined) this.addTarget(target);
    }
  }

  /** Adds a record that some file refers to. */
  addTarget(iri: string): void {
    if (!this.#described.has(iri)) this.#missing.add(iri);
  }

  /** Whether every record referred to has been added. */
  get areComplete(): boolean {
    return this.#missing.isEmpty;
  }

  /** Whether a record has been added. */
  isDescribed(iri: string): boolean {
    return this.#described.has(iri);
  }

  /** Whether a record is referred to and has not been added. */
  isMissing(iri: string): boolean {
    return this.#missing.has(iri);
  }

  /** The references of a record to missing records. */
  missingReferences({ quads }: Pick<DumpRecord, 'quads'>): Quad[] {
    return quads.filter(({ object }) => {
      const target = recordReferredTo(object, this.#base);
      return target !== undefined && this.#missing.has(target);
    });
  }

  /** Everything added, as plain data for another thread. */
  get state(): ReferenceState {
    return { described: this.#described.state, missing: this.#missing.state };
  }

  /** Adds all files of a release. */
  merge(states: readonly ReferenceState[]): void {
    for (const { described } of states) this.#described.merge(described);
    for (const { missing } of states) {
      const targets = new IriSet();
      targets.merge(missing);
      for (const iri of targets.all()) this.addTarget(iri);
    }
  }
}

export interface ReferenceState {
  readonly described: IriSetState;
  readonly missing: IriSetState;
}
