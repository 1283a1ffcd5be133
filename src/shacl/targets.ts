import type { Quad, Term } from '@rdfjs/types';
import type { ShapesGraph } from './shapes-graph.js';
import { rdf, sh } from './terms.js';

/** A node shape and how it finds its nodes. */
export interface TargetedShape {
  readonly shape: Term;
  /** Its IRI, or that of the shape it stands in. */
  readonly name: string;
  readonly isClosed: boolean;
  /** IRIs of classes and predicates. */
  readonly targets: Readonly<Record<'classes' | 'subjectsOf' | 'objectsOf', ReadonlySet<string>>>;
  /** The nodes it targets in a record, each once. */
  nodesIn(quads: readonly Quad[]): Term[];
}

/** Every node shape that targets something. */
export function targetedShapes(graph: ShapesGraph): TargetedShape[] {
  return graph.shapes().flatMap((shape) => {
    const values = (predicate: string) => new Set(graph.all(shape, sh(predicate)).map(({ value }) => value));
    const targets = {
      classes: values('targetClass'),
      subjectsOf: values('targetSubjectsOf'),
      objectsOf: values('targetObjectsOf'),
    };
    const { classes, subjectsOf, objectsOf } = targets;
    if (classes.size + subjectsOf.size + objectsOf.size === 0) return [];
    const nodesIn = (quads: readonly Quad[]): Term[] => {
      const nodes = new Map<string, Term>();
      for (const { subject, predicate, object } of quads) {
        const type = predicate.value === rdf('type') && object.termType === 'NamedNode' ? object.value : '';
        if (classes.has(type) || subjectsOf.has(predicate.value)) nodes.set(keyOf(subject), subject);
        if (objectsOf.has(predicate.value)) nodes.set(keyOf(object), object);
      }
      return [...nodes.values()];
    };
    const isClosed = values('closed').has('true');
    return [{ shape, name: graph.nameOf(shape), isClosed, targets, nodesIn }];
  });
}

/** What tells one term from another of any kind. */
export const keyOf = (term: Term): string =>
  term.termType === 'Literal'
    ? `${term.termType} ${term.language} ${term.datatype.value} ${term.value}`
    : `${term.termType} ${term.value}`;
