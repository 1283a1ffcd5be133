import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw as deflateRawWithCallback } from 'node:zlib';
import { COMPRESSIONS, type Compression } from '../rdf/formats/format.js';

const deflateRaw = promisify(deflateRawWithCallback);

/** The middle: level 9 would gain a tenth, and take more time than everything else of a build together. */
const LEVEL = 6;

/** Bytes of a packed piece that zlib hands over at once: each time it is a way to its thread and back. */
const AT_ONCE = 1 << 18;

/** RFC 1952, section 2.3: deflate, no name, no time, no word on how hard it tried or on which system. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);

/** RFC 1951, section 3.2.6: a last block that holds nothing. */
const LAST_BLOCK = Buffer.from([0x03, 0x00]);

/**
 * One gzip member, made piece by piece in zlib's threads. Each piece ends at a byte, so that nothing is held between
 * two of them. There is one member a file, because some readers stop after the first.
 */
export class GzipMember {
  #checksum = 0;
  #length = 0;

  header(): Buffer {
    return HEADER;
  }

  async pack(piece: Buffer): Promise<Buffer> {
    this.#checksum = crc32(piece, this.#checksum);
    this.#length += piece.length;
    return deflateRaw(piece, { level: LEVEL, finishFlush: constants.Z_SYNC_FLUSH, chunkSize: AT_ONCE });
  }

  /** The end: what the pieces came to, so that a reader sees whether it has them all. */
  trailer(): Buffer {
    const sums = Buffer.alloc(8);
    sums.writeUInt32LE(this.#checksum, 0);
    sums.writeUInt32LE(this.#length % 2 ** 32, 4);
    return Buffer.concat([LAST_BLOCK, sums]);
  }
}

/** Bytes collected before they go to disk: large writes are what the disk is fast at. */
const CHUNK_LENGTH = 1 << 20;

/** Chunks of a file that are packed at the same time, beside the one that is being filled. */
const MOST_BEHIND = 2;

/** What became of a text file. */
export interface WrittenFile {
  /** File name without its folder. */
  readonly file: string;
  readonly compression: Compression;
  /** On disk. */
  readonly bytes: number;
  /** Bytes of the text itself. */
  readonly unpacked: number;
  /** Of the file on disk. */
  readonly sha256: string;
  /** Of the text itself: another build of zlib may pack the same text in another way. */
  readonly sha256Unpacked: string;
}

/** A text file that is written from front to back, compressed if asked for, counted and hashed on the way. */
export class TextFile {
  readonly #file: string;
  readonly #handle: FileHandle;
  readonly #gzip: GzipMember | undefined;
  readonly #text = new Measure();
  readonly #disk: Measure;
  /** What has not gone to disk; no memory is held for a file that nothing is written to. */
  #chunk: Buffer | undefined;
  #filled = 0;
  /** Chunks that are still on their way, each behind the one before it. */
  readonly #behind: Promise<void>[] = [];

  private constructor(file: string, handle: FileHandle, gzip: GzipMember | undefined) {
    this.#file = file;
    this.#handle = handle;
    this.#gzip = gzip;
    this.#disk = gzip === undefined ? this.#text : new Measure();
  }

  /** @param path without what the compression adds to the name */
  static async create(path: string, compression: Compression = 'none'): Promise<TextFile> {
    const file = `${path}${COMPRESSIONS[compression]}`;
    const gzip = compression === 'gzip' ? new GzipMember() : undefined;
    const made = new TextFile(basename(file), await open(file, 'wx'), gzip);
    if (gzip !== undefined) made.#then(() => made.#append(gzip.header()));
    return made;
  }

  /** Resolves when the text, or its UTF-8 bytes, have been copied; waits while the disk is behind. */
  async write(text: string | Uint8Array): Promise<void> {
    const bytes = typeof text === 'string' ? Buffer.from(text, 'utf8') : text;
    for (let from = 0; from < bytes.length; ) {
      this.#chunk ??= Buffer.allocUnsafeSlow(CHUNK_LENGTH);
      const part = bytes.subarray(from, from + CHUNK_LENGTH - this.#filled);
      this.#chunk.set(part, this.#filled);
      this.#filled += part.length;
      from += part.length;
      if (this.#filled === CHUNK_LENGTH) await this.#flush();
    }
  }

  async close(): Promise<WrittenFile> {
    await this.#flush();
    await this.#settle();
    if (this.#gzip !== undefined) await this.#append(this.#gzip.trailer());
    await this.#handle.sync();
    await this.#handle.close();
    const sha256Unpacked = this.#text.sha256();
    return {
      file: this.#file,
      compression: this.#gzip === undefined ? 'none' : 'gzip',
      bytes: this.#disk.bytes,
      unpacked: this.#text.bytes,
      sha256: this.#disk === this.#text ? sha256Unpacked : this.#disk.sha256(),
      sha256Unpacked,
    };
  }

  /** Lets go of the file, half-written as it is. */
  async abandon(): Promise<void> {
    await this.#settle().catch(() => {});
    await this.#handle.close();
  }

  async #flush(): Promise<void> {
    const chunk = this.#chunk;
    if (chunk === undefined) return;
    this.#store(chunk.subarray(0, this.#filled));
    this.#chunk = undefined;
    this.#filled = 0;
    if (this.#behind.length > MOST_BEHIND) await this.#behind.shift();
  }

  /** Packs at once, in zlib's threads, and writes when what is before it has been written. */
  #store(chunk: Buffer): void {
    const gzip = this.#gzip;
    if (gzip === undefined) {
      this.#then(() => this.#append(chunk));
      return;
    }
    this.#text.add(chunk);
    const packed = gzip.pack(chunk);
    packed.catch(() => {});
    this.#then(async () => this.#append(await packed));
  }

  /** Adds what nobody waits for yet; whoever writes next, or closes, hears of what went wrong. */
  #then(next: () => Promise<void>): void {
    const before = this.#behind.at(-1);
    const done = before === undefined ? next() : before.then(next);
    done.catch(() => {});
    this.#behind.push(done);
  }

  async #settle(): Promise<void> {
    while (this.#behind.length > 0) await this.#behind.shift();
  }

  async #append(bytes: Buffer): Promise<void> {
    this.#disk.add(bytes);
    await this.#handle.appendFile(bytes);
  }
}

/** How many bytes went by, and their checksum. */
class Measure {
  readonly #hash = createHash('sha256');
  bytes = 0;

  add(chunk: Buffer): void {
    this.bytes += chunk.length;
    this.#hash.update(chunk);
  }

  sha256(): string {
    return this.#hash.digest('hex');
  }
}

/**
 * Writes a whole text file; closes it, half-written, when writing fails.
 *
 * @param path without what the compression adds to the name
 * @throws what `write` throws; the error of the file system; `EEXIST` when the file is there
 */
export async function writeTextFile(
  path: string,
  compression: Compression,
  write: (file: TextFile) => Promise<void>,
): Promise<WrittenFile> {
  const file = await TextFile.create(path, compression);
  try {
    await write(file);
    return await file.close();
  } catch (thrown) {
    await file.abandon();
    throw thrown;
  }
}
