/** The parts of shacl-engine that are used here; it brings no types. */
declare module 'shacl-engine' {
  import type { DataFactory, DatasetCore, Term } from '@rdfjs/types';

  export interface Result {
    readonly focusNode: { readonly term: Term };
    readonly path?: readonly { readonly predicates: readonly Term[] }[];
    readonly value?: { readonly term: Term };
    readonly constraintComponent: Term;
    readonly severity: Term;
  }

  export class Validator {
    constructor(shapes: DatasetCore, options: { factory: DataFactory });
    validate(data: { dataset: DatasetCore }): Promise<{ readonly results: readonly Result[] }>;
  }
}
