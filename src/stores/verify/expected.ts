import type { Described } from '../../export/verify/described-counts.js';
import { voidWords } from '../../rdf/iris.js';
import type { LoadableGraph } from '../loadable.js';

/** What the VoID of a release counts in one graph. */
export interface ExpectedCounts {
  readonly triples: number | undefined;
  readonly subjects: number | undefined;
  /** Nodes of each class; undefined: nobody has counted them. */
  readonly classes: ReadonlyMap<string, number> | undefined;
  /** Triples with each property. */
  readonly properties: ReadonlyMap<string, number> | undefined;
}

/** The counts of the graph of a dataset; of what describes the release nothing is counted (VoID, section 2.4). */
export function expectedOf({ released, triples }: LoadableGraph, described: Described): ExpectedCounts {
  const about = described.get(released);
  const number = (iri: string, word: string): number | undefined => {
    const value = described.get(iri)?.get(word)?.[0];
    return value === undefined ? undefined : Number(value);
  };
  const parts = (partition: string, key: string, count: string): ReadonlyMap<string, number> | undefined =>
    about === undefined
      ? undefined
      : new Map(
          (about.get(partition) ?? []).flatMap((part) => {
            const of = described.get(part)?.get(key)?.[0];
            return of === undefined ? [] : [[of, number(part, count) ?? 0] as const];
          }),
        );
  return {
    triples: number(released, voidWords.triples) ?? triples,
    subjects: number(released, voidWords.distinctSubjects),
    classes: parts(voidWords.classPartition, voidWords.class, voidWords.entities),
    properties: parts(voidWords.propertyPartition, voidWords.property, voidWords.triples),
  };
}
