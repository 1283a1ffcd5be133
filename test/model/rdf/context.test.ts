import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import jsonld from 'jsonld';
import { describe, expect, it } from 'vitest';
import { CONTEXT_FILE, readContext } from '../../../src/model/rdf/context.js';
import { VOCABULARY_BASE } from '../../../src/model/rdf/iris.js';
import { scratch } from '../../support/files.js';
import { CLASSES, CONTEXT, DATATYPES, TERMS } from './lawful-nodes.js';

/** Architecture 4.1 and model 8.1: what the context may hold; that what it names is defined: test/vocabulary. */

const LORE = 'https://w3id.org/folklore-ld/ns#';
const CODE = 'https://w3id.org/folklore-ld/code/';
const text = readFileSync(CONTEXT_FILE, 'utf8');

const expand = (word: string): string => {
  const [prefix = '', local = ''] = word.split(':');
  return `${CONTEXT[prefix]}${local}`;
};
const definitionOf = (word: string): Readonly<Record<string, unknown>> => {
  const definition = CONTEXT[word];
  return typeof definition === 'string' ? { '@id': definition } : { ...definition };
};
const scopedOf = (word: string) =>
  Object.entries((definitionOf(word)['@context'] ?? {}) as Record<string, string | null>);
/** Codes; `null` takes a word away. */
const codesOf = (word: string) => scopedOf(word).filter(([, iri]) => iri !== null);
const words = [...CLASSES, ...DATATYPES, ...TERMS.map(([word]) => word)];

describe('contexts/context.jsonld', () => {
  it('is JSON-LD 1.1, and nothing it does not name can mean anything', () => {
    expect(CONTEXT).toMatchObject({ '@version': 1.1 });
    const keywords = Object.keys(CONTEXT).filter((word) => word.startsWith('@'));
    expect(keywords.filter((word) => word !== '@version' && word !== '@protected')).toEqual([]);
    expect(text).not.toMatch(/"@(vocab|base|import|language|direction|propagate)"\s*:/);
  });

  it.each(words)('%s is an absolute IRI by a prefix of its own', (word) => {
    const { '@id': iri, '@type': type } = definitionOf(word);
    const compact = [iri, ...codesOf(word).map(([, code]) => code), type].filter((one) => one !== undefined);
    for (const one of compact) {
      if (one === '@id' || one === '@vocab') continue;
      expect(String(one)).toMatch(/^[a-z][a-z-]*:[\w.-]+$/);
      expect(expand(String(one))).toMatch(/^https?:\/\/[^/\s]+\/\S+$/);
    }
  });

  it('has terms with lists of codes only where a word is looked up in them', () => {
    for (const [word] of TERMS) {
      expect([word, definitionOf(word)['@type'] === '@vocab']).toEqual([word, codesOf(word).length > 0]);
    }
  });

  it('takes the alias of @type away where values show their datatype, and nothing else', () => {
    const typed = TERMS.filter(([word]) => codesOf(word).length === 0);
    const lessened = typed.map(([word]) => [word, scopedOf(word).filter(([, iri]) => iri === null)] as const);
    expect(lessened.filter(([, taken]) => taken.length > 0)).toEqual(
      ['dateCreated', 'birthDate', 'deathDate'].map((word) => [word, [['type', null]]]),
    );
  });

  it('gives no two words with codes the same scoped context, which PyLD 2.0.3 mixes up', () => {
    const scoped = TERMS.flatMap(([word]) =>
      codesOf(word).length === 0 ? [] : JSON.stringify(scopedOf(word).toSorted()),
    );
    expect(scoped.filter((one, at) => scoped.indexOf(one) !== at)).toEqual([]);
    const taken = TERMS.flatMap(([word]) => (codesOf(word).length === 0 ? [] : scopedOf(word)))
      .filter(([, iri]) => iri === null)
      .map(([word]) => word);
    expect(taken.filter((word) => TERMS.every(([term]) => term !== word))).toEqual([]);
  });

  it('has no two words for one triple: words of one property have values of different types', () => {
    const kinds = TERMS.map(([word, definition]) => {
      const { '@id': iri = definition, '@type': type } = definition as Record<string, string>;
      return `${iri} ${scopedOf(word).some(([of]) => of === 'type') ? 'any date' : type}`;
    });
    expect(kinds.filter((kind, at) => kinds.indexOf(kind) !== at)).toEqual([]);
  });

  it('is lawful for the reference processor', async () => {
    const expanded = await jsonld.expand(
      { '@context': CONTEXT as object, id: 'https://e.org/1', type: 'Item', listingOrder: '1' } as object,
      { safe: true } as object,
    );
    expect(expanded).toEqual([
      { '@id': 'https://e.org/1', '@type': [`${LORE}Item`], [`${LORE}listingOrder`]: [{ '@value': '1' }] },
    ]);
  });
});

