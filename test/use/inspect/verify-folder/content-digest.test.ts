import { describe, expect, test } from 'vitest';
import { canonicalLines, ntriplesLine } from '../../../../src/model/rdf/formats/ntriples.js';
import { parseTurtle } from '../../../../src/model/rdf/parse.js';
import {
  ContentDigest,
  type ContentSummary,
  sumLines,
} from '../../../../src/use/inspect/verify-folder/content-digest.js';

/** Files have the same content when they have the same triples, in any order, once or repeated. */

const BASE = 'https://e.org/';
const WORDS = `@prefix : <${BASE}> . @prefix w: <https://e.net/w#> .`;

/** The content of a dump of records, each as Turtle. */
function contentOf(records: Readonly<Record<string, string>>): ContentSummary {
  const content = new ContentDigest(BASE);
  for (const [iri, turtle] of Object.entries(records)) {
    content.add({ iri, quads: parseTurtle(`${WORDS}\n${turtle}`, 'a record') });
  }
  return content.summary;
}

const PAGE = '<https://other.org/page> w:label "x", "y" .';
const TOGETHER = {
  [`${BASE}a`]: `:a w:page <https://other.org/page> ; w:name "a" . ${PAGE}`,
  [`${BASE}b`]: `:b w:page <https://other.org/page> . ${PAGE} <${BASE}b#n> w:name "n" .`,
};
/** As in sorted lines: triples about a web page are apart, each once. */
const APART = {
  'https://other.org/page': PAGE,
  [`${BASE}b`]: `<${BASE}b#n> w:name "n" . :b w:page <https://other.org/page> .`,
  [`${BASE}a`]: ':a w:name "a" ; w:page <https://other.org/page> .',
};

test('a triple about a node of others that several records repeat is counted once', () => {
  const [together, apart] = [contentOf(TOGETHER), contentOf(APART)];
  expect(together).toMatchObject({ records: 2, statements: 8, triples: 6 });
  expect(apart).toEqual({ ...together, statements: 6 });
});

test.each([
  ['a language', ':a w:name "a"@en ; w:page <https://other.org/page> .'],
  ['an IRI as a text', ':a w:name "a" ; w:page "https://other.org/page" .'],
])('%s makes a difference', (_, turtle) => {
  const changed = { ...APART, [`${BASE}a`]: turtle };
  expect(contentOf(changed).sum).not.toBe(contentOf(TOGETHER).sum);
});

test('two differences do not cancel each other', () => {
  const swapped = {
    ...APART,
    [`${BASE}a`]: ':a w:name "n" ; w:page <https://other.org/page> .',
    [`${BASE}b`]: `<${BASE}b#n> w:name "a" . :b w:page <https://other.org/page> .`,
  };
  expect(contentOf(swapped).sum).not.toBe(contentOf(TOGETHER).sum);
});

describe('sorted lines, summed without parsing', () => {
  const TURTLE = ':a w:name "é🙂\\"x\\n"@ga, "1"^^w:type ; w:page <https://e.org/b> .';
  const QUADS = parseTurtle(`${WORDS} ${TURTLE}`, 'a record');
  const { sum: SUM } = contentOf({ [`${BASE}a`]: TURTLE });
  const LINES = canonicalLines(QUADS.map(ntriplesLine))
    .map((line) => `${line}\n`)
    .join('');
  const GRAPH = `${BASE}graph`;

  async function* pieces(text: string, size: number): AsyncGenerator<Buffer> {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }

  test.each([1, 7])('have the sum of their quads, in pieces of %i bytes', async (size) => {
    expect(await sumLines(pieces(LINES, size), undefined)).toEqual({ sum: SUM, lines: 3 });
    const quads = LINES.replaceAll(' .\n', ` <${GRAPH}> .\n`);
    expect(await sumLines(pieces(quads, size), GRAPH)).toEqual({ sum: SUM, lines: 3 });
  });

  test.each([
    ['with another character', LINES.replace('🙂', '🙃')],
    ['that is there twice', `${LINES}${LINES.split('\n')[0]}\n`],
    ['of another graph', LINES.replace(' .\n', ` <${BASE}other> .\n`)],
    ['without its end', LINES.slice(0, -1)],
    ['with the line ends of Windows', LINES.replaceAll('\n', '\r\n')],
  ])('have another sum or none with a line %s', async (_, text) => {
    expect(await sumLines(pieces(text, 99), undefined)).not.toEqual({ sum: SUM, lines: 3 });
  });
});
