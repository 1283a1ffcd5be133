import { readdirSync, readFileSync } from 'node:fs';
import type { Quad } from '@rdfjs/types';
import { describe, expect, it } from 'vitest';
import { VOCABULARY_BASE } from '../../src/model/rdf/iris.js';
import { parseTurtle } from '../../src/model/rdf/parse.js';
import {
  CODE,
  expand,
  irisIn,
  LORE,
  ontology,
  said,
  shapes,
  subjectsIn,
  textsOf,
  valuesOf,
  words,
} from './files.js';

/** vocabulary/ontology.ttl defines what is used, whole, in both languages, and claims no more. */

const terms = subjectsIn(ontology, LORE);
const KINDS = ['owl:Class', 'owl:ObjectProperty', 'owl:DatatypeProperty', 'sh:ConstraintComponent'].map(
  expand,
);
const STATUS = ['unstable', 'testing', 'stable', 'archaic'];

const kindOf = (iri: string): string => valuesOf(ontology, iri, 'rdf:type').join(' ');
const nameOf = (iri: string): string => iri.slice(LORE.length);
/** Marked as what no record says. */
const isUnused = (iri: string): boolean => said(ontology, iri, 'skos:scopeNote').length > 0;
const inContext = new Set(words.map(({ iri }) => iri));
const inShapes = new Set(irisIn(shapes));

describe('the vocabulary', () => {
  it('defines every lore: term of the context and of the shapes', () => {
    const used = [...inContext, ...inShapes].filter((iri) => iri.startsWith(LORE));
    expect(used.filter((iri) => !terms.includes(iri))).toEqual([]);
  });

  it('marks what no record says, and only that', () => {
    const unused = terms.filter((iri) => !inContext.has(iri) && !inShapes.has(iri));
    expect(unused).toEqual(terms.filter(isUnused));
  });

  it('says nothing of other vocabularies: that is for alignments.ttl', () => {
    const above = ontology.filter(({ predicate }) =>
      /#(sub(Class|Property)Of|inverseOf)$/.test(predicate.value),
    );
    expect(above.length).toBeGreaterThan(5);
    expect(above.filter(({ object }) => !terms.includes(object.value))).toEqual([]);
  });

  it('is one ontology with a licence and a version', () => {
    const others = ontology.filter(({ subject }) => !terms.includes(subject.value));
    expect([...new Set(others.map(({ subject }) => subject.value))]).toEqual([`${VOCABULARY_BASE}ns`]);
    expect(valuesOf(ontology, `${VOCABULARY_BASE}ns`, 'rdf:type')).toEqual([expand('owl:Ontology')]);
    expect(valuesOf(ontology, `${VOCABULARY_BASE}ns`, 'dcterms:license')).toHaveLength(1);
    expect(valuesOf(ontology, `${VOCABULARY_BASE}ns`, 'owl:versionInfo')).toHaveLength(1);
  });
});

describe.each(terms.map((iri) => [nameOf(iri), iri] as const))('%s', (name, iri) => {
  it('has a label and a comment, one each in English and Irish, and not the same', () => {
    for (const predicate of ['rdfs:label', 'rdfs:comment']) {
      const texts = textsOf(ontology, iri, predicate);
      expect(Object.entries(texts).map(([language, all]) => [language, all.length])).toEqual([
        ['en', 1],
        ['ga', 1],
      ]);
      expect(texts.ga).not.toEqual(texts.en);
    }
    for (const texts of said(ontology, iri, 'skos:scopeNote')) expect(texts).toHaveProperty('language');
    if (isUnused(iri)) expect(Object.keys(textsOf(ontology, iri, 'skos:scopeNote'))).toEqual(['en', 'ga']);
  });

  it('has one kind, a status, and the ontology it belongs to', () => {
    expect(KINDS).toContain(kindOf(iri));
    expect(valuesOf(ontology, iri, 'rdfs:isDefinedBy')).toEqual([`${VOCABULARY_BASE}ns`]);
    expect(STATUS).toContain(valuesOf(ontology, iri, 'vs:term_status').join(' '));
  });

  it('is named and read as what it is', () => {
    const isClass = !kindOf(iri).endsWith('Property');
    expect(name).toMatch(isClass ? /^[A-Z]/ : /^[a-z]/);
    for (const { type } of words.filter((word) => word.iri === iri && !isClass)) {
      const isLink = type === '@id' || type === '@vocab';
      expect(kindOf(iri)).toBe(expand(isLink ? 'owl:ObjectProperty' : 'owl:DatatypeProperty'));
    }
  });
});

