import type { Term } from '@rdfjs/types';
import { localName } from '../rdf/iri-syntax.js';
import type { ShapesGraph } from './shapes-graph.js';
import { rdf, sh, xsd } from './terms.js';

type Takes = (value: Term) => boolean;

const isIri: Takes = ({ termType }) => termType === 'NamedNode';
const isLiteral: Takes = ({ termType }) => termType === 'Literal';
const isOf =
  (datatype: string, form: RegExp): Takes =>
  (value) =>
    value.termType === 'Literal' && value.datatype.value === datatype && form.test(value.value);
const isOneOf =
  (...names: readonly string[]): Takes =>
  (value) =>
    isIri(value) && names.map(sh).includes(value.value);

const isCount = isOf(xsd('integer'), /^\d{1,9}$/);
const isTruth = isOf(xsd('boolean'), /^(?:true|false)$/);
const isText = isOf(xsd('string'), /^/);

/** What SHACL takes as a value. The engine reads anything else in a way of its own, or not at all. */
const TAKES: Readonly<Record<string, readonly [takes: Takes, what: string]>> = {
  targetClass: [isIri, 'an IRI'],
  targetSubjectsOf: [isIri, 'an IRI'],
  targetObjectsOf: [isIri, 'an IRI'],
  severity: [isOneOf('Violation', 'Warning', 'Info'), 'sh:Violation, sh:Warning or sh:Info'],
  closed: [isTruth, 'true or false'],
  uniqueLang: [isTruth, 'true or false'],
  minCount: [isCount, 'a whole number'],
  maxCount: [isCount, 'a whole number'],
  datatype: [isIri, 'an IRI'],
  nodeKind: [
    isOneOf('IRI', 'Literal', 'BlankNode', 'BlankNodeOrIRI', 'BlankNodeOrLiteral', 'IRIOrLiteral'),
    'one of the node kinds of SHACL',
  ],
  pattern: [isText, 'a plain string'],
  hasValue: [(value) => isIri(value) || isLiteral(value), 'an IRI or a literal'],
  minInclusive: [isLiteral, 'a literal'],
  maxInclusive: [isLiteral, 'a literal'],
  equals: [isIri, 'an IRI'],
  lessThan: [isIri, 'an IRI'],
  lessThanOrEquals: [isIri, 'an IRI'],
};

/** The same of the members of lists. */
const MEMBERS: Readonly<Record<string, readonly [takes: Takes, what: string]>> = {
  in: [(value) => isIri(value) || isLiteral(value), 'IRIs and literals'],
  languageIn: [isText, 'plain strings'],
  ignoredProperties: [isIri, 'IRIs'],
};

/** Values that SHACL does not take where they stand. */
export function* valueFaults(graph: ShapesGraph, shape: Term): Generator<string> {
  for (const [name, [takes, what]] of Object.entries(TAKES)) {
    for (const value of graph.all(shape, sh(name))) {
      if (!takes(value)) yield `has the sh:${name} ${value.value}, which is not ${what}`;
    }
  }
  for (const { value } of graph.all(shape, sh('pattern'))) {
    if (/\\p\{/i.test(value)) yield 'has a pattern with \\p{…}, which the engine does not know';
    if (!compiles(value)) yield `has a pattern that is no regular expression: ${value}`;
  }
  for (const [name, [takes, what]] of Object.entries(MEMBERS)) {
    for (const head of graph.all(shape, sh(name))) {
      if (!isList(graph, head) || graph.list(head).length === 0)
        yield `has a sh:${name} that is not a list, or an empty one`;
      else if (!graph.list(head).every(takes)) yield `has a sh:${name} that is not a list of ${what}`;
    }
  }
  for (const predicate of ['or', 'xone'].map(sh)) {
    if (!graph.all(shape, predicate).every((head) => isList(graph, head)))
      yield `has a sh:${localName(predicate)} that is not a list`;
  }
}

/** Whether it ends, and every link of it holds one thing. */
function isList(graph: ShapesGraph, head: Term): boolean {
  const seen = new Set<string>();
  for (let at: Term | undefined = head; at?.value !== rdf('nil'); at = graph.all(at, rdf('rest'))[0]) {
    if (at === undefined || seen.has(at.value)) return false;
    seen.add(at.value);
    if (graph.all(at, rdf('first')).length !== 1 || graph.all(at, rdf('rest')).length !== 1) return false;
  }
  return true;
}

function compiles(pattern: string): boolean {
  try {
    return new RegExp(pattern) instanceof RegExp;
  } catch {
    return false;
  }
}
