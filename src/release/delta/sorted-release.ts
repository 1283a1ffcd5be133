import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { EXIT, FolkloreError, messageOf } from '../../base/errors.js';
import { bytesOfFile, openFile, pathBelow } from '../../base/file-bytes.js';
import { FORMAT_NAMES, FORMATS } from '../../rdf/formats/format.js';
import { compareKeys, type RecordKey, recordKey, recordOf } from '../../rdf/record-order.js';
import { type ManifestDump, readManifestIfValid } from '../manifest.js';
import { isLine } from './lines.js';

/*
 * Releases are read as bytes, one character a byte: such texts are compared as fast as memory, and in the order of the
 * files. They become text again before anything leaves this folder.
 */

const BEYOND_ASCII = /[\x80-\xff]/;
const DECODER = new TextDecoder('utf-8', { fatal: true });

/** The UTF-8 bytes of a text, one character a byte. */
export const asBytes = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

/**
 * The text of UTF-8 bytes, one character a byte.
 *
 * @throws TypeError when they are no UTF-8
 */
export const asText = (bytes: string): string =>
  BEYOND_ASCII.test(bytes) ? DECODER.decode(Buffer.from(bytes, 'latin1')) : bytes;

const REBUILD =
  'Both releases need the sorted N-Triples that this program writes. If the file is damaged, fetch it again and see ' +
  'that its checksum is right; if it comes from elsewhere, or there is none, build the release with --formats nt.';

/** The error for a release that cannot be compared. */
export const unreadable = (path: string, why: string, cause?: unknown, hint = REBUILD): FolkloreError =>
  new FolkloreError('FILE_UNREADABLE', `${path} cannot be compared: ${why}.`, {
    hint,
    exitCode: EXIT.misuse,
    cause,
  });

/**
 * The content of a file in pieces, unpacked when its name ends in .gz, one character a byte.
 *
 * @param onRead given the bytes read from the disk so far
 * @param most bytes that may be in it, unpacked
 * @throws FolkloreError FILE_UNREADABLE
 */
export async function* bytesOf(
  path: string,
  onRead?: (bytes: number) => void,
  most?: number,
): AsyncGenerator<string> {
  let read = 0;
  const count = (chunk: Buffer): void => {
    read += chunk.length;
  };
  try {
    for await (const piece of bytesOfFile(path, { isPacked: path.endsWith('.gz'), most, onRead: count })) {
      yield piece.toString('latin1');
      onRead?.(read);
    }
  } catch (thrown) {
    if (thrown instanceof FolkloreError) throw thrown;
    throw unreadable(path, messageOf(thrown), thrown);
  }
}

/** The N-Triples of one dataset of a release. */
export interface NtriplesFile {
  readonly dataset: string;
  readonly path: string;
  /** On disk. */
  readonly bytes: number;
  /** Unpacked, by the manifest; undefined without one. */
  readonly unpacked: number | undefined;
}

const NAME = new RegExp(`^([A-Za-z0-9][A-Za-z0-9_-]*)\\.(${FORMAT_NAMES.join('|')})(?:\\.gz)?$`);
const NTRIPLES = /^data\/[^/]+\.nt(?:\.gz)?$/;

/**
 * Finds the N-Triples of every dataset of a release, by name.
 *
 * @throws FolkloreError FILE_UNREADABLE when there are none, when a dataset has other formats only (it would be taken for
 *   withdrawn) or two files; when a file that the manifest lists is missing or of another size; when one is no file, or a
 *   link that leads out of the release
 */
export async function ntriplesOf(release: string): Promise<NtriplesFile[]> {
  const folder = join(release, 'data');
  const names = await readdir(folder).catch((thrown: unknown) => {
    throw unreadable(release, `it is no release: it has no folder data (${messageOf(thrown)})`, thrown);
  });
  const dumps = names.sort().flatMap((name) => {
    const [, dataset, format] = NAME.exec(name) ?? [];
    return dataset === undefined ? [] : [{ name, dataset, format }];
  });
  const ours = dumps.filter(({ format }) => format === 'nt');
  const datasets = new Set(ours.map(({ dataset }) => dataset));
  const bare = dumps.find(({ dataset }) => !datasets.has(dataset));
  if (bare !== undefined)
    throw unreadable(join(folder, bare.name), `it is not there as ${FORMATS.nt.called} too`);
  if (ours.length === 0) throw unreadable(release, `there is no ${FORMATS.nt.called} in its folder data`);
  if (datasets.size < ours.length) throw unreadable(folder, 'a dataset is there twice, packed and unpacked');
  const listed = await listedDumps(release);
  const found = await Promise.all(
    ours.map(async ({ name, dataset }) => {
      const path = join(folder, name);
      const bytes = await sizeBelow(release, `data/${name}`).catch((thrown: unknown) => {
        throw unreadable(path, messageOf(thrown), thrown);
      });
      return { dataset, path, bytes, unpacked: listed.get(`data/${name}`)?.unpacked };
    }),
  );
  // Records of a file that is missing or too short would be taken for withdrawn.
  for (const [name, { bytes }] of listed) {
    if (!NTRIPLES.test(name)) continue;
    const path = join(release, name);
    const held = found.find((file) => file.path === path)?.bytes;
    if (held === undefined) throw unreadable(path, 'it is not there, and manifest.json lists it');
    if (held !== bytes) throw unreadable(path, `it is ${held} bytes long, and manifest.json says ${bytes}`);
  }
  return found;
}

