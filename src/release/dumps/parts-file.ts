import { createHash } from 'node:crypto';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';
import { deserialize, serialize } from 'node:v8';
import { crc32 } from 'node:zlib';
import { giveBack, takeBuffer } from './buffer-pool.js';
import type { Pieces } from './text-buffer.js';

/** A range of bytes in a file. */
export interface Part {
  readonly path: string;
  readonly at: number;
  readonly length: number;
  readonly crc32: number;
}

/** After the summary: where it begins, and its SHA-256 checksum. */
const TRAILER_LENGTH = 8 + 32;

/** Adds bytes to a file of parts. */
export type AddPart = (pieces: Pieces) => Part;

/** Bytes that are written together. */
const BATCH_LENGTH = 1 << 16;

/**
 * Writes a file of byte arrays with a summary that says where each of them lies. It is read by the program that wrote it: the
 * summary is in the format of `node:v8`. Written synchronously: the bytes need not be kept, and go to the page cache.
 *
 * @param fill adds the parts, and returns the summary, plain data
 * @throws the error of the file system; `EEXIST` when there is a file of that name
 */
export function writePartsFile(path: string, fill: (add: AddPart) => unknown): void {
  const file = openSync(path, 'wx');
  const batch = takeBuffer(BATCH_LENGTH);
  let [filled, length] = [0, 0];
  const flush = (): void => {
    writeFileSync(file, batch.subarray(0, filled));
    filled = 0;
  };
  const append = (bytes: Uint8Array): void => {
    if (filled + bytes.length > batch.length) {
      flush();
      writeFileSync(file, bytes);
      return;
    }
    batch.set(bytes, filled);
    filled += bytes.length;
  };
  const add: AddPart = (pieces) => {
    const at = length;
    let sum = 0;
    for (const piece of pieces) {
      sum = crc32(piece, sum);
      length += piece.length;
      append(piece);
    }
    return { path, at, length: length - at, crc32: sum };
  };
  try {
    const summary = serialize(fill(add));
    const trailer = Buffer.alloc(TRAILER_LENGTH);
    trailer.writeBigUInt64LE(BigInt(length));
    createHash('sha256').update(summary).digest().copy(trailer, 8);
    append(summary);
    append(trailer);
    flush();
  } finally {
    closeSync(file);
    giveBack(batch);
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

/** Bytes of a part that are read at once. */
const READ_LENGTH = 1 << 18;

/**
 * Reads parts of one file, one after another, and compares their checksums.
 *
 * @param use is given the bytes of each, piece by piece; they are valid until it resolves
 * @throws Error when one is damaged, after its pieces were used; the error of the file system
 */
export async function readParts(
  path: string,
  parts: readonly Part[],
  use: (bytes: Buffer) => unknown = () => undefined,
): Promise<void> {
  const file = await open(path, 'r');
  const buffer = takeBuffer(READ_LENGTH);
  try {
    for (const part of parts) {
      let sum = 0;
      for (let read = 0; read < part.length; ) {
        const bytes = buffer.subarray(0, Math.min(READ_LENGTH, part.length - read));
        await readInto(bytes, file, { path, at: part.at + read });
        sum = crc32(bytes, sum);
        await use(bytes);
        read += bytes.length;
      }
      if (sum !== part.crc32) throw damaged(path);
    }
  } finally {
    giveBack(buffer);
    await file.close();
  }
}

/** The text of a part, as {@link readParts} reads it. */
export async function textOfPart(part: Part): Promise<string> {
  const decoder = new StringDecoder('utf8');
  let text = '';
  await readParts(part.path, [part], (bytes) => {
    text += decoder.write(bytes);
  });
  return text + decoder.end();
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
