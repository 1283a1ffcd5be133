import type { Term } from '@rdfjs/types';
import { localName } from '../../src/model/rdf/iri-syntax.js';
import { unusable } from '../../src/model/shacl/shapes.js';
import type { ShapesGraph } from '../../src/model/shacl/shapes-graph.js';
import { rdf, rdfs, sh, shaclName, xsd } from '../../src/model/shacl/terms.js';

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

/** The values that SHACL admits. The engine ignores or misreads any other. */
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

/** The values that SHACL admits as members of lists. */
const MEMBERS: Readonly<Record<string, readonly [takes: Takes, what: string]>> = {
  in: [(value) => isIri(value) || isLiteral(value), 'IRIs and literals'],
  languageIn: [isText, 'plain strings'],
  ignoredProperties: [isIri, 'IRIs'],
};

/** Values that SHACL does not admit. */
function* valueFaults(graph: ShapesGraph, shape: Term): Generator<string> {
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

/** Whether the list ends and each of its nodes has one member. */
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

/**
 * The parameters that shapes may use. Others are refused: the engine checks them wrongly (sh:node, maxLength, …), they
 * need other records (sh:class, paths), or no shape needs them. `once`: at most one value.
 */
export const ALLOWED: Readonly<Record<string, 'once' | 'often'>> = {
  targetClass: 'often',
  targetSubjectsOf: 'often',
  targetObjectsOf: 'often',
  property: 'often',
  path: 'once',
  name: 'often',
  description: 'often',
  message: 'often',
  severity: 'once',
  closed: 'once',
  ignoredProperties: 'once',
  nodeKind: 'once',
  datatype: 'once',
  pattern: 'once',
  in: 'once',
  hasValue: 'once',
  minCount: 'once',
  maxCount: 'once',
  minInclusive: 'once',
  maxInclusive: 'once',
  lessThan: 'once',
  lessThanOrEquals: 'once',
  equals: 'once',
  uniqueLang: 'once',
  languageIn: 'once',
  or: 'once',
  xone: 'once',
  not: 'once',
};

const LOGICAL = ['or', 'xone', 'not'].map(sh);
/** Parameters of property shapes only. */
const WITH_PATH = ['minCount', 'maxCount', 'uniqueLang', 'lessThan', 'lessThanOrEquals'];

/**
 * Refuses shapes that the engine does not check, or not correctly. The program has no shapes but those of `shapes/`, so a
 * test of these is enough.
 *
 * @throws FolkloreError SHAPES_UNUSABLE naming the shape
 */
export function refuseUnsupported(graph: ShapesGraph): void {
  const shapes = graph.shapes();
  if (!shapes.some((shape) => graph.all(shape, sh('targetClass')).length > 0)) {
    throw unusable('No shape targets a class.', 'Point the configuration to the directory of shapes.');
  }
  for (const shape of shapes) {
    for (const fault of faultsOf(graph, shape)) {
      throw unusable(
        `The shape ${graph.nameOf(shape)} ${fault}.`,
        'Rewrite the shape; shapes/common.ttl tells how.',
      );
    }
  }
}

function* faultsOf(graph: ShapesGraph, shape: Term): Generator<string> {
  for (const [predicate, values] of graph.of(shape)) {
    const name = shaclName(predicate);
    if (name === undefined) continue;
    const times = ALLOWED[name];
    if (times === undefined) yield `uses sh:${name}, which is not checked rightly here`;
    if (times === 'once' && values.length > 1) yield `says sh:${name} more than once`;
    if (WITH_PATH.includes(name) && graph.all(shape, sh('path')).length === 0)
      yield `says sh:${name} without a sh:path`;
  }
  if (graph.all(shape, rdf('type')).some(({ value }) => value === rdfs('Class')))
    yield 'is a class as well, which would make it its own target';
  // First, because the other checks need lists that end.
  yield* valueFaults(graph, shape);
  yield* logicFaults(graph, shape);
  yield* referenceFaults(graph, shape);
}

function* logicFaults(graph: ShapesGraph, shape: Term): Generator<string> {
  const logical = LOGICAL.filter((predicate) => graph.all(shape, predicate).length > 0);
  if (logical.length > 1)
    yield `has ${logical.map((iri) => `sh:${localName(iri)}`).join(' and ')}; one of them is the limit`;
  for (const predicate of logical.filter((iri) => iri !== sh('not'))) {
    const members = graph.all(shape, predicate).flatMap((head) => graph.list(head));
    if (members.length === 0) yield `has an empty sh:${localName(predicate)}`;
  }
}

/** A misspelt reference names a shape without constraints, to which every node conforms. */
function* referenceFaults(graph: ShapesGraph, shape: Term): Generator<string> {
  const isProperty = graph.all(shape, sh('path')).length > 0;
  for (const property of graph.all(shape, sh('property'))) {
    if (isProperty) yield 'has sh:property below sh:path, which would leave the node';
    if (graph.all(property, sh('path')).length !== 1)
      yield `refers to ${graph.nameOf(property)}, which has no sh:path`;
  }
  for (const path of graph.all(shape, sh('path'))) {
    if (path.termType !== 'NamedNode') yield 'has a path of more than one step, which would leave the node';
  }
  const members = [
    ...[...graph.all(shape, sh('or')), ...graph.all(shape, sh('xone'))].flatMap((head) => graph.list(head)),
    ...graph.all(shape, sh('not')),
  ];
  if (members.some((member) => ![...graph.of(member).keys()].some(constrains))) {
    yield 'refers in sh:or, sh:xone or sh:not to a shape that says nothing';
  }
}

const constrains = (predicate: string): boolean =>
  !['name', 'description', 'message', 'severity', 'path', undefined].includes(shaclName(predicate));