describe('readContext', () => {
  const context = readContext();

  it('knows every term and class by its IRI, and what is written in the file', () => {
    expect([...context.terms.keys()]).toEqual(TERMS.map(([word]) => word));
    for (const word of CLASSES)
      expect(context.classIri(word)).toBe(expand(String(definitionOf(word)['@id'])));
    for (const word of DATATYPES)
      expect(context.datatypeIri(word)).toBe(expand(String(definitionOf(word)['@id'])));
    expect(context.document).toEqual(CONTEXT);
    expect(context.prefixes.get('lore')).toBe(LORE);
  });

  it('reads our own words with another base when told to, and only those', () => {
    const other = readContext(CONTEXT_FILE, 'https://vocabulary.example.net/$&/');
    const mine = (iri: string) => iri.replace(VOCABULARY_BASE, () => 'https://vocabulary.example.net/$&/');
    for (const [word, { iri }] of context.terms) expect(other.terms.get(word)?.iri).toBe(mine(iri));
    for (const word of CLASSES) expect(other.classIri(word)).toBe(mine(context.classIri(word)));
    expect(other.prefixes.get('lore-role')).toBe('https://vocabulary.example.net/$&/code/role/');
    expect(JSON.stringify(other.document)).not.toContain(VOCABULARY_BASE);
  });

  it.each<readonly [string, object]>([
    ['name', { as: 'languages' }],
    ['listingOrder', { as: 'text' }],
    ['inLanguage', { as: 'text' }],
    ['isPartOf', { as: 'iri' }],
    ['position', { as: 'literal', datatype: 'http://www.w3.org/2001/XMLSchema#integer' }],
    ['created', { as: 'literal', datatype: 'http://id.loc.gov/datatypes/edtf/EDTF-level1' }],
    [
      'condition',
      { as: 'code', codes: new Map(['poor', 'medium', 'good'].map((c, n) => [c, `${CODE}condition/${n}`])) },
    ],
  ])('reads a value of %s as %o', (word, reads) => {
    expect(context.terms.get(word)?.reads).toEqual(reads);
  });

  /** Architecture 4.2: for the subset our nodes use, refusing anything else. */
  it.each<readonly [word: string, what: string, more: object]>([
    ['bad', 'no IRI', { bad: {} }],
    ['bad', 'a prefix nobody defines', { bad: 'nowhere:bad' }],
    ['bad', 'a datatype nobody defines', { bad: { '@id': 'ex:bad', '@type': 'nowhere:integer' } }],
    ['bad', 'a list that keeps its order', { bad: { '@id': 'ex:bad', '@container': '@list' } }],
    ['bad', 'a language of its own', { bad: { '@id': 'ex:bad', '@language': 'ga' } }],
    [
      'bad',
      'a code nobody defines',
      { bad: { '@id': 'ex:bad', '@type': '@vocab', '@context': { x: 'nowhere:x' } } },
    ],
    ['type', 'a type by another rule', { type: { '@id': '@type', '@container': '@id' } }],
    ['@vocab', 'a vocabulary for every other word', { '@vocab': 'https://e.org/' }],
    ['@base', 'a base', { '@base': 'https://e.org/' }],
    ['@language', 'a language for every text', { '@language': 'ga' }],
  ])('refuses %s with %s', async (word, _, more) => {
    const file = join(await scratch(), 'context.jsonld');
    await writeFile(file, JSON.stringify({ '@context': { ex: 'https://e.org/', ...more } }));
    expect(() => readContext(pathToFileURL(file))).toThrow(
      expect.objectContaining({ code: 'CONTEXT_TERM', message: expect.stringContaining(`'${word}'`) }),
    );
  });
});
