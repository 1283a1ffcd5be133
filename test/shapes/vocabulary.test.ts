import { readFileSync } from 'node:fs';
import type { Quad } from '@rdfjs/types';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseTurtle } from '../../src/rdf/turtle.js';
import { readShapes, SHAPES_DIRECTORY } from '../../src/shacl/shapes.js';
import { rdf } from '../../src/shacl/terms.js';
import { expand } from './examples.js';

const LORE = expand('lore:');
const CODE = expand('lore-role:').replace(/role\/$/, '');
const read = (file: string): Quad[] =>
  parseTurtle(readFileSync(new URL(`../../vocabulary/${file}`, import.meta.url), 'utf8'), file);

/** Defined for reasoners, releases and reports; no record says them. */
const NOT_IN_SHAPES = [
  'participant',
  'DeltaDistribution',
  'deltaFrom',
  'deltaKind',
  'ReferenceConstraintComponent',
];

const ontology = read('ontology.ttl');
const codes = read('codes.ttl');
const defined = subjects(ontology, LORE);
const concepts = subjects(codes, CODE).filter((iri) => types(codes, iri).includes(expand('skos:Concept')));
const schemes = subjects(codes, CODE).filter((iri) =>
  types(codes, iri).includes(expand('skos:ConceptScheme')),
);
let inShapes: string[];

beforeAll(async () => {
  const terms = (await readShapes(SHAPES_DIRECTORY)).flatMap(({ subject, predicate, object }) => [
    subject,
    predicate,
    object,
  ]);
  inShapes = [...new Set(terms.filter(({ termType }) => termType === 'NamedNode').map(({ value }) => value))];
});

describe('the vocabulary', () => {
  it('defines every lore: term of the shapes', () => {
    expect(inShapes.filter((iri) => iri.startsWith(LORE) && !defined.includes(iri))).toEqual([]);
  });

  it('defines nothing that no shape knows, apart from what records do not say', () => {
    const unused = defined.filter((iri) => !inShapes.includes(iri)).map((iri) => iri.slice(LORE.length));
    expect(unused.sort()).toEqual([...NOT_IN_SHAPES].sort());
  });

  it.each(defined)('%s has one English label and comment', (iri) => {
    expect(texts(ontology, iri, 'rdfs:label', 'en')).toHaveLength(1);
    expect(texts(ontology, iri, 'rdfs:comment', 'en')).toHaveLength(1);
  });
});

describe('the code lists', () => {
  it('define every code of the shapes', () => {
    expect(inShapes.filter((iri) => iri.startsWith(CODE) && !concepts.includes(iri))).toEqual([]);
  });

  it('define no code that the shapes refuse, apart from the grouping concept', () => {
    expect(concepts.filter((iri) => !inShapes.includes(iri))).toEqual([expand('lore-relation:any-relative')]);
  });

  it.each([...schemes, ...concepts])('%s has a label in English and Irish', (iri) => {
    expect(texts(codes, iri, 'skos:prefLabel', 'en')).toHaveLength(1);
    expect(texts(codes, iri, 'skos:prefLabel', 'ga')).toHaveLength(1);
  });

  it.each(concepts)('%s is in the list its IRI names', (iri) => {
    const scheme = iri.slice(0, iri.lastIndexOf('/'));
    expect(schemes).toContain(scheme);
    expect(objects(codes, iri, expand('skos:inScheme'))).toEqual([scheme]);
  });

  it('leave the undocumented condition code 3 without a name', () => {
    expect(concepts).not.toContain(expand('lore-condition:3'));
  });
});

function subjects(quads: readonly Quad[], namespace: string): string[] {
  return [...new Set(quads.map(({ subject }) => subject.value).filter((iri) => iri.startsWith(namespace)))];
}

function objects(quads: readonly Quad[], subject: string, predicate: string): string[] {
  return quads
    .filter((quad) => quad.subject.value === subject && quad.predicate.value === predicate)
    .map(({ object }) => object.value);
}

function types(quads: readonly Quad[], subject: string): string[] {
  return objects(quads, subject, rdf('type'));
}

function texts(quads: readonly Quad[], subject: string, predicate: string, language: string): Quad[] {
  return quads.filter(
    (quad) =>
      quad.subject.value === subject &&
      quad.predicate.value === expand(predicate) &&
      quad.object.termType === 'Literal' &&
      quad.object.language === language,
  );
}
