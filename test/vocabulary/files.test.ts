import oxigraph from 'oxigraph';
import { expect, it } from 'vitest';
import { parseTurtle } from '../../src/model/rdf/parse.js';
import { QUERY_FILES, SHAPE_FILES, textOf, VOCABULARY_FILES } from './files.js';

/** Every file of words can be read by everybody, and all speak with the same prefixes. */

const TURTLE = [...VOCABULARY_FILES, ...SHAPE_FILES];
const PREFIXES = ['test/golden/prefixes.ttl', 'test/shapes/prefixes.ttl'];

it.each(TURTLE)('%s says the same to n3 and to Oxigraph', (file) => {
  const store = new oxigraph.Store();
  store.load(textOf(file), { format: 'text/turtle' });
  expect(store.size).toBe(new Set(parseTurtle(textOf(file), file).map((quad) => JSON.stringify(quad))).size);
  expect(store.size).toBeGreaterThan(0);
});

it('a prefix stands for the same everywhere, and everything has one prefix', () => {
  const context = JSON.parse(textOf('contexts/context.jsonld'))['@context'] as Record<string, unknown>;
  const declared = [
    ...Object.entries(context).filter(([, iri]) => typeof iri === 'string' && /[#/]$/.test(iri)),
    ...[...TURTLE, ...PREFIXES, ...QUERY_FILES].flatMap((file) =>
      [...textOf(file).matchAll(/^\s*(?:@prefix|PREFIX)\s+([\w-]+):\s+<([^>]+)>/gm)].map(
        ([, prefix = '', iri = '']) => [prefix, iri] as const,
      ),
    ),
  ];
  const distinct = (values: readonly unknown[]) => new Set(values).size;
  expect(distinct(declared.map(([prefix]) => prefix))).toBe(distinct(declared.map(String)));
  expect(distinct(declared.map(([, iri]) => iri))).toBe(distinct(declared.map(String)));
});
