import { describe, expect, test } from 'vitest';
import type { ReleaseVocabulary } from '../../../src/features/query/release-vocabulary.js';
import { declaredPrefixes, unknownTerms } from '../../../src/features/query/unknown-terms.js';

/** What a query names and a release does not know. */

const NS = 'https://w3id.org/folklore-ld/ns#';
const ROLE = 'https://w3id.org/folklore-ld/code/role/';
const VOCABULARY: ReleaseVocabulary = {
  labels: new Map([
    [`${NS}collector`, 'collector'],
    [`${NS}Item`, 'Item'],
    [`${ROLE}informant`, 'informant'],
  ]),
  namespaces: new Set([NS, ROLE]),
  prefixes: new Map([
    ['lore', NS],
    ['lore-role', ROLE],
    ['schema', 'https://schema.org/'],
  ]),
  borrowed: ['https://schema.org/isPartOf'],
};
const PREFIX = `PREFIX lore: <${NS}>\n`;
const told = (query: string) =>
  unknownTerms(query, VOCABULARY).map(({ line, column, name, nearest }) => [line, column, name, nearest]);

describe('a term', () => {
  test.each([
    ['misspelt', '{ ?a lore:colector ?b }', [2, 6, 'lore:colector', 'lore:collector']],
    ['of another vocabulary', '{ ?a lore:isPartOf ?b }', [2, 6, 'lore:isPartOf', 'schema:isPartOf']],
    ['in a path', '{ ?a (lore:collector|^lore:Itm)* ?b }', [2, 23, 'lore:Itm', 'lore:Item']],
    ['at the end of a sentence', '{ ?a a lore:Itm. }', [2, 8, 'lore:Itm', 'lore:Item']],
    ['that is nowhere near', '{ ?a lore:zzzzzzzzz ?b }', [2, 6, 'lore:zzzzzzzzz', undefined]],
    ['as an IRI', `{ ?a ?b <${ROLE}informat> }`, [2, 9, `<${ROLE}informat>`, 'lore-role:informant']],
  ])('%s is told with its place', (_, pattern, expected) => {
    expect(told(`${PREFIX}${pattern}`)).toEqual([expected]);
  });

  test.each([
    ['known', '{ ?a lore:collector ?b }'],
    ['of a vocabulary that is not the release’s own', 'PREFIX x: <http://x.example/> SELECT * { ?a x:y ?b }'],
    ['in a remark', '{} # lore:colector and lroe:x'],
    ['in a string', '{ ?a ?b "lore:colector" , \'lroe:x\' , """lore:y""" }'],
    ['in a variable or a blank node', '{ _:lroe ?lore ?b }'],
    ['as a prefix only', `{ FILTER(STRSTARTS(STR(?a), STR(lore:))) }`],
    ['in a comparison', '{ ?a ?b ?c FILTER(?c<3 && ?b>lore:Item) }'],
    ['in a language tag', '{ ?a ?b "x"@en }'],
  ])('%s is not', (_, pattern) => {
    expect(told(`${PREFIX}${pattern}`)).toEqual([]);
  });
});

test('a prefix without a declaration is told once, with the declaration of the nearest', () => {
  expect(told('SELECT * {\n  ?a lroe:x ?b ; lroe:y ?c }')).toEqual([[2, 6, 'lroe:', `PREFIX lore: <${NS}>`]]);
  expect(told('SELECT * { ?a :x ?b }')).toEqual([[1, 15, ':', undefined]]);
});

const proposedFor = (prefix: string) => {
  const prefixes = ['geo', 'bf', 'edm', 'lore', 'schema', 'skos'].map(
    (one) => [one, `http://${one}.example/`] as const,
  );
  const vocabulary = { ...VOCABULARY, prefixes: new Map(prefixes) };
  return unknownTerms(`ASK { ?a ${prefix}:b ?c }`, vocabulary).map(({ nearest }) => nearest);
};

test.each(['foo', 'dc', 'x', 'schools'])('a prefix that is near to none has no proposal: %s', (prefix) => {
  expect(proposedFor(prefix)).toEqual([undefined]);
});

test.each([
  ['lroe', 'lore'],
  ['shema', 'schema'],
  ['Lore', 'lore'],
  ['gep', 'geo'],
  ['sko', 'skos'],
])('a prefix that is misspelt has the nearest proposed: %s', (prefix, near) => {
  expect(proposedFor(prefix)).toEqual([`PREFIX ${near}: <http://${near}.example/>`]);
});

test('prefixes are those of declarations, whatever remarks and strings say', () => {
  expect([
    ...declaredPrefixes(
      `# PREFIX a: <http://a/>\nprefix b: <http://b/> PREFIX : <http://c/#>\nASK { ?s ?p "PREFIX d: <http://d/>" }`,
    ),
  ]).toEqual([
    ['b', 'http://b/'],
    ['', 'http://c/#'],
  ]);
});
