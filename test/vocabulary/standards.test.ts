import { describe, expect, it } from 'vitest';
import { DATA_BASE, VOCABULARY_BASE } from '../../src/model/rdf/iris.js';
import {
  alignments,
  CODE,
  codes,
  contextIris,
  irisIn,
  LORE,
  ontology,
  QUERY_FILES,
  SHAPE,
  shapes,
  subjectsIn,
  textOf,
} from './files.js';
import { RELEASE_SHAPE, releaseContextIris, releaseShapes } from './release-words.js';
import { isStandard } from './standards.js';

/** Every IRI exists, in our own files or in a named standard. A misspelt one is nobody's. */

const USED = {
  'contexts/context.jsonld': contextIris,
  'shapes/': irisIn(shapes),
  'vocabulary/ontology.ttl': irisIn(ontology),
  'vocabulary/alignments.ttl': irisIn(alignments),
  'vocabulary/codes.ttl': irisIn(codes),
  'contexts/release.jsonld': releaseContextIris,
  'vocabulary/release-shapes.ttl': irisIn(releaseShapes),
};
const defined = new Set([
  `${VOCABULARY_BASE}ns`,
  ...subjectsIn(ontology, LORE),
  ...subjectsIn(codes, CODE),
  ...subjectsIn(shapes, SHAPE),
  ...subjectsIn(releaseShapes, RELEASE_SHAPE),
]);
const exists = (iri: string): boolean => defined.has(iri) || isStandard(iri);

/** The IRIs that a query spells, in full or with a prefix; of our data only the paths matter, which are no terms. */
function irisOfQuery(text: string): string[] {
  const code = text.replace(/(^|\s)#.*/g, '');
  const prefixes = new Map(
    [...code.matchAll(/PREFIX\s+([\w-]*):\s*<([^>]+)>/g)].map(([, prefix = '', iri = '']) => [prefix, iri]),
  );
  const body = code.replace(/(PREFIX\s+\S+|BASE)\s*<[^>]+>/g, '').replace(/"[^"]*"/g, '""');
  const full = [...body.matchAll(/<(https?:[^>\s]+)>/g)].map(([, iri = '']) => iri);
  const short = [...body.replace(/<[^>\s]*>/g, '').matchAll(/([A-Za-z][\w-]*):([\w.-]*\w)/g)].map(
    ([name, prefix = '', local = '']) => `${prefixes.get(prefix) ?? `${name} has no prefix: `}${local}`,
  );
  return [...full, ...short].filter((iri) => !iri.startsWith(DATA_BASE));
}

describe.each(Object.entries(USED))('%s', (_, iris) => {
  it('names nothing that neither we nor a standard define', () => {
    expect(iris.length).toBeGreaterThan(30);
    expect(iris.filter((iri) => !exists(iri))).toEqual([]);
  });
});

it.each(QUERY_FILES)('%s asks for nothing that neither we nor a standard define', (file) => {
  const asked = irisOfQuery(textOf(file));
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.filter((iri) => !exists(iri))).toEqual([]);
});

it.each([
  'http://www.cidoc-crm.org/cidoc-crm/P82a_begin_of_the_beginning',
  'http://www.cidoc-crm.org/cidoc-crm/E22_Man-Made_Object',
  'http://schema.org/name',
  'https://schema.org/containedIn',
  'http://purl.org/dc/elements/1.1/spatial',
  'http://www.w3.org/2004/02/skos/core#preflabel',
  `${LORE}colector`,
])('%s would be found', (iri) => {
  expect(exists(iri)).toBe(false);
});
