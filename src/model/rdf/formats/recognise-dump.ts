import { basename } from 'node:path';
import { FolkloreError, messageOf } from '../../../base/errors.js';
import { bytesOfFile, openFile } from '../../../base/file-bytes.js';
import { FORMAT_NAMES, type Format } from './format.js';

/** A line or a document is longer than the limit. */
export class TooLong extends Error {}

/**
 * The lines of a text in pieces, without their ends.
 *
 * @param longest characters of a line
 * @throws TooLong
 */
export async function* linesOf(pieces: AsyncIterable<string>, longest: number): AsyncGenerator<string> {
  // The pieces of a line are joined once: joining each time would take quadratic time for long lines.
  let begun: string[] = [];
  let length = 0;
  for await (const piece of pieces) {
    const [first = '', ...others] = piece.split('\n');
    begun.push(first);
    length += first.length;
    if (length > longest) throw new TooLong();
    for (const next of others) {
      yield withoutReturn(begun.join(''));
      begun = [next];
      length = next.length;
      if (length > longest) throw new TooLong();
    }
  }
  if (length > 0) yield withoutReturn(begun.join(''));
}

const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line);

/** A file of a release, or one like it. */
export interface DumpFile {
  readonly path: string;
  readonly format: Format;
  readonly isPacked: boolean;
  /** Bytes that may be in it, unpacked, by the manifest of its release. */
  readonly most?: number | undefined;
  /** The unpacked bytes, for a caller that reads the file itself. */
  readonly bytes?: AsyncIterable<Buffer>;
  /** Given each piece of the text before it is parsed. */
  readonly onText?: (piece: string) => void;
  /** Given each version that the text announces (RDF 1.2 Turtle, sparqlVersion); JSON-LD has none. */
  readonly onVersion?: (version: string) => void;
}

/** The endings of names: our own and other common ones. */
const ENDINGS: Readonly<Record<string, Format>> = {
  ...Object.fromEntries(FORMAT_NAMES.map((format) => [format, format])),
  turtle: 'ttl',
  trig: 'ttl',
  ntriples: 'nt',
  nquads: 'nq',
  json: 'jsonld',
};

const PACKED_NAME = /\.gz$/i;

/** The first bytes of a gzip file (RFC 1952, section 2.3.1). */
const GZIP = [0x1f, 0x8b];

/** The format of a file by its name; undefined when the ending is not known. */
export function formatOf(path: string): Format | undefined {
  const ending = /\.([A-Za-z]+)(?:\.gz)?$/i.exec(basename(path))?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(ENDINGS, ending) ? ENDINGS[ending] : undefined;
}

/**
 * The format of a file, by its name, and whether it is packed, by its first bytes.
 *
 * @throws FolkloreError FILE_UNREADABLE when it cannot be opened, its ending is not known, or it ends in .gz and is empty
 */
export async function recognise(path: string): Promise<DumpFile> {
  const format = formatOf(path);
  if (format === undefined) {
    const known = Object.keys(ENDINGS).map((one) => `.${one}`);
    throw unreadable(path, `its name does not end in ${known.join(', ')}, with or without .gz`);
  }
  const first = await beginningOf(path, GZIP.length);
  const isPacked = GZIP.every((byte, at) => first[at] === byte);
  if (first.length === 0 && PACKED_NAME.test(path))
    throw unreadable(path, 'it is empty, which no gzip file is');
  return { path, format, isPacked };
}

/**
 * The text of a file in pieces, unpacked.
 *
 * @throws FolkloreError FILE_UNREADABLE when it cannot be read to its end, or is not UTF-8
 */
export async function* textOf({
  path,
  isPacked,
  most,
  bytes,
  onText,
}: Omit<DumpFile, 'format'>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of bytes ?? bytesOfFile(path, { isPacked, most })) {
      const piece = decoder.decode(chunk, { stream: true });
      onText?.(piece);
      yield piece;
    }
    yield decoder.decode();
  } catch (thrown) {
    throw unreadable(path, reasonOf(thrown), thrown);
  }
}

function reasonOf(thrown: unknown): string {
  const { code } = thrown as { readonly code?: unknown };
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return 'it is not in UTF-8';
  return messageOf(thrown);
}

async function beginningOf(path: string, bytes: number): Promise<Buffer> {
  try {
    const handle = await openFile(path);
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch (thrown) {
    throw unreadable(path, messageOf(thrown), thrown);
  }
}

/** The error for a file that cannot be read as a dump. */
export function unreadable(path: string, why: string, cause?: unknown): FolkloreError {
  return new FolkloreError('FILE_UNREADABLE', `${path} cannot be read: ${why}.`, {
    hint: 'Give a dump in Turtle, N-Triples, N-Quads or JSON-LD, packed with gzip or not, or the folder of a release.',
    cause,
  });
}

/**
 * The reason why a file could not be read, for a sentence that has named the file.
 *
 * @throws FolkloreError INTERRUPTED when the user has stopped the run
 */
export function whyUnreadable(path: string, thrown: unknown): string {
  if (thrown instanceof FolkloreError && thrown.code === 'INTERRUPTED') throw thrown;
  if (thrown instanceof TooLong) return 'it has a line that is too long';
  return messageOf(thrown).replace(`${path} cannot be read: `, '').replace(/\.$/, '');
}
