import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { deserialize, serialize } from 'node:v8';
import { crc32 } from 'node:zlib';
import { giveBack, takeBuffer } from './buffer-pool.js';

/** A range of bytes in a file. */
export interface Part {
  readonly path: string;
  readonly at: number;
  readonly length: number;
  readonly crc32: number;
}

/** After the summary: where it begins, and its SHA-256 checksum. */
const TRAILER_LENGTH = 8 + 32;

/**
 * A file of byte arrays with a summary that says where each of them lies. It is read by the program that wrote it: the
 * summary is in the format of `node:v8`.
 */
export class PartsFileWriter {
  readonly #path: string;
  readonly #parts: Uint8Array[] = [];
  #length = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /** Adds bytes, which must not change before `write` has resolved; then their buffers are free for others. */
  add(bytes: Uint8Array): Part {
    const part = { path: this.#path, at: this.#length, length: bytes.length, crc32: crc32(bytes) };
    this.#parts.push(bytes);
    this.#length += bytes.length;
    return part;
  }

  /**
   * Writes the file.
   *
   * @param summary plain data
   * @throws the error of the file system; `EEXIST` when there is a file of that name
   */
  async write(summary: unknown): Promise<void> {
    const bytes = serialize(summary);
    const trailer = Buffer.alloc(TRAILER_LENGTH);
    trailer.writeBigUInt64LE(BigInt(this.#length));
    createHash('sha256').update(bytes).digest().copy(trailer, 8);
    const file = await open(this.#path, 'wx');
    try {
      // Unlike `writev`, `appendFile` goes on after a short write, and so reports a full disk.
      for (const part of [...this.#parts, bytes, trailer]) await file.appendFile(part);
    } finally {
      await file.close();
    }
    for (const part of this.#parts) giveBack(part);
  }
}

/**
 * Reads the summary of a file of parts.
 *
 * @throws Error when the file is damaged; the error of the file system
 */
export async function readSummary(path: string): Promise<unknown> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const trailer = await readRange(file, path, Math.max(0, size - TRAILER_LENGTH), TRAILER_LENGTH);
    const at = Number(trailer.readBigUInt64LE());
    const bytes = await readRange(file, path, at, size - TRAILER_LENGTH - at);
    if (!createHash('sha256').update(bytes).digest().equals(trailer.subarray(8))) throw damaged(path);
    return deserialize(bytes);
  } finally {
    await file.close();
  }
}

/**
 * Reads parts of one file, one after another, and compares their checksums.
 *
 * @param use is given the bytes of each, which are valid until it resolves
 * @throws Error when one is damaged; the error of the file system
 */
export async function readParts(
  path: string,
  parts: readonly Part[],
  use: (bytes: Buffer) => unknown = () => undefined,
): Promise<void> {
  const file = await open(path, 'r');
  try {
    for (const part of parts) {
      const bytes = takeBuffer(part.length).subarray(0, part.length);
      await readInto(bytes, file, part);
      if (crc32(bytes) !== part.crc32) throw damaged(path);
      await use(bytes);
      giveBack(bytes);
    }
  } finally {
    await file.close();
  }
}

/** The text of a part, as {@link readParts} reads it. */
export async function textOfPart(part: Part): Promise<string> {
  let text = '';
  await readParts(part.path, [part], (bytes) => {
    text = bytes.toString('utf8');
  });
  return text;
}

async function readRange(file: FileHandle, path: string, at: number, length: number): Promise<Buffer> {
  if (length < 0) throw damaged(path);
  const bytes = Buffer.allocUnsafeSlow(length);
  await readInto(bytes, file, { path, at });
  return bytes;
}

async function readInto(
  bytes: Buffer,
  file: FileHandle,
  { path, at }: Pick<Part, 'path' | 'at'>,
): Promise<void> {
  const { bytesRead } = await file.read(bytes, 0, bytes.length, at);
  if (bytesRead < bytes.length) throw damaged(path);
}

const damaged = (path: string): Error => new Error(`The file ${path} is damaged.`);
