import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Quad } from '@rdfjs/types';
import { type Context, readContext } from '../../rdf/context.js';
import type { Format } from '../../rdf/formats/format.js';
import { type DumpRecord, recordsIn } from '../../rdf/formats/read-dump.js';
import type { KnownVocabulary } from '../../rdf/formats/read-jsonld.js';
import { makeToQuads } from '../../rdf/to-quads.js';
import { dumpFormat, isPacked, type ManifestDump } from '../../release/manifest.js';
import type { Below } from './file-checksums.js';

const CONTEXT = 'context.jsonld';

/** Formats in which records stand as they were written, with what is said of other nodes beside them. */
export const AS_WRITTEN: ReadonlySet<Format> = new Set<Format>(['ttl', 'jsonld']);

/** A release, and what it takes to read its dumps. */
export interface ReadableRelease {
  readonly directory: string;
  readonly base: string;
  /** The words that the release itself brings: undefined when they are not there or none of ours. */
  readonly words: DumpVocabulary | undefined;
}

export interface DumpVocabulary extends KnownVocabulary {
  readonly prefixes: Context['prefixes'];
}

/** The words of a release: an older one is read as quickly as one of today. */
export function dumpVocabularyOf(release: string, below: Below): DumpVocabulary | undefined {
  if (below.get(CONTEXT) !== 'file') return undefined;
  try {
    const context = readContext(pathToFileURL(join(release, CONTEXT)));
    return { context: context.document, toQuads: makeToQuads(context), prefixes: context.prefixes };
  } catch {
    // Then jsonld reads what the dumps bring with them.
    return undefined;
  }
}

/**
 * The records of a dump of a release.
 *
 * @throws FolkloreError FILE_UNREADABLE
 */
export async function* dumpRecords(
  { directory, base, words }: ReadableRelease,
  file: ManifestDump,
): AsyncGenerator<DumpRecord> {
  const format = dumpFormat(file);
  const path = join(directory, file.path);
  const records = recordsIn({ path, format, isPacked: isPacked(file), most: file.unpacked }, words);
  if (AS_WRITTEN.has(format)) yield* together(records, base);
  else yield* records;
}

/** Records of ours, each with what stands behind it and is about nodes that are not ours. */
async function* together(records: AsyncIterable<DumpRecord>, base: string): AsyncGenerator<DumpRecord> {
  let last: { readonly iri: string; readonly quads: Quad[] } | undefined;
  for await (const { iri, quads } of records) {
    if (last !== undefined && (iri === last.iri || !iri.startsWith(base))) {
      for (const quad of quads) last.quads.push(quad);
      continue;
    }
    if (last !== undefined) yield last;
    last = { iri, quads: [...quads] };
  }
  if (last !== undefined) yield last;
}
