import { readdirSync } from 'node:fs';
import type { Quad, Term } from '@rdfjs/types';
import { beforeAll, describe, expect, it } from 'vitest';
import { Checker } from '../../src/model/shacl/checker.js';
import type { Finding } from '../../src/model/shacl/finding.js';
import { readShapes, SHAPES_DIRECTORY } from '../../src/model/shacl/shapes.js';
import { ShapesGraph } from '../../src/model/shacl/shapes-graph.js';
import { rdf, sh, shaclName } from '../../src/model/shacl/terms.js';
import { badExamples, expand, folders, okExamples } from './examples.js';
import { refuseUnsupported } from './shape-safety.js';

/** What a shape says about itself or its target, rather than about the node. */
const NOT_CONSTRAINTS = [
  'targetClass',
  'targetSubjectsOf',
  'targetObjectsOf',
  'property',
  'path',
  'name',
  'description',
  'message',
  'severity',
  'ignoredProperties',
];

const PREFIXED_NAME = /\b[a-z][\w-]*:\w/;
const JARGON =
  /\b(IRI|URI|RDF|SHACL|predicate|property|literal|datatype|triple|constraint|class|blank node)\b/i;

let quads: Quad[];
let graph: ShapesGraph;
let closed: Term[];
let rules: Term[];
/** What the bad examples are found to break. */
let findings: Finding[];

beforeAll(async () => {
  quads = await readShapes(SHAPES_DIRECTORY);
  graph = new ShapesGraph(quads);
  const nodeShapes = graph.shapes().filter((shape) => isA(shape, 'NodeShape'));
  closed = nodeShapes.filter((shape) => graph.all(shape, sh('closed')).length > 0);
  rules = nodeShapes.filter((shape) => !closed.includes(shape));
  const checker = new Checker(quads);
  const found = folders()
    .flatMap(badExamples)
    .map((example) => checker.check(example.quads));
  findings = (await Promise.all(found)).flat();
});

describe('every constraint', () => {
  it('is broken by a bad example', () => {
    const broken = new Set(
      findings.map(
        ({ shape, path, constraint }) =>
          `${shape} ${constraint === 'Closed' ? '-' : (path ?? '-')} ${constraint}`,
      ),
    );
    expect(constraints().filter((constraint) => !broken.has(constraint))).toEqual([]);
  });
});

describe('every closed shape', () => {
  it('has a lawful example of each of its predicates', () => {
    const examples = folders().flatMap(okExamples);
    const never = closed.flatMap((shape) =>
      pathsOf(shape)
        .filter(
          (path) => !forbids(shape, path) && !examples.some((example) => says(example.quads, shape, path)),
        )
        .map((path) => `${shape.value} ${path}`),
    );
    expect(never).toEqual([]);
  });

  it('has a label and a comment in English and Irish', () => {
    const rdfs = (name: string) => expand(`rdfs:${name}`);
    for (const shape of closed) {
      expect(languages(shape, rdfs('label')), shape.value).toEqual(['en', 'ga']);
      expect(languages(shape, rdfs('comment')), shape.value).toEqual(['en', 'ga']);
    }
  });

  it('ignores no predicate but rdf:type', () => {
    for (const shape of closed) {
      const ignored = graph.all(shape, sh('ignoredProperties')).flatMap((head) => graph.list(head));
      expect(
        ignored.map(({ value }) => value),
        shape.value,
      ).toEqual([rdf('type')]);
    }
  });
});

describe('every property shape of a closed shape', () => {
  it('has a name and a description in English and Irish', () => {
    for (const property of propertyShapes()) {
      expect(languages(property, sh('name')), whereIs(property)).toEqual(['en', 'ga']);
      expect(languages(property, sh('description')), whereIs(property)).toEqual(['en', 'ga']);
    }
  });
});

describe('every shape with a constraint', () => {
  it('has one message in English and one in Irish', () => {
    for (const shape of speaking()) {
      expect(languages(shape, sh('message')), whereIs(shape)).toEqual(['en', 'ga']);
    }
  });

  it('speaks in sentences, to archivists: no names of RDF, no words of its trade', () => {
    for (const { value } of speaking().flatMap((shape) => graph.all(shape, sh('message')))) {
      expect(value).toMatch(/^\p{Lu}\S*( \S+)+\.$/u);
      expect(value).not.toMatch(PREFIXED_NAME);
      expect(value).not.toMatch(JARGON);
    }
  });

  it('says the same in both languages, as far as addresses and examples show', () => {
    for (const shape of speaking()) {
      const [english = [], irish = []] = ['en', 'ga'].map((language) => shownIn(message(shape, language)));
      expect(english, whereIs(shape)).toEqual(irish);
      expect(message(shape, 'en'), whereIs(shape)).not.toBe(message(shape, 'ga'));
    }
  });

  it('is heard in both languages where it is broken', () => {
    const said = new Set(speaking().map((shape) => `${message(shape, 'en')} ${message(shape, 'ga')}`));
    const ofShapes = findings.filter(({ constraint }) => constraint !== 'Coverage');
    const heard = ofShapes.map((finding) => `${finding.message} ${finding.messageGA}`);
    expect(heard.filter((texts) => !said.has(texts))).toEqual([]);
  });
});

