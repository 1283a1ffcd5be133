import { readFileSync } from 'node:fs';
import type { Quad } from '@rdfjs/types';
import jsonld from 'jsonld';
import { Parser } from 'n3';
import { parseTurtle } from '../../../src/model/rdf/parse.js';
import type { DescriptionFile } from '../../../src/release/description/facts.js';

const SHAPES = new URL('../../../vocabulary/release-shapes.ttl', import.meta.url);

/** The shapes that descriptions keep to. */
export const releaseShapes = (): Quad[] => parseTurtle(readFileSync(SHAPES, 'utf8'), 'release-shapes.ttl');

/** dataset.jsonld as a reader expands it that may fetch nothing. */
export async function readDatasetJsonld(text: string): Promise<Quad[]> {
  const nquads = await jsonld.toRDF(
    JSON.parse(text) as jsonld.JsonLdDocument,
    {
      format: 'application/n-quads',
      safe: true,
      documentLoader: async (url: string): Promise<never> => {
        throw new Error(`it asks for ${url}`);
      },
    } as object,
  );
  return new Parser({ format: 'N-Quads' }).parse(String(nquads));
}

/** A whole description as one graph. */
export const graphOf = async (texts: Readonly<Record<DescriptionFile, string>>): Promise<Quad[]> => [
  ...parseTurtle(texts['void.ttl'], 'void.ttl'),
  ...parseTurtle(texts['dcat.ttl'], 'dcat.ttl'),
  ...(await readDatasetJsonld(texts['dataset.jsonld'])),
];
