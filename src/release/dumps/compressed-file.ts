import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw as deflateRawWithCallback } from 'node:zlib';
import { COMPRESSIONS, type Compression } from '../../model/rdf/formats/format.js';
import { giveBack, takeBuffer } from './buffer-pool.js';

const deflateRaw = promisify(deflateRawWithCallback);

/** zlib's default. Level 9 would save a tenth of the bytes and take more time than the rest of a build. */
const LEVEL = 6;

/** Bytes of output that zlib hands over at once. Each time costs a switch of threads. */
const AT_ONCE = 1 << 18;

/** RFC 1952, section 2.3: deflate, without file name, time, level and system. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);

const NOTHING = Buffer.alloc(0);

/** RFC 1951, section 3.2.6: an empty last block. */
const LAST_BLOCK = Buffer.from([0x03, 0x00]);

/**
 * One gzip member, compressed piece by piece in zlib's threads. Each piece ends at a byte boundary. A file has one member,
 * because some readers stop after the first.
 */
class GzipMember {
  #checksum = 0;
  #length = 0;
  #isBegun = false;

  async pack(piece: Buffer): Promise<Buffer> {
    this.#checksum = crc32(piece, this.#checksum);
    this.#length += piece.length;
    const header = this.#header();
    const packed = await deflateRaw(piece, {
      level: LEVEL,
      finishFlush: constants.Z_SYNC_FLUSH,
      chunkSize: AT_ONCE,
    });
    return header === undefined ? packed : Buffer.concat([header, packed]);
  }

  /** The end of the member: CRC-32 and length of the text (RFC 1952, section 2.3.1). */
  trailer(): Buffer {
    const sums = Buffer.alloc(8);
    sums.writeUInt32LE(this.#checksum, 0);
    sums.writeUInt32LE(this.#length % 2 ** 32, 4);
    return Buffer.concat([this.#header() ?? NOTHING, LAST_BLOCK, sums]);
  }

  /** The header, once. */
  #header(): Buffer | undefined {
    if (this.#isBegun) return undefined;
    this.#isBegun = true;
    return HEADER;
  }
}

/** Bytes that are compressed and written together. */
const CHUNK_LENGTH = 1 << 20;

/** Bytes of text that are encoded at once. */
const ENCODED_LENGTH = 1 << 16;

const ENCODER = new TextEncoder();

/** Chunks of a file that are compressed at the same time, besides the one that is being filled. */
const MOST_WRITES = 2;

/** A complete text file. */
export interface WrittenFile {
  /** File name without its folder. */
  readonly file: string;
  readonly compression: Compression;
  /** Length of the file on disk. */
  readonly bytes: number;
  /** Length of the text, in bytes. */
  readonly unpacked: number;
  /** Checksum of the file on disk. */
  readonly sha256: string;
  /** Checksum of the text: another version of zlib may compress the same text differently. */
  readonly sha256Unpacked: string;
}

/** Writes a text file from front to back: compresses, counts and hashes it. It is synced with the folder that it is in. */
export class TextFile {
  readonly #file: string;
  readonly #handle: FileHandle;
  readonly #gzip: GzipMember | undefined;
  readonly #text = new Measure();
  readonly #disk: Measure;
  /** Bytes that are not yet compressed. Absent while there are none, to save memory. */
  #chunk: Buffer | undefined;
  #filled = 0;
  /** Writes under way, in order. */
  readonly #writes: Promise<void>[] = [];

  private constructor(file: string, handle: FileHandle, gzip: GzipMember | undefined) {
    this.#file = file;
    this.#handle = handle;
    this.#gzip = gzip;
    this.#disk = gzip === undefined ? this.#text : new Measure();
  }

  /**
   * @param path without the suffix of the compression
   * @throws the error of the file system; `EEXIST` when the file is there
   */
  static async create(path: string, compression: Compression = 'none'): Promise<TextFile> {
    const file = `${path}${COMPRESSIONS[compression]}`;
    const gzip = compression === 'gzip' ? new GzipMember() : undefined;
    return new TextFile(basename(file), await open(file, 'wx'), gzip);
  }

  /** Copies the text, or its UTF-8 bytes; waits while too many writes are under way. */
  async write(text: string | Uint8Array): Promise<void> {
    if (typeof text === 'string') {
      const encoded = takeBuffer(ENCODED_LENGTH);
      for (let from = 0; from < text.length; ) {
        const { read, written } = ENCODER.encodeInto(text.slice(from), encoded);
        await this.write(encoded.subarray(0, written));
        from += read;
      }
      giveBack(encoded);
      return;
    }
    for (let from = 0; from < text.length; ) {
      this.#chunk ??= takeBuffer(CHUNK_LENGTH);
      const part = text.subarray(from, from + CHUNK_LENGTH - this.#filled);
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

  /** Closes the file, half-written as it is. */
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
    if (this.#writes.length > MOST_WRITES) await this.#writes.shift();
  }

  /** Begins to compress at once, in zlib's threads, and writes after the chunk before. */
  #store(chunk: Buffer): void {
    const gzip = this.#gzip;
    if (gzip === undefined) {
      this.#enqueue(async () => {
        await this.#append(chunk);
        giveBack(chunk);
      });
      return;
    }
    this.#text.add(chunk);
    const packed = gzip.pack(chunk);
    packed.catch(() => {});
    this.#enqueue(async () => {
      await this.#append(await packed);
      giveBack(chunk);
    });
  }

  /** Adds a write. Its error is thrown by a later `write` or by `close`. */
  #enqueue(next: () => Promise<void>): void {
    const before = this.#writes.at(-1);
    const done = before === undefined ? next() : before.then(next);
    done.catch(() => {});
    this.#writes.push(done);
  }

  async #settle(): Promise<void> {
    while (this.#writes.length > 0) await this.#writes.shift();
  }

  async #append(bytes: Buffer): Promise<void> {
    this.#disk.add(bytes);
    await this.#handle.appendFile(bytes);
  }
}

/** Counts and hashes bytes. */
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
 * @param path without the suffix of the compression
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