it('no shape has what the engine does not check, or not correctly', () => {
  expect(() => refuseUnsupported(graph)).not.toThrow();
});

it('every file of shapes has its folder of examples', () => {
  const files = readdirSync(SHAPES_DIRECTORY, { recursive: true, encoding: 'utf8' });
  const stems = files.filter((file) => file.endsWith('.ttl')).map((file) => file.replace('.ttl', ''));
  expect(folders()).toEqual(stems.sort());
});

/** Shapes that can be broken; members of sh:or and sh:not speak through the shape they are in. */
const speaking = (): Term[] =>
  [...closed, ...rules, ...propertyShapes()].filter((shape) => constraintsOf(shape).length > 0);

const whereIs = (shape: Term): string =>
  [graph.nameOf(shape), ...graph.all(shape, sh('path')).map(({ value }) => value)].join(' ');

const message = (shape: Term, language: string): string =>
  graph
    .all(shape, sh('message'))
    .filter((text) => text.termType === 'Literal' && text.language === language)
    .map(({ value }) => value)
    .join('');

/** Addresses, names of types and examples in a message: what is the same in every language. */
const shownIn = (text: string): string[] =>
  (text.match(/(?<!\S)[/#-][^\s,;:]+|\b[A-Z]\w*[a-z][A-Z]\w*|\d{4}[^\s,;:]*/g) ?? [])
    .map((shown) => shown.replace(/\.$/, ''))
    .sort();

/** Shape, predicate and component of every constraint, as findings name them. */
function constraints(): string[] {
  const ofNodes = [...closed, ...rules].flatMap((shape) =>
    constraintsOf(shape).map((name) => `${shape.value} - ${componentOf(name)}`),
  );
  const ofProperties = propertyShapes().flatMap((property) =>
    constraintsOf(property).map(
      (name) => `${graph.nameOf(property)} ${graph.all(property, sh('path'))[0]?.value} ${componentOf(name)}`,
    ),
  );
  return [...new Set([...ofNodes, ...ofProperties])];
}

function constraintsOf(shape: Term): string[] {
  const said = [...graph.of(shape).keys()].flatMap((predicate) => shaclName(predicate) ?? []);
  return said.filter((name) => !NOT_CONSTRAINTS.includes(name));
}

const componentOf = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

const propertyShapes = (): Term[] => [
  ...new Set(closed.flatMap((shape) => graph.all(shape, sh('property')))),
];

const pathsOf = (shape: Term): string[] => [
  ...new Set(
    graph
      .all(shape, sh('property'))
      .flatMap((property) => graph.all(property, sh('path')).map(({ value }) => value)),
  ),
];

/** Whether a shape lists a predicate only to forbid it, as that of merged places does with rdf:type. */
const forbids = (shape: Term, path: string): boolean =>
  graph.all(shape, sh('property')).some((property) => {
    const says = (name: string, value: string) =>
      graph.all(property, sh(name)).some((term) => term.value === value);
    return says('path', path) && says('maxCount', '0') && !says('severity', sh('Warning'));
  });

/** Whether a node that a shape targets says something with a predicate. */
function says(example: readonly Quad[], shape: Term, path: string): boolean {
  const is = (predicate: string, target: string) =>
    example.filter(
      (quad) =>
        quad.predicate.value === predicate && graph.all(shape, sh(target)).some((t) => t.equals(quad.object)),
    );
  const nodes = [
    ...is(rdf('type'), 'targetClass').map(({ subject }) => subject),
    ...example
      .filter(({ predicate }) => targets(shape, 'targetSubjectsOf', predicate))
      .map(({ subject }) => subject),
    ...example
      .filter(({ predicate }) => targets(shape, 'targetObjectsOf', predicate))
      .map(({ object }) => object),
  ];
  return example.some(
    (quad) => quad.predicate.value === path && nodes.some((node) => node.equals(quad.subject)),
  );
}

const targets = (shape: Term, how: string, predicate: Term): boolean =>
  graph.all(shape, sh(how)).some((target) => target.equals(predicate));

const isA = (shape: Term, kind: string): boolean =>
  graph.all(shape, rdf('type')).some(({ value }) => value === sh(kind));

const languages = (subject: Term, predicate: string): string[] =>
  graph
    .all(subject, predicate)
    .map((text) => (text.termType === 'Literal' ? text.language : ''))
    .sort();
