import { createHash } from 'node:crypto';
import { FolkloreError } from '../../base/errors.js';
import { bytesOfFile } from '../../base/file-bytes.js';
import { ntriplesLine } from '../../model/rdf/formats/ntriples.js';
import { readQuads } from '../../model/rdf/formats/read-dump.js';
import { linesOf, textOf, whyUnreadable } from '../../model/rdf/formats/recognise-dump.js';

/** A file of a release. */
export interface ReleaseFile {
  /** Its path in the release. */
  readonly name: string;
  readonly path: string;
  readonly isPacked: boolean;
  /** Unpacked bytes, when the manifest has them. */
  readonly unpacked: number | undefined;
  readonly sha256: string;
}

/** A file that a graph is loaded from. */
export interface SourceFile extends ReleaseFile {
  readonly format: 'nt' | 'ttl';
}

/** Limits of a chunk; a longer line is a chunk by itself. */
export interface ChunkLimits {
  /** Bytes of UTF-8. */
  readonly bytes: number;
  readonly lines: number;
}

/**
 * The triples of a file as lines of N-Triples; Turtle is converted.
 *
 * @throws FolkloreError FILE_UNREADABLE, at the end also for a wrong checksum
 */
export async function* ntriplesOf(file: SourceFile): AsyncGenerator<string> {
  const dump = { ...file, bytes: checkedBytes(file) };
  try {
    if (file.format === 'nt') {
      for await (const line of linesOf(textOf(dump), Number.POSITIVE_INFINITY)) if (line !== '') yield line;
    } else for await (const quads of readQuads(dump)) yield* quads.map(ntriplesLine);
  } catch (thrown) {
    throw toLoadError(file.path, thrown);
  }
}

/** The longest runs of lines within the limits. */
export async function* chunksOf(
  lines: AsyncIterable<string>,
  limits: ChunkLimits,
): AsyncGenerator<readonly string[]> {
  let chunk: string[] = [];
  let bytes = 0;
  for await (const line of lines) {
    const length = Buffer.byteLength(line) + 1;
    if (chunk.length > 0 && (bytes + length > limits.bytes || chunk.length === limits.lines)) {
      yield chunk;
      [chunk, bytes] = [[], 0];
    }
    chunk.push(line);
    bytes += length;
  }
  if (chunk.length > 0) yield chunk;
}

async function* checkedBytes({ path, isPacked, unpacked, sha256 }: ReleaseFile): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  const onRead = (chunk: Buffer): void => void hash.update(chunk);
  yield* bytesOfFile(path, { isPacked, most: unpacked, onRead });
  if (hash.digest('hex') !== sha256) throw new Error('its checksum differs from manifest.json');
}

/** The error for a release, or a file of one, that cannot be loaded. */
export const releaseNotLoadable = (what: string, why: string, cause?: unknown): FolkloreError =>
  new FolkloreError('FILE_UNREADABLE', `${what} cannot be loaded: ${why.replace(/\.$/, '')}.`, {
    hint: 'Check the release with `folklore-ld verify`, and copy or build it again.',
    cause,
  });

/** The same for errors of the file system, and of the reader of dumps. */
export const toLoadError = (path: string, thrown: unknown): FolkloreError =>
  releaseNotLoadable(path, whyUnreadable(path, thrown), thrown);
