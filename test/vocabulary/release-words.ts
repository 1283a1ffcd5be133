import { readContext } from '../../src/model/rdf/context.js';
import { VOCABULARY_BASE } from '../../src/model/rdf/iris.js';
import { parseTurtle } from '../../src/model/rdf/parse.js';
import { RELEASE_CONTEXT } from '../../src/release/description/metadata/release-vocabulary.js';
import { textOf } from './files.js';

/** The words in which a release is described, and the shapes of descriptions. */

const context = readContext(RELEASE_CONTEXT);
const { '@context': definitions } = JSON.parse(textOf('contexts/release.jsonld')) as {
  readonly '@context': Readonly<Record<string, unknown>>;
};

/** Every class, datatype, predicate and code that contexts/release.jsonld names. */
export const releaseContextIris: readonly string[] = [
  ...Object.entries(definitions).flatMap(([word, iri]) => {
    if (typeof iri !== 'string' || /[#/]$/.test(iri)) return [];
    if (/^[A-Z]/.test(word)) return [context.classIri(word)];
    return /^xsd:/.test(iri) ? [context.datatypeIri(word)] : [];
  }),
  ...[...context.terms.values()].flatMap(({ iri, reads }) => [
    iri,
    ...(reads.as === 'code' ? reads.codes.values() : []),
    ...(reads.as === 'literal' ? [reads.datatype] : []),
  ]),
];

export const RELEASE_SHAPE = `${VOCABULARY_BASE}shapes/release/1#`;
export const releaseShapes = parseTurtle(
  textOf('vocabulary/release-shapes.ttl'),
  'vocabulary/release-shapes.ttl',
);
