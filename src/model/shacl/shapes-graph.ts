import type { Quad, Term } from '@rdfjs/types';
import { rdf, sh } from './terms.js';

/** A shapes graph, indexed by subject and predicate. */
export class ShapesGraph {
  readonly #triples = new Map<string, Map<string, Term[]>>();
  readonly #terms = new Map<string, Term>();
  /** Anonymous shape → the shape that contains it. */
  readonly #owners = new Map<string, Term>();

  constructor(quads: readonly Quad[]) {
    for (const { subject, predicate, object } of quads) {
      const key = keyOf(subject);
      this.#terms.set(key, subject);
      const objects = this.#triples.get(key) ?? new Map<string, Term[]>();
      this.#triples.set(key, objects);
      objects.set(predicate.value, [...(objects.get(predicate.value) ?? []), object]);
      if (object.termType === 'BlankNode') this.#owners.set(keyOf(object), subject);
    }
  }

  /** Objects of `subject predicate`. */
  all(subject: Term, predicate: string): readonly Term[] {
    return this.#triples.get(keyOf(subject))?.get(predicate) ?? [];
  }

  /** All objects of a subject, by predicate. */
  of(subject: Term): ReadonlyMap<string, readonly Term[]> {
    return this.#triples.get(keyOf(subject)) ?? new Map();
  }

  /** Every subject with a SHACL predicate: node shapes, property shapes, nested ones. */
  shapes(): Term[] {
    return [...this.#terms.values()].filter((term) =>
      [...this.of(term).keys()].some((iri) => iri.startsWith(sh(''))),
    );
  }

  /** Members of an RDF list. */
  list(head: Term): Term[] {
    const members: Term[] = [];
    for (
      let at: Term | undefined = head;
      at !== undefined && at.value !== rdf('nil');
      at = this.all(at, rdf('rest'))[0]
    ) {
      members.push(...this.all(at, rdf('first')));
    }
    return members;
  }

  /** The shapes that a shape joins by sh:or, sh:xone or sh:not. */
  members(shape: Term): readonly Term[] {
    const heads = ['or', 'xone'].flatMap((name) => this.all(shape, sh(name)));
    return [...heads.flatMap((head) => this.list(head)), ...this.all(shape, sh('not'))];
  }

  /** The IRI of a shape, or of the nearest shape that contains it. */
  nameOf(shape: Term): string {
    let at: Term | undefined = shape;
    while (at?.termType === 'BlankNode') at = this.#owners.get(keyOf(at));
    return at?.value ?? 'an unnamed shape';
  }
}

const keyOf = (term: Term): string => (term.termType === 'BlankNode' ? `_:${term.value}` : term.value);

/** A node shape with its targets. */
export interface TargetedShape {
  readonly shape: Term;
  /** Its IRI, or that of the shape that contains it. */
  readonly name: string;
  readonly isClosed: boolean;
  /** IRIs of classes and predicates. */
  readonly targets: Readonly<Record<'classes' | 'subjectsOf' | 'objectsOf', ReadonlySet<string>>>;
  /** The nodes that it targets in a record, each once. */
  nodesIn(quads: readonly Quad[]): Term[];
}

/** Every node shape with a target. */
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
        if (classes.has(type) || subjectsOf.has(predicate.value)) nodes.set(targetKey(subject), subject);
        if (objectsOf.has(predicate.value)) nodes.set(targetKey(object), object);
      }
      return [...nodes.values()];
    };
    const isClosed = values('closed').has('true');
    return [{ shape, name: graph.nameOf(shape), isClosed, targets, nodesIn }];
  });
}

/** A key that no other term has. */
export const targetKey = (term: Term): string =>
  term.termType === 'Literal'
    ? `${term.termType} ${term.language} ${term.datatype.value} ${term.value}`
    : `${term.termType} ${term.value}`;
