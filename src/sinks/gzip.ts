import { promisify } from 'node:util';
import { constants, crc32, deflateRaw as deflateRawWithCallback } from 'node:zlib';

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
