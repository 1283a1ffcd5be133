import { describe, expect, it } from 'vitest';
import { coded } from '../../src/model/mapping/coded-fields.js';
import { makeSetting } from '../golden/setting.js';
import { CODE, codes, expand, irisIn, said, shapes, subjectsIn, textsOf, valuesOf, words } from './files.js';

/** The code lists, whole and in both languages. */

const isA = (iri: string, type: string) => valuesOf(codes, iri, 'rdf:type').includes(expand(type));
const concepts = subjectsIn(codes, CODE).filter((iri) => isA(iri, 'skos:Concept'));
const schemes = subjectsIn(codes, CODE).filter((iri) => isA(iri, 'skos:ConceptScheme'));
const nameOf = (iri: string): string => iri.slice(CODE.length);
/** Lists of our own, of which the sources have no codes. */
const OWN_LISTS = ['role', 'date-problem', 'omission', 'effective-from'].map((list) => CODE + list);
/** Codes that are no words of the context because no record says them. */
const isUnused = (iri: string): boolean => said(codes, iri, 'skos:scopeNote').length > 0;
/** Concepts that are called the same in both languages: names. */
const SAME_IN_BOTH = ['coordinate-source/osi'];

/** Terms of the context whose values are codes of ours. */
const codeWords = words.filter((word) => [...word.codes.values()].some((iri) => iri.startsWith(CODE)));

describe('the code lists', () => {
  it('hold concepts and schemes, and nothing else', () => {
    expect([...concepts, ...schemes].sort()).toEqual(
      [...new Set(codes.map(({ subject }) => subject.value))].sort(),
    );
  });

  it('hold every code of the context, and the context every code that a record may say', () => {
    const inContext = new Set(
      codeWords.flatMap((word) => [...word.codes.values()]).filter((iri) => iri.startsWith(CODE)),
    );
    expect([...inContext].filter((iri) => !concepts.includes(iri))).toEqual([]);
    expect(concepts.filter((iri) => !inContext.has(iri))).toEqual(concepts.filter(isUnused));
  });

  it('hold every code of the shapes, and the shapes every code that a record may say', () => {
    const inShapes = irisIn(shapes).filter((iri) => iri.startsWith(CODE));
    expect(inShapes.filter((iri) => !concepts.includes(iri))).toEqual([]);
    expect(concepts.filter((iri) => !inShapes.includes(iri))).toEqual(concepts.filter(isUnused));
  });

  it('leave the undocumented condition code 3 without a name', () => {
    expect(concepts).not.toContain(expand('lore-condition:3'));
  });
});

it.each(schemes)('%s has a label in both languages, a licence and a concept', (scheme) => {
  expect(Object.keys(textsOf(codes, scheme, 'skos:prefLabel'))).toEqual(['en', 'ga']);
  expect(valuesOf(codes, scheme, 'dcterms:license')).toHaveLength(1);
  expect(concepts.some((iri) => valuesOf(codes, iri, 'skos:inScheme').includes(scheme))).toBe(true);
});

describe.each(concepts.map((iri) => [nameOf(iri), iri] as const))('%s', (name, iri) => {
  const scheme = iri.slice(0, iri.lastIndexOf('/'));

  it('says everything in English and Irish', () => {
    for (const predicate of ['skos:prefLabel', 'skos:definition', 'skos:scopeNote']) {
      const texts = textsOf(codes, iri, predicate);
      if (predicate !== 'skos:prefLabel' && Object.keys(texts).length === 0) continue;
      expect(Object.entries(texts).map(([language, all]) => [language, all.length])).toEqual([
        ['en', 1],
        ['ga', 1],
      ]);
      if (!SAME_IN_BOTH.includes(name)) expect(texts.ga).not.toEqual(texts.en);
    }
  });

  it('is in the list its IRI names, at its top or under another concept of it', () => {
    expect(schemes).toContain(scheme);
    expect(valuesOf(codes, iri, 'skos:inScheme')).toEqual([scheme]);
    const above = valuesOf(codes, iri, 'skos:broader');
    expect(above.filter((one) => !one.startsWith(`${scheme}/`) || !concepts.includes(one))).toEqual([]);
    expect(valuesOf(codes, iri, 'skos:topConceptOf')).toEqual(above.length === 0 ? [scheme] : []);
    expect(valuesOf(codes, scheme, 'skos:hasTopConcept').includes(iri)).toBe(above.length === 0);
  });

  it('has the code of the source, where the sources have codes', () => {
    const isOurs = OWN_LISTS.includes(scheme) || isUnused(iri);
    expect(valuesOf(codes, iri, 'skos:notation')).toHaveLength(isOurs ? 0 : 1);
  });
});

/** Each code of a source with the term that says it and its concept. The accuracy of a date is read with the date. */
const mapped = codeWords
  .filter(({ word }) => !['dateQualifier', 'effectiveDateQualifier'].includes(word))
  .flatMap(({ word, codes: listed }) =>
    [...new Set(listed.values())].flatMap((iri) =>
      valuesOf(codes, iri, 'skos:notation').map((code) => ({ word, code, iri, listed })),
    ),
  );

it.each(mapped)('$word $code of the source is $iri', ({ word, code, iri, listed }) => {
  expect(listed.get(String(coded({ [word]: code }, makeSetting())[word]))).toBe(iri);
});
