import type { Quad } from '@rdfjs/types';
import { FolkloreError, messageOf } from '../../base/errors.js';
import { parseStream, type StreamFormat } from '../parse.js';
import { recordOf } from '../record-order.js';
import { type DumpFile, textOf, unreadable } from './dump-file.js';
import { jsonldRecords, type KnownVocabulary } from './read-jsonld.js';

/** One record as it stands in a dump. */
export interface DumpRecord {
  /** IRI of the record. */
  readonly iri: string;
  readonly quads: readonly Quad[];
}

const STREAMED: Readonly<Record<Exclude<DumpFile['format'], 'jsonld'>, StreamFormat>> = {
  // What is Turtle is TriG too, and somebody may have put graphs into it.
  ttl: 'TriG',
  nt: 'N-Triples',
  nq: 'N-Quads',
};

/**
 * The records of a dump, one after another, in flat memory: neighbouring statements about one record and its nodes
 * are that record. In a file that is not of our making a record may come in several pieces.
 *
 * @param own our own words, which our own JSON-LD is quicker read with
 * @throws FolkloreError FILE_UNREADABLE naming the file and the line
 */
export async function* recordsIn(dump: DumpFile, own?: KnownVocabulary): AsyncGenerator<DumpRecord> {
  if (dump.format === 'jsonld') {
    yield* jsonldRecords(dump, own);
    return;
  }
  let iri: string | undefined;
  let quads: Quad[] = [];
  try {
    for await (const some of parseStream(textOf(dump), STREAMED[dump.format])) {
      for (const quad of some) {
        const about = recordOf(quad.subject.value);
        if (about !== iri) {
          if (iri !== undefined) yield { iri, quads };
          iri = about;
          quads = [];
        }
        quads.push(quad);
      }
    }
  } catch (thrown) {
    if (thrown instanceof FolkloreError) throw thrown;
    throw unreadable(dump.path, messageOf(thrown).replace(/\.$/, ''), thrown);
  }
  if (iri !== undefined) yield { iri, quads };
}