/** The dumps that the manifest of a release lists, by path; none of a release without a valid manifest. */
export async function listedDumps(release: string): Promise<ReadonlyMap<string, ManifestDump>> {
  const manifest = await readManifestIfValid(release);
  const files = manifest?.datasets.flatMap((dataset) => dataset.files) ?? [];
  return new Map(files.map((file) => [file.path, file]));
}

async function sizeBelow(release: string, name: string): Promise<number> {
  const handle = await openFile(await pathBelow(release, name));
  try {
    return (await handle.stat()).size;
  } finally {
    await handle.close();
  }
}

/** The lines of one record, each with its line feed, one character a byte. */
export interface RecordLines {
  readonly key: RecordKey;
  readonly text: string;
  /** The number of its first line in the file, from 1. */
  readonly line: number;
}

/** Reads sorted N-Triples record by record, and checks their order. */
export class RecordFile {
  readonly dataset: string;
  readonly #path: string;
  readonly #pieces: AsyncIterator<string>;
  #waiting: readonly RecordLines[] = [];
  #at = 0;
  /** The beginning of a record that has not been read to its end. */
  #rest = '';
  #last: RecordKey | undefined;
  /** Read so far. */
  records = 0;
  lines = 0;

  /** @param onRead given the bytes of the file read so far */
  constructor({ dataset, path, unpacked }: NtriplesFile, onRead?: (bytes: number) => void) {
    this.dataset = dataset;
    this.#path = path;
    this.#pieces = bytesOf(path, onRead, unpacked)[Symbol.asyncIterator]();
  }

  /** The next record; undefined at the end, and before the first `fill`. */
  get head(): RecordLines | undefined {
    return this.#waiting[this.#at];
  }

  /** Removes the head. When it returns false, `fill` must be called. */
  advance(): boolean {
    this.#at += 1;
    return this.#at < this.#waiting.length;
  }

  /**
   * Reads on until there is a whole record, or to the end.
   *
   * @throws FolkloreError FILE_UNREADABLE when it is no sorted N-Triples
   */
  async fill(): Promise<void> {
    this.#waiting = [];
    this.#at = 0;
    for (let isEnd = false; this.#waiting.length === 0 && !isEnd; ) {
      const { value, done } = await this.#pieces.next();
      isEnd = done === true;
      this.#waiting = this.#cut(isEnd ? this.#rest : this.#rest + value, isEnd);
      if (isEnd && this.#rest !== '') throw this.#unsorted('its last line has no end');
    }
  }

  async close(): Promise<void> {
    await this.#pieces.return?.();
  }

  /**
   * The lines of a record of this file, without line feeds.
   *
   * @throws FolkloreError FILE_UNREADABLE with the number of a line that is not canonical or not in order, without its
   *   text: the file may be anything
   */
  linesOf({ text, line: first }: RecordLines): string[] {
    const lines = text.split('\n');
    lines.pop();
    lines.forEach((line, at) => {
      if (!isLine(line)) throw this.#noLine(first + at);
      if (at > 0 && (lines[at - 1] as string) >= line) throw this.#misplaced(first + at);
    });
    return lines;
  }

  /** Cuts whole records off, and keeps the rest. */
  #cut(text: string, isEnd: boolean): RecordLines[] {
    const end = text.lastIndexOf('\n') + 1;
    const records: RecordLines[] = [];
    let start = 0;
    while (start < end) {
      const close = text.indexOf('>', start);
      if (text.charCodeAt(start) !== LESS || close < 0) throw this.#noLine(this.lines + 1);
      const record = recordOf(text.slice(start + 1, close));
      let lines = 1;
      let next = text.indexOf('\n', close) + 1;
      for (; next < end && isOf(record, text, next); lines += 1) next = text.indexOf('\n', next) + 1;
      // The next piece may have more of the last record.
      if (next === end && !isEnd) break;
      records.push({ key: this.#inOrder(record), text: text.slice(start, next), line: this.lines + 1 });
      this.lines += lines;
      start = next;
    }
    this.records += records.length;
    this.#rest = text.slice(start);
    return records;
  }

  #inOrder(record: string): RecordKey {
    const key = recordKey(record);
    if (this.#last !== undefined && compareKeys(this.#last, key) >= 0) throw this.#misplaced(this.lines + 1);
    this.#last = key;
    return key;
  }

  #noLine(line: number): Error {
    return this.#unsorted(`line ${line} is none of canonical N-Triples`);
  }

  #misplaced(line: number): Error {
    return this.#unsorted(`line ${line} is not in its place`);
  }

  #unsorted(what: string): Error {
    return unreadable(this.#path, `it is no N-Triples in the order of records, ${what}`);
  }
}

const [LESS, GREATER, HASH] = [0x3c, 0x3e, 0x23];

/** Whether the line that begins at `start` belongs to a record. (Comparing a slice is three times faster than startsWith.) */
function isOf(record: string, text: string, start: number): boolean {
  const end = start + 1 + record.length;
  const behind = text.charCodeAt(end);
  return (behind === GREATER || behind === HASH) && text.slice(start + 1, end) === record;
}
