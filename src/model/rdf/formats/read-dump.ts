import type { Quad } from '@rdfjs/types';
import { FolkloreError, messageOf } from '../../../base/errors.js';
import { entry } from '../../../base/map-entry.js';
import { parseStream, type StreamFormat } from '../parse.js';
import { recordIriOf } from '../record-order.js';
import { type KnownVocabulary, readJsonld } from './read-jsonld.js';
import { type DumpFile, textOf, unreadable } from './recognise-dump.js';

/** One record of a dump. */
export interface DumpRecord {
  /** IRI of the record. */
  readonly iri: string;
  readonly quads: readonly Quad[];
}

const STREAMED: Readonly<Record<Exclude<DumpFile['format'], 'jsonld'>, StreamFormat>> = {
  ttl: 'Turtle',
  nt: 'N-Triples',
  nq: 'N-Quads',
};
/** Turtle with graphs, which a file of others may have. A graph in a .ttl file is an error, as in a store. */
const TRIG = /\.trig(?:\.gz)?$/i;

/**
 * The quads of a dump, in pieces of the size of the reader's buffer.
 *
 * @param own our own vocabulary, which speeds up JSON-LD that has it
 * @throws FolkloreError FILE_UNREADABLE with the file and the line
 */
export async function* readQuads(dump: DumpFile, own?: KnownVocabulary): AsyncGenerator<readonly Quad[]> {
  if (dump.format === 'jsonld') {
    yield* readJsonld(dump, own);
    return;
  }
  try {
    const format = TRIG.test(dump.path) ? 'TriG' : STREAMED[dump.format];
    yield* parseStream(textOf(dump), format, dump.onVersion);
  } catch (thrown) {
    if (thrown instanceof FolkloreError) throw thrown;
    throw unreadable(dump.path, messageOf(thrown).replace(/\.$/, ''), thrown);
  }
}

/**
 * The records of a dump, in flat memory. Neighbouring statements about a record and its nodes are one record, so that a
 * file of others may have a record in several pieces.
 *
 * @param own as in `readQuads`
 * @throws FolkloreError FILE_UNREADABLE with the file and the line
 */
export async function* readDump(dump: DumpFile, own?: KnownVocabulary): AsyncGenerator<DumpRecord> {
  let record: { readonly iri: string; readonly quads: Quad[] } | undefined;
  for await (const some of readQuads(dump, own)) {
    if (dump.format === 'jsonld') {
      yield* recordsOf(some);
      continue;
    }
    for (const quad of some) {
      const iri = recordIriOf(quad.subject.value);
      if (record?.iri !== iri) {
        if (record !== undefined) yield record;
        record = { iri, quads: [] };
      }
      record.quads.push(quad);
    }
  }
  if (record !== undefined) yield record;
}

/** The records of some quads, in the order of their first quads. */
export function recordsOf(quads: readonly Quad[]): DumpRecord[] {
  const records = new Map<string, Quad[]>();
  for (const quad of quads) {
    entry(records, recordIriOf(quad.subject.value), (): Quad[] => []).push(quad);
  }
  return [...records].map(([iri, own]) => ({ iri, quads: own }));
}
