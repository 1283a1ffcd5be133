import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { constants, gunzip as gunzipWithCallback, gzip as gzipWithCallback } from 'node:zlib';
import { sha256 } from '../../base/sha256.js';
import { writeWhole } from './body-file.js';
import { type Entry, entryKey, type FoundEntry } from './entry.js';
import { compareRequests } from './request-order.js';

/** The indexes of a store: `records` for a build, `crawl` for the next harvest. */
export const INDEXES = ['records', 'crawl'] as const;

export type IndexName = (typeof INDEXES)[number];

/** The file of an index, as a path below the store. */
export const indexPath = (name: IndexName): string => `index/${name}.tsv.gz`;

/** The file of what the indexes of all answers give together, as a path below the store. */
export const GLOBAL_INDEX_PATH = 'index/global.bin';

const gzip = promisify(gzipWithCallback);
const gunzip = promisify(gunzipWithCallback);

/** The greatest length of an unpacked index, so that a damaged file does not fill the memory. */
const LONGEST = 2 ** 30;

const FORMAT = 'folklore-ld-index 1';
const NEWLINE = 0x0a;
const TAB = 0x09;

/**
 * A text for each answer, derived from its body. The file is gzipped. Its first line has the format, the fingerprint of the
 * program that made the texts, and the SHA-256 of the other lines. Each other line has the SHA-256 of a body, the
 * request as JSON, and the text. The file is a cache: one that is absent, damaged or of another program is empty.
 */
export class IndexFile {
  readonly #name: IndexName;
  /** Of the program that makes the texts. */
  readonly fingerprint: string;
  readonly #lines: Map<string, Buffer>;
  #isChanged = false;

  /** @param content of an index file, unpacked; without it the index is empty */
  constructor(name: IndexName, fingerprint: string, content: Buffer = Buffer.alloc(0)) {
    this.#name = name;
    this.fingerprint = fingerprint;
    const head = content.indexOf(NEWLINE) + 1;
    const lines = content.subarray(head);
    const isValid = content.toString('latin1', 0, head) === headOf(fingerprint, sha256(lines));
    this.#lines = isValid ? linesIn(lines) : new Map();
  }

  /** Reads the index of a store. */
  static async read(directory: string, name: IndexName, fingerprint: string): Promise<IndexFile> {
    const content = await readFile(join(directory, indexPath(name)))
      .then(unpacked)
      .catch(() => undefined);
    return new IndexFile(name, fingerprint, content);
  }

  /** Whether it has texts that it was not read with. */
  get isChanged(): boolean {
    return this.#isChanged;
  }

  /** The text for an answer; undefined when there is none for this body. */
  get(entry: FoundEntry): string | undefined {
    const line = this.#lines.get(keyOf(entry));
    return line?.toString('utf8', line.lastIndexOf(TAB) + 1, line.length - 1);
  }

  /** Whether the text for an answer contains another text; undefined when there is none for this body. */
  contains(entry: FoundEntry, part: string): boolean | undefined {
    return this.#lines.get(keyOf(entry))?.includes(part);
  }

  /** @param text one line without tabs, for example compact JSON */
  set(entry: FoundEntry, text: string): void {
    this.#lines.set(keyOf(entry), Buffer.from(`${keyOf(entry)}\t${text}\n`));
    this.#isChanged = true;
  }

  /** Takes over texts of another index of the same program. */
  addAbsent(other: IndexFile | undefined): void {
    for (const [key, line] of other === undefined ? [] : other.#lines) {
      if (!this.#lines.has(key)) this.#lines.set(key, line);
    }
  }

  /**
   * Writes the texts of these answers, in a fixed order.
   *
   * @throws the error of the file system
   */
  async write(directory: string, entries: Iterable<Entry>): Promise<void> {
    const lines = [...entries].sort(compareRequests).flatMap((entry) => {
      if ('missing' in entry) return [];
      const line = this.#lines.get(keyOf(entry));
      return line === undefined ? [] : [line];
    });
    const hash = createHash('sha256');
    for (const line of lines) hash.update(line);
    const head = Buffer.from(headOf(this.fingerprint, hash.digest('hex')));
    const packed = await gzip(Buffer.concat([head, ...lines]), { level: constants.Z_BEST_SPEED });
    await writeWhole(join(directory, indexPath(this.#name)), packed);
    this.#isChanged = false;
  }
}

/** Unpacks a gzip file into one buffer: in pieces it would take twice the memory until the next garbage collection. */
function unpacked(packed: Buffer): Promise<Buffer> {
  // RFC 1952, section 2.3.1: the length of the text. zlib needs one byte more to find the end.
  const length = packed.readUInt32LE(packed.length - 4);
  return gunzip(packed, { chunkSize: Math.min(length, LONGEST) + 1, maxOutputLength: LONGEST });
}

const headOf = (fingerprint: string, checksum: string): string => `${FORMAT} ${fingerprint} ${checksum}\n`;

const keyOf = (entry: FoundEntry): string => `${entry.sha256}\t${JSON.stringify(entryKey(entry))}`;

function linesIn(content: Buffer): Map<string, Buffer> {
  const lines = new Map<string, Buffer>();
  for (let start = 0; start < content.length; ) {
    const end = content.indexOf(NEWLINE, start) + 1;
    const key = content.toString('utf8', start, content.indexOf(TAB, content.indexOf(TAB, start) + 1));
    lines.set(key, content.subarray(start, end));
    start = end;
  }
  return lines;
}