describe('what a reasoner infers is true of everything we publish', () => {
  const sh = (quads: readonly Quad[], subject: string, name: string) =>
    valuesOf(quads, subject, `sh:${name}`);
  const closed = shapes
    .filter(({ predicate }) => predicate.value === expand('sh:closed'))
    .map(({ subject }) => subject.value);
  /** The classes of the nodes that may say a property: those of the closed shapes that have it. */
  const sayers = (property: string): string[] => [
    ...new Set(
      closed
        .filter((shape) =>
          sh(shapes, shape, 'property').some((one) => sh(shapes, one, 'path').includes(property)),
        )
        .flatMap((shape) => sh(shapes, shape, 'targetClass')),
    ),
  ];
  const isUnder = (iri: string, above: string): boolean =>
    iri === above || valuesOf(ontology, iri, 'rdfs:subClassOf').some((one) => isUnder(one, above));

  const domains = terms.flatMap((iri) =>
    valuesOf(ontology, iri, 'rdfs:domain').map((to) => [iri, to] as const),
  );
  const ranges = terms.flatMap((iri) =>
    valuesOf(ontology, iri, 'rdfs:range').map((to) => [iri, to] as const),
  );

  it.each(domains)('only nodes of the domain say %s', (property, domain) => {
    const others = sayers(property).filter((one) => !isUnder(one, domain));
    expect(sayers(property).length).toBeGreaterThan(0);
    expect(others, 'shapes let others say it: take the domain away').toEqual([]);
  });

  it.each(ranges.filter(([iri]) => kindOf(iri) === expand('owl:DatatypeProperty')))(
    'the literals of %s have its datatype',
    (property, range) => {
      const readAs = words
        .filter(({ iri }) => iri === property)
        .map(({ type, isLanguageMap }) => (isLanguageMap ? 'rdf:langString' : (type ?? 'xsd:string')));
      expect(readAs.map(expand)).toEqual([range]);
    },
  );

  /** What is said in examples of records, put together: a link in one leads to a record in another. */
  const examples = ['golden', 'shapes'].flatMap((folder) =>
    examplesIn(new URL(`../${folder}/`, import.meta.url)),
  );
  const typesOf = new Map<string, string[]>();
  for (const { subject, predicate, object } of examples) {
    if (predicate.value !== expand('rdf:type')) continue;
    typesOf.set(subject.value, [...(typesOf.get(subject.value) ?? []), object.value]);
  }

  it.each(ranges.filter(([iri]) => kindOf(iri) === expand('owl:ObjectProperty')))(
    '%s leads to nodes of its range',
    (property, range) => {
      const objects = examples
        .filter(({ predicate }) => predicate.value === property)
        .map(({ object }) => object.value);
      const others = objects.filter((object) => {
        const types = object.startsWith(CODE) ? [expand('skos:Concept')] : (typesOf.get(object) ?? []);
        return types.length > 0 && !types.some((type) => isUnder(type, range));
      });
      expect(objects.length).toBeGreaterThan(0);
      expect(others).toEqual([]);
    },
  );
});

/** Every lawful example of a record below a folder. */
function examplesIn(folder: URL): Quad[] {
  const prefixes = readFileSync(new URL('prefixes.ttl', folder), 'utf8');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ttl') && !/(^|\/)(bad|prefixes)\.ttl$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(new URL(file, folder), 'utf8');
      return parseTurtle(`${prefixes}\n@base <https://lod.example.org/> .\n${text}`, file);
    });
}
