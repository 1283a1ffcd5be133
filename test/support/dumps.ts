import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Quad } from '@rdfjs/types';
import jsonld from 'jsonld';
import { Parser } from 'n3';

/** No context may be fetched: dumps carry theirs. */
const offline = async (url: string): Promise<never> => {
  throw new Error(`the dump asks for ${url}`);
};

export async function readTurtle(release: string, dataset: string): Promise<Quad[]> {
  return new Parser().parse(await readFile(join(release, 'data', `${dataset}.ttl`), 'utf8'));
}

export async function readNtriples(release: string, dataset: string): Promise<Quad[]> {
  const text = await readFile(join(release, 'data', `${dataset}.nt`), 'utf8');
  return new Parser({ format: 'N-Triples' }).parse(text);
}

export async function readJsonld(release: string, dataset: string): Promise<Quad[]> {
  const document: jsonld.JsonLdDocument = JSON.parse(
    await readFile(join(release, 'data', `${dataset}.jsonld`), 'utf8'),
  );
  const nquads = await jsonld.toRDF(document, {
    format: 'application/n-quads',
    safe: true,
    documentLoader: offline,
  } as object);
  return new Parser({ format: 'N-Quads' }).parse(String(nquads));
}
