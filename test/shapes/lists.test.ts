import type { Term } from '@rdfjs/types';
import { beforeAll, describe, expect, it } from 'vitest';
import { readShapes, SHAPES_DIRECTORY } from '../../src/model/shacl/shapes.js';
import { ShapesGraph } from '../../src/model/shacl/shapes-graph.js';
import { sh } from '../../src/model/shacl/terms.js';
import { TERMS } from '../model/rdf/lawful-nodes.js';
import { isByLanguage, isList } from '../model/rdf/lists.js';
import { expand } from './examples.js';

/** Model 8.1: a word of the context takes a list if, and only if, a shape lets it repeat. */

const PLAIN = expand('xsd:string');
let graph: ShapesGraph;
let closed: Term[];

beforeAll(async () => {
  graph = new ShapesGraph(await readShapes(SHAPES_DIRECTORY));
  closed = graph
    .shapes()
    .filter((shape) => graph.all(shape, sh('closed')).some(({ value }) => value === 'true'));
});

const wordsOf = (definition: unknown) =>
  (typeof definition === 'object' ? definition : { '@id': definition }) as {
    '@id': string;
    '@type'?: string;
  };

/** For each closed shape that knows a word: what it says of its predicate. */
function promises(definition: unknown): (readonly Term[])[] {
  const { '@id': predicate, '@type': type } = wordsOf(definition);
  const datatype = type === undefined ? PLAIN : type.startsWith('@') ? undefined : expand(type);
  return closed
    .map((shape) =>
      graph
        .all(shape, sh('property'))
        .filter((property) =>
          graph.all(property, sh('path')).some(({ value }) => value === expand(predicate)),
        ),
    )
    .filter((properties) => properties.length > 0)
    .filter((properties) =>
      properties.flatMap((one) => graph.all(one, sh('datatype'))).every(({ value }) => value === datatype),
    );
}

/** A warning lets it pass: what may be published twice can repeat. */
const isOnce = (property: Term): boolean =>
  graph.all(property, sh('maxCount')).some(({ value }) => Number(value) <= 1) &&
  graph.all(property, sh('severity')).every(({ value }) => value === sh('Violation'));

const single = TERMS.filter(([word]) => !isByLanguage(word));

describe('a word of the context is a list where a shape lets it repeat, and only there', () => {
  it.each(single)('%s', (word, definition) => {
    const shapes = promises(definition);
    expect(shapes, `a shape that knows ${word}`).not.toEqual([]);
    expect([word, isList(word)]).toEqual([word, shapes.some((properties) => !properties.some(isOnce))]);
  });
});
