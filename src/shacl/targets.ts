import type { Quad, Term } from '@rdfjs/types';
import type { ShapesGraph } from './shapes-graph.js';
import { rdf, sh } from './terms.js';

/** A node shape and how it finds its nodes. */
export interface TargetedShape {
  readonly shape: Term;
  readonly isClosed: boolean;
  /** The nodes it targets in a record, each once. */
  nodesIn(quads: readonly Quad[]): Term[];
}

/** Every node shape that targets something. */
export function targetedShapes(graph: ShapesGraph): TargetedShape[] {
  return graph.shapes().flatMap((shape) => {
    const values = (predicate: string) => new Set(graph.all(shape, sh(predicate)).map(({ value }) => value));
    const [classes, subjectsOf, objectsOf] = [
      values('targetClass'),
      values('targetSubjectsOf'),
      values('targetObjectsOf'),
    ];
    if (classes.size + subjectsOf.size + objectsOf.size === 0) return [];
    const nodesIn = (quads: readonly Quad[]): Term[] => {
      const nodes = new Map<string, Term>();
      for (const { subject, predicate, object } of quads) {
        const isOne = predicate.value === rdf('type') && classes.has(object.value);
        if (isOne || subjectsOf.has(predicate.value)) nodes.set(keyOf(subject), subject);
        if (objectsOf.has(predicate.value)) nodes.set(keyOf(object), object);
      }
      return [...nodes.values()];
    };
    return [{ shape, isClosed: values('closed').has('true'), nodesIn }];
  });
}

/** What tells one term from another of any kind. */
export const keyOf = (term: Term): string => `${term.termType} ${term.value}`;
