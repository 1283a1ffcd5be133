import type { Quad } from '@rdfjs/types';
import { readQuads } from '../../../model/rdf/formats/read-dump.js';
import { type SourceFile, toLoadError } from '../source-files.js';

/**
 * The triples of a graph of a release, in batches. The files that describe a release share triples; each is returned once.
 *
 * @throws FolkloreError FILE_UNREADABLE
 */
export async function* releaseTriples(files: readonly SourceFile[]): AsyncGenerator<readonly Quad[]> {
  const seen = files.length > 1 ? new Set<string>() : undefined;
  const isNew = (triple: Quad): boolean => {
    const size = seen?.size;
    return size !== seen?.add(tripleKey(triple)).size;
  };
  for (const { path, format, isPacked, unpacked } of files) {
    try {
      for await (const quads of readQuads({ path, format, isPacked, most: unpacked }))
        yield seen === undefined ? quads : quads.filter(isNew);
    } catch (thrown) {
      throw toLoadError(path, thrown);
    }
  }
}

/** Equal for equal triples. */
function tripleKey({ subject, predicate, object }: Quad): string {
  const kind = object.termType === 'Literal' ? `${object.datatype.value} ${object.language}` : '';
  return [subject.termType, subject.value, predicate.value, object.termType, kind, object.value].join('\n');
}
