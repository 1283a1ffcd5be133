import type { Quad } from '@rdfjs/types';
import { parseStream } from '../../rdf/parse-stream.js';
import { textOf } from '../../sinks/reading/dump-file.js';
import { type LoadableGraph, unread } from '../loadable.js';

/**
 * The triples of a graph of a release, some at a time. Nobody has counted what describes a release, and its files share
 * some triples: those come once.
 *
 * @throws FolkloreError FILE_UNREADABLE
 */
export async function* triplesOf({ files, triples }: LoadableGraph): AsyncGenerator<readonly Quad[]> {
  const seen = triples === undefined && files.length > 1 ? new Set<string>() : undefined;
  const isNew = (triple: Quad): boolean => {
    const size = seen?.size;
    return size !== seen?.add(keyOf(triple)).size;
  };
  for (const { path, format, isPacked } of files) {
    const pieces = parseStream(textOf({ path, format, isPacked }), format === 'nt' ? 'N-Triples' : 'Turtle');
    try {
      for await (const quads of pieces) yield seen === undefined ? quads : quads.filter(isNew);
    } catch (thrown) {
      throw unread(path, thrown);
    }
  }
}

/** Two triples of a graph are the same when their keys are. */
export function keyOf({ subject, predicate, object }: Quad): string {
  const kind = object.termType === 'Literal' ? `${object.datatype.value} ${object.language}` : '';
  return [subject.termType, subject.value, predicate.value, object.termType, kind, object.value].join('\n');
}
