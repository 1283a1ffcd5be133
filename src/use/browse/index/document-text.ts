import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Quad } from '@rdfjs/types';
import { ntriplesLine } from '../../../model/rdf/formats/ntriples.js';
import { parseTurtle } from '../../../model/rdf/parse.js';

/** Packs and unpacks the statements about one record. The dictionary makes short documents a quarter of their size. */
export class DocumentText {
  readonly #dictionary: Buffer;

  /** @param frequent IRIs that most documents have; the same for every document of an index */
  constructor(frequent: Iterable<string>) {
    // DEFLATE looks back 32 KiB.
    this.#dictionary = Buffer.from([...frequent].map((iri) => `> <${iri}> <`).join(''), 'utf8').subarray(
      -32_000,
    );
  }

  pack(quads: readonly Quad[]): Uint8Array {
    return deflateRawSync(quads.map(ntriplesLine).join('\n'), { dictionary: this.#dictionary, level: 3 });
  }

  unpack(packed: Uint8Array): string {
    return inflateRawSync(packed, { dictionary: this.#dictionary }).toString('utf8');
  }

  quads(packed: Uint8Array): Quad[] {
    return parseTurtle(this.unpack(packed), 'index');
  }
}
