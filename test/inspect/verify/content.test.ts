import { expect, test } from 'vitest';
import { ContentDigest } from '../../../src/inspect/verify/content.js';
import { parseTurtle } from '../../../src/rdf/parse.js';

/** Files say the same when they say the same triples, whatever the order, and however often. */

const BASE = 'https://e.org/';
const WORDS = `@prefix : <${BASE}> . @prefix w: <https://e.net/w#> .`;

/** A dump of records, each as Turtle. */
function contentOf(records: Readonly<Record<string, string>>, keep: readonly number[] = []): ContentDigest {
  const content = new ContentDigest(BASE, keep);
  for (const [iri, turtle] of Object.entries(records)) {
    content.add({ iri, quads: parseTurtle(`${WORDS}\n${turtle}`, 'a record') });
  }
  return content;
}

const PAGE = '<https://other.org/page> w:label "x", "y" .';
const TOGETHER = {
  [`${BASE}a`]: `:a w:page <https://other.org/page> ; w:name "a" . ${PAGE}`,
  [`${BASE}b`]: `:b w:page <https://other.org/page> . ${PAGE} <${BASE}b#n> w:name "n" .`,
};
/** As sorted lines have it: what is said of a page of others stands by itself, once. */
const APART = {
  'https://other.org/page': PAGE,
  [`${BASE}b`]: `<${BASE}b#n> w:name "n" . :b w:page <https://other.org/page> .`,
  [`${BASE}a`]: ':a w:name "a" ; w:page <https://other.org/page> .',
};

test('what is said of nodes of others with several records is one thing', () => {
  const [together, apart] = [contentOf(TOGETHER), contentOf(APART)];
  expect(together.differing(apart)).toEqual([]);
  expect([together.records, together.statements, together.triples]).toEqual([2, 8, 6]);
  expect([apart.records, apart.statements, apart.triples]).toEqual([2, 6, 6]);
});

test.each([
  ['a word', ':a w:name "A" ; w:page <https://other.org/page> .'],
  ['a language', ':a w:name "a"@en ; w:page <https://other.org/page> .'],
  ['a statement less', ':a w:name "a" .'],
  ['the same as a text', ':a w:name "a" ; w:page "https://other.org/page" .'],
])('%s makes a difference, in the part of that record', (_, turtle) => {
  const [one, other] = [contentOf(TOGETHER), contentOf({ ...APART, [`${BASE}a`]: turtle })];
  const parts = one.differing(other);
  expect(parts).toHaveLength(1);
  const [kept, also] = [
    contentOf(TOGETHER, parts).kept,
    contentOf({ ...APART, [`${BASE}a`]: turtle }, parts).kept,
  ];
  expect([...kept.keys()]).toEqual([`${BASE}a`]);
  expect(kept.get(`${BASE}a`)).not.toBe(also.get(`${BASE}a`));
});

test('two differences do not make up for one another', () => {
  const swapped = {
    ...APART,
    [`${BASE}a`]: ':a w:name "n" ; w:page <https://other.org/page> .',
    [`${BASE}b`]: `<${BASE}b#n> w:name "a" . :b w:page <https://other.org/page> .`,
  };
  expect(contentOf(TOGETHER).differing(contentOf(swapped))).toHaveLength(2);
});
