import { createHash } from 'node:crypto';
import { EXIT, FolkloreError } from '../base/errors.js';
import { bytesOfFile } from '../base/file-bytes.js';
import { ntriplesLine } from '../rdf/formats/ntriples.js';
import { parseStream } from '../rdf/parse.js';
import { releaseNotLoadable, type SourceFile, toLoadError } from './load-plan.js';

/** Whole lines of N-Triples, each ended by a line feed. */
export interface NTriplesChunk {
  readonly text: Buffer;
  readonly lines: number;
}

/** Most that a piece may hold; a line that is longer is a piece by itself. */
export interface ChunkLimits {
  readonly bytes: number;
  readonly lines: number;
}

const LINE_FEED = 10;
const END_OF_LINE = Buffer.of(LINE_FEED);
/** Bytes read at once. */
const READ_AT_ONCE = 1 << 18;

/**
 * Cuts a file into pieces of whole lines: N-Triples as they are, without being parsed; Turtle is parsed and written as
 * N-Triples. The same file and the same limits give the same pieces. When all have been taken, the file was the one
 * that the manifest lists.
 *
 * @throws FolkloreError FILE_UNREADABLE when it cannot be read, or is not what its checksum says
 */
export async function* chunksOf(file: SourceFile, limits: ChunkLimits): AsyncGenerator<NTriplesChunk> {
  const bytes = readUnpacked(file);
  yield* splitIntoChunks(file.format === 'nt' ? bytes : ntriplesOf(bytes), limits);
}

/** Cuts bytes into the longest pieces of whole lines that keep the limits. */
export async function* splitIntoChunks(
  bytes: AsyncIterable<Buffer>,
  limits: ChunkLimits,
): AsyncGenerator<NTriplesChunk> {
  let rest: Buffer[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    rest.push(chunk);
    length += chunk.length;
    // What is longer than a piece holds one, unless it is a single line.
    if (length <= limits.bytes) continue;
    let text = Buffer.concat(rest);
    for (let end = endOf(text, limits); end > 0 && text.length > limits.bytes; end = endOf(text, limits)) {
      yield pieceOf(text.subarray(0, end));
      text = text.subarray(end);
    }
    [rest, length] = [[text], text.length];
  }
  let text = Buffer.concat(rest);
  if (text.length > 0 && text.at(-1) !== LINE_FEED) text = Buffer.concat([text, END_OF_LINE]);
  while (text.length > 0) {
    const end = endOf(text, limits);
    yield pieceOf(text.subarray(0, end));
    text = text.subarray(end);
  }
}

/** Where the first piece ends; 0 when its end is not there yet. */
function endOf(text: Buffer, { bytes, lines }: ChunkLimits): number {
  const byBytes = text.length <= bytes ? text.length : text.lastIndexOf(LINE_FEED, bytes - 1) + 1;
  const end = byBytes > 0 ? byBytes : text.indexOf(LINE_FEED) + 1;
  let at = 0;
  for (let line = 0; line < lines && at < end; line += 1) at = text.indexOf(LINE_FEED, at) + 1 || end;
  return Math.min(at, end);
}

function pieceOf(text: Buffer): NTriplesChunk {
  let lines = 0;
  for (let at = text.indexOf(LINE_FEED); at >= 0; at = text.indexOf(LINE_FEED, at + 1)) lines += 1;
  return { text, lines };
}

/**
 * The content of a file, unpacked. Its checksum is compared at the end: whoever takes everything has the right bytes.
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

/** The error for a file that is not the one that the manifest lists. */
export const checksumMismatch = (path: string): Error =>
  releaseNotLoadable(path, 'it is not what its checksum in manifest.json says');

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
 * All lines of files that are small, each once, in the order of the files.
 *
 * @throws FolkloreError FILE_UNREADABLE as `piecesOf` does
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
 * A file of a release that says what leads to it from the release before: the properties whose values go, or a patch
 * (docs/decisions: deltas).
 */
export interface PatchSource {
  readonly path: string;
  readonly isPacked: boolean;
  readonly sha256: string;
  /** Bytes that are in it, unpacked, when the manifest says so. */
  readonly unpacked?: number | undefined;
}

/** What goes out of graphs and comes into them, by graph. */
export interface PatchChunk {
  /** Subjects and properties, as lines of N-Triples begin with them, of which every value goes. */
  readonly properties: ReadonlyMap<string, readonly string[]>;
  /** Lines of N-Triples. */
  readonly removed: ReadonlyMap<string, readonly string[]>;
  readonly added: ReadonlyMap<string, readonly string[]>;
}

/** A head of RDF Patch, or the bounds of a transaction. */
const FRAME = /^(?:H |TX |TC )/;
const ROW = /^([AD]) (<.*) <([^<>" ]+)> \.$/;
/** Nothing that would end an IRI in an update. */
const PROPERTY = /^(<[^<>"{}|^`\\\s]+> <[^<>"{}|^`\\\s]+>) <([^<>" ]+)>$/;

/**
 * Reads a list of properties or a patch in pieces. The same file and the same limits give the same pieces.
 *
 * @throws FolkloreError FILE_UNREADABLE when it is neither, or not what its checksum says
 */
export async function* patchChunks(file: PatchSource, limits: ChunkLimits): AsyncGenerator<PatchChunk> {
  for await (const { text } of splitIntoChunks(readUnpacked(file), limits)) {
    const [properties, removed, added] = [newWay(), newWay(), newWay()];
    const put = (way: ReturnType<typeof newWay>, graph: string, line: string): void => {
      const lines = way.get(graph) ?? [];
      lines.push(line);
      way.set(graph, lines);
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

const newWay = () => new Map<string, string[]>();

const unknownRow = (path: string): FolkloreError =>
  new FolkloreError(
    'FILE_UNREADABLE',
    `${path} cannot be loaded: it has a row in a format that this version does not read.`,
    { hint: 'Load the whole release: the same command without --delta.', exitCode: EXIT.misuse },
  );
