import { createHash } from 'node:crypto';
import { EXIT, FolkloreError } from '../../base/errors.js';
import { bytesOfFile } from '../../base/file-bytes.js';
import { ntriplesLine } from '../../model/rdf/formats/ntriples.js';
import { parseStream } from '../../model/rdf/parse.js';
import { releaseNotLoadable, type SourceFile, toLoadError } from './load-plan.js';

/** Whole lines of N-Triples, each with a line feed. */
export interface NTriplesChunk {
  readonly text: Buffer;
  readonly lines: number;
}

/** Limits of a chunk; a longer line is a chunk by itself. */
export interface ChunkLimits {
  readonly bytes: number;
  readonly lines: number;
}

const LINE_FEED = 10;
const END_OF_LINE = Buffer.of(LINE_FEED);
/** Bytes read at once. */
const READ_AT_ONCE = 1 << 18;

/**
 * Splits a file into chunks of whole lines; Turtle is converted to N-Triples. The same file and limits give the same
 * chunks. The checksum is verified at the end.
 *
 * @throws FolkloreError FILE_UNREADABLE, also for a wrong checksum
 */
export async function* chunksOf(file: SourceFile, limits: ChunkLimits): AsyncGenerator<NTriplesChunk> {
  const bytes = readUnpacked(file);
  yield* splitIntoChunks(file.format === 'nt' ? bytes : ntriplesOf(bytes), limits);
}

/** Splits bytes into the longest chunks of whole lines within the limits. */
export async function* splitIntoChunks(
  bytes: AsyncIterable<Buffer>,
  limits: ChunkLimits,
): AsyncGenerator<NTriplesChunk> {
  let rest: Buffer[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    rest.push(chunk);
    length += chunk.length;
    if (length <= limits.bytes) continue;
    let text = Buffer.concat(rest);
    for (let end = endOf(text, limits); end > 0 && text.length > limits.bytes; end = endOf(text, limits)) {
      yield chunkOf(text.subarray(0, end));
      text = text.subarray(end);
    }
    [rest, length] = [[text], text.length];
  }
  let text = Buffer.concat(rest);
  if (text.length > 0 && text.at(-1) !== LINE_FEED) text = Buffer.concat([text, END_OF_LINE]);
  while (text.length > 0) {
    const end = endOf(text, limits);
    yield chunkOf(text.subarray(0, end));
    text = text.subarray(end);
  }
}

/** The end of the first chunk; 0 when it is not read yet. */
function endOf(text: Buffer, { bytes, lines }: ChunkLimits): number {
  const byBytes = text.length <= bytes ? text.length : text.lastIndexOf(LINE_FEED, bytes - 1) + 1;
  const end = byBytes > 0 ? byBytes : text.indexOf(LINE_FEED) + 1;
  let at = 0;
  for (let line = 0; line < lines && at < end; line += 1) at = text.indexOf(LINE_FEED, at) + 1 || end;
  return Math.min(at, end);
}

function chunkOf(text: Buffer): NTriplesChunk {
  let lines = 0;
  for (let at = text.indexOf(LINE_FEED); at >= 0; at = text.indexOf(LINE_FEED, at + 1)) lines += 1;
  return { text, lines };
}

/**
 * The content of a file, unpacked. The checksum is verified at the end.
 *
 * @throws FolkloreError FILE_UNREADABLE
 */
export async function* readUnpacked(
  file: Pick<SourceFile, 'path' | 'isPacked' | 'sha256'> & { readonly unpacked?: number | undefined },
): AsyncGenerator<Buffer> {
  const { path, isPacked, sha256, unpacked } = file;
  const hash = createHash('sha256');
  const onRead = (chunk: Buffer): void => void hash.update(chunk);
  try {
    yield* bytesOfFile(path, { isPacked, most: unpacked, onRead });
  } catch (thrown) {
    throw toLoadError(path, thrown);
  }
  if (hash.digest('hex') !== sha256) throw checksumMismatch(path);
}

/** The error for a file with another checksum than in the manifest. */
export const checksumMismatch = (path: string): Error =>
  releaseNotLoadable(path, 'its checksum differs from manifest.json');

async function* ntriplesOf(turtle: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const quads of parseStream(decoded(turtle), 'Turtle')) {
    yield Buffer.from(quads.map((quad) => `${ntriplesLine(quad)}\n`).join(''), 'utf8');
  }
}

async function* decoded(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

/**
 * The lines of small files without duplicates, in the order of the files.
 *
 * @throws FolkloreError FILE_UNREADABLE as `chunksOf` does
 */
export async function* uniqueLines(files: readonly SourceFile[]): AsyncGenerator<Buffer> {
  const lines = new Set<string>();
  for (const file of files) {
    for await (const { text } of chunksOf(file, { bytes: READ_AT_ONCE, lines: Number.MAX_SAFE_INTEGER })) {
      for (const line of text.toString('utf8').split('\n')) if (line !== '') lines.add(line);
    }
  }
  yield Buffer.from([...lines].map((line) => `${line}\n`).join(''), 'utf8');
}

/**
 * A file of a delta: the properties whose values are removed, or a patch (docs/decisions: deltas).
 */
export interface PatchSource {
  readonly path: string;
  readonly isPacked: boolean;
  readonly sha256: string;
  /** Unpacked bytes, when the manifest has them. */
  readonly unpacked?: number | undefined;
}

/** Changes by graph. */
export interface PatchChunk {
  /** Subjects and properties in N-Triples, of which every value is removed. */
  readonly properties: ReadonlyMap<string, readonly string[]>;
  /** Lines of N-Triples. */
  readonly removed: ReadonlyMap<string, readonly string[]>;
  readonly added: ReadonlyMap<string, readonly string[]>;
}

/** Headers and transaction bounds of RDF Patch. */
const FRAME = /^(?:H |TX |TC )/;
const ROW = /^([AD]) (<.*) <([^<>" ]+)> \.$/;
/** Without characters that would end an IRI in an update. */
const PROPERTY = /^(<[^<>"{}|^`\\\s]+> <[^<>"{}|^`\\\s]+>) <([^<>" ]+)>$/;

/**
 * Reads a list of properties or a patch in chunks. The same file and limits give the same chunks.
 *
 * @throws FolkloreError FILE_UNREADABLE when it is neither, or has a wrong checksum
 */
export async function* patchChunks(file: PatchSource, limits: ChunkLimits): AsyncGenerator<PatchChunk> {
  for await (const { text } of splitIntoChunks(readUnpacked(file), limits)) {
    const [properties, removed, added] = [newLines(), newLines(), newLines()];
    const put = (byGraph: ReturnType<typeof newLines>, graph: string, line: string): void => {
      const lines = byGraph.get(graph) ?? [];
      lines.push(line);
      byGraph.set(graph, lines);
    };
    for (const row of text.toString('utf8').split('\n')) {
      if (row === '' || FRAME.test(row)) continue;
      const [, property, where] = PROPERTY.exec(row) ?? [];
      const [, letter, statement, graph] = ROW.exec(row) ?? [];
      if (property !== undefined && where !== undefined) put(properties, where, property);
      else if (statement === undefined || graph === undefined) throw unknownRow(file.path);
      else put(letter === 'A' ? added : removed, graph, `${statement} .\n`);
    }
    yield { properties, removed, added };
  }
}

const newLines = () => new Map<string, string[]>();

const unknownRow = (path: string): FolkloreError =>
  new FolkloreError(
    'FILE_UNREADABLE',
    `${path} cannot be loaded: it has a row in a format that this version does not read.`,
    { hint: 'Load the whole release: the same command without --delta.', exitCode: EXIT.misuse },
  );
