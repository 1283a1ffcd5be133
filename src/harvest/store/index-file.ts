import { closeSync, openSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { constants, gunzipSync, gzipSync } from 'node:zlib';
import { sha256 } from '../../base/sha256.js';
import { writeWhole } from './body-file.js';
import { type Entry, entryKey, type FoundEntry } from './entry.js';

/** The indexes of a store: `records` for a build, `crawl` for the next harvest. */
export const INDEXES = ['records', 'crawl'] as const;

export type IndexName = (typeof INDEXES)[number];

/** The file of an index, as a path below the store. */
export const indexPath = (name: IndexName): string => `index/${name}.bin`;

/** The file of what the indexes of all answers give together, as a path below the store. */
export const GLOBAL_INDEX_PATH = 'index/global.bin';

const FORMAT = 'folklore-ld-index 3';
const NEWLINE = 0x0a;
const NOTHING = Buffer.alloc(0);

/** Bytes of the texts of a block, about: a longer text is a block of its own. */
const BLOCK_LENGTH = 1 << 20;

/** Blocks that are unpacked at a time. Answers are read in the order of the file, but for some that came later. */
const MOST_UNPACKED = 4;

/** Texts that are packed together, and the SHA-256 that the pack must have: what is withheld is decided by these texts. */
interface Block {
  readonly packed: Buffer;
  readonly sha256: string;
  /** Bytes of its texts. */
  readonly length: number;
}

/** A text in its block. */
interface Place {
  readonly block: Block;
  readonly at: number;
  readonly length: number;
}

/** In a file: length and SHA-256 of a block, packed, and its texts: the key of the answer, and the length of the text in bytes. */
type BlockRow = readonly [
  packed: number,
  sha256: string,
  texts: readonly (readonly [key: string, length: number])[],
];

/**
 * A text for each answer, derived from its body. Texts are packed in blocks, and few blocks are unpacked at a time: those of a
 * whole archive are some 250 MB. The file is a cache: one that is absent, damaged or of another program is empty.
 *
 * The blocks, each a gzip member, are followed by their table, gzipped JSON, and a line with the format, the fingerprint of the
 * program that made the texts, and SHA-256 and length of the table. A key is the SHA-256 of a body and the request.
 */
export class IndexFile {
  readonly #name: IndexName;
  /** Of the program that makes the texts. */
  readonly fingerprint: string;
  readonly #places = new Map<string, Place>();
  readonly #unpacked = new Map<Block, Buffer>();
  /** Texts that are in no block yet. */
  #waiting = new Map<string, Buffer>();
  #waitingLength = 0;
  #isChanged = false;

  /** @param content of an index file; without it the index is empty */
  constructor(name: IndexName, fingerprint: string, content: Buffer = NOTHING) {
    this.#name = name;
    this.fingerprint = fingerprint;
    for (const [block, texts] of blocksIn(content, fingerprint)) this.#place(block, texts);
  }

  /** Reads the index of a store. */
  static async read(directory: string, name: IndexName, fingerprint: string): Promise<IndexFile> {
    const content = await readFile(join(directory, indexPath(name))).catch(() => undefined);
    return new IndexFile(name, fingerprint, content);
  }

  /** Whether it has texts that it was not read with. */
  get isChanged(): boolean {
    return this.#isChanged;
  }

  /** The text for an answer; undefined when there is none for this body. */
  get(entry: FoundEntry): string | undefined {
    return this.#bytesOf(keyOf(entry))?.toString('utf8');
  }

  /** Whether the text for an answer contains another text; undefined when there is none for this body. */
  contains(entry: FoundEntry, part: string): boolean | undefined {
    return this.#bytesOf(keyOf(entry))?.includes(part);
  }

  set(entry: FoundEntry, text: string): void {
    this.#wait(keyOf(entry), Buffer.from(text));
    this.#isChanged = true;
  }

  /** Takes over texts of another index of the same program. */
  addAbsent(other: IndexFile | undefined): void {
    if (other === undefined) return;
    for (const [key, text] of other.#waiting) if (!this.#has(key)) this.#wait(key, text);
    for (const [key, place] of other.#places) if (!this.#has(key)) this.#places.set(key, place);
  }

  /**
   * Writes the texts of these answers.
   *
   * @param entries in the order of their requests
   * @throws the error of the file system
   */
  async write(directory: string, entries: Iterable<Entry>): Promise<void> {
    await writeWhole(join(directory, indexPath(this.#name)), async (partial) => {
      const file = openSync(partial, 'w');
      try {
        const rows: BlockRow[] = [];
        for (const keys of this.#groupsOf(entries)) {
          const [{ packed, sha256 }, texts] = this.#blockOf(keys);
          writeFileSync(file, packed);
          rows.push([packed.length, sha256, texts]);
        }
        const table = gzipSync(JSON.stringify(rows), { level: constants.Z_BEST_SPEED });
        writeFileSync(file, table);
        writeFileSync(file, lastLine(this.fingerprint, table));
      } finally {
        closeSync(file);
      }
    });
    this.#isChanged = false;
  }

  /** The keys of answers with a text, as the texts are to lie in blocks. */
  *#groupsOf(entries: Iterable<Entry>): Generator<string[]> {
    let [keys, length]: [string[], number] = [[], 0];
    for (const entry of entries) {
      if ('missing' in entry) continue;
      const key = keyOf(entry);
      const text = this.#waiting.get(key) ?? this.#places.get(key);
      if (text === undefined) continue;
      keys.push(key);
      length += text.length;
      if (length <= BLOCK_LENGTH) continue;
      yield keys;
      [keys, length] = [[], 0];
    }
    if (keys.length > 0) yield keys;
  }

  /** A block of these texts, without damaged ones: the block that they are in if it has no others. */
  #blockOf(keys: readonly string[]): [Block, BlockRow[2]] {
    const places = keys.map((key) => this.#places.get(key));
    const block = places[0]?.block;
    let length = 0;
    const follow = places.every((place) => {
      const follows = place !== undefined && place.block === block && place.at === length;
      length += place?.length ?? 0;
      return follows;
    });
    if (block !== undefined && follow && length === block.length && !isDamaged(block))
      return [block, keys.map((key, at) => [key, places[at]?.length ?? 0])];
    const texts = keys.flatMap((key) => {
      const text = this.#bytesOf(key);
      return text === undefined ? [] : [[key, text] as const];
    });
    return [blockOf(texts.map(([, text]) => text)), texts.map(([key, text]) => [key, text.length])];
  }

  #has(key: string): boolean {
    return this.#waiting.has(key) || this.#places.has(key);
  }

  #wait(key: string, text: Buffer): void {
    this.#places.delete(key);
    this.#waiting.set(key, text);
    this.#waitingLength += text.length;
    if (this.#waitingLength > BLOCK_LENGTH) this.#packWaiting();
  }

  #packWaiting(): void {
    if (this.#waiting.size === 0) return;
    const lengths = Array.from(this.#waiting, ([key, { length }]) => [key, length] as const);
    this.#place(blockOf([...this.#waiting.values()]), lengths);
    this.#waiting = new Map();
    this.#waitingLength = 0;
  }

  #place(block: Block, texts: BlockRow[2]): void {
    let at = 0;
    for (const [key, length] of texts) {
      this.#places.set(key, { block, at, length });
      at += length;
    }
  }

  #bytesOf(key: string): Buffer | undefined {
    const waiting = this.#waiting.get(key);
    if (waiting !== undefined) return waiting;
    const place = this.#places.get(key);
    if (place === undefined) return undefined;
    const { block, at, length } = place;
    const text = this.#textOf(block).subarray(at, at + length);
    return text.length === length ? text : undefined;
  }

  /** The texts of a block; empty when it is damaged. */
  #textOf(block: Block): Buffer {
    const known = this.#unpacked.get(block);
    // The one that was asked for last is the last one.
    if (known !== undefined) this.#unpacked.delete(block);
    const text = known ?? (isDamaged(block) ? NOTHING : unpacked(block.packed));
    this.#unpacked.set(block, text);
    const [oldest] = this.#unpacked.keys();
    if (oldest !== undefined && this.#unpacked.size > MOST_UNPACKED) this.#unpacked.delete(oldest);
    return text;
  }
}

function blockOf(texts: readonly Buffer[]): Block {
  const text = Buffer.concat(texts);
  const packed = gzipSync(text, { level: constants.Z_BEST_SPEED });
  return { packed, sha256: sha256(packed), length: text.length };
}

const isDamaged = ({ packed, sha256: expected }: Block): boolean => sha256(packed) !== expected;

/** Unpacks into one buffer: in pieces it would take twice the memory until the next garbage collection. */
function unpacked(packed: Buffer): Buffer {
  // RFC 1952, section 2.3.1: the length of the text. zlib needs one byte more to find the end.
  const length = packed.readUInt32LE(packed.length - 4);
  return gunzipSync(packed, { chunkSize: Math.max(length + 1, 64), maxOutputLength: LONGEST });
}

/** The greatest length of what is unpacked at once, so that a damaged file does not fill the memory. */
const LONGEST = 1 << 29;

/** The blocks of a file with their texts; none when it is damaged or of another program. */
function* blocksIn(content: Buffer, fingerprint: string): Generator<readonly [Block, BlockRow[2]]> {
  const end = content.lastIndexOf(NEWLINE);
  const last = content.toString('latin1', Math.max(end, 0));
  const table = content.subarray(end - Number(/ (\d+)$/.exec(last)?.[1] ?? 0), end);
  if (last !== lastLine(fingerprint, table)) return;
  let at = 0;
  for (const [packed, sha256, texts] of JSON.parse(unpacked(table).toString('utf8')) as BlockRow[]) {
    const length = texts.reduce((sum, [, one]) => sum + one, 0);
    yield [{ packed: content.subarray(at, at + packed), sha256, length }, texts];
    at += packed;
  }
}

const lastLine = (fingerprint: string, table: Buffer): string =>
  `\n${FORMAT} ${fingerprint} ${sha256(table)} ${table.length}`;

const keyOf = (entry: FoundEntry): string => `${entry.sha256}\t${JSON.stringify(entryKey(entry))}`;
