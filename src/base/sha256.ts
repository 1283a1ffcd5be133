import { createHash, hash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';

/** The SHA-256 of a text or of bytes, in 64 hexadecimal digits. */
export const sha256 = (content: string | Uint8Array): string => hash('sha256', content);

/** Bytes that are read and hashed at once. */
const CHUNK = 1 << 16;

/**
 * The size and the SHA-256 of a file. It is read synchronously: most files are small, and a stream takes several times the
 * processor time.
 *
 * @throws the error of the file system
 */
export function measureFile(path: string): { readonly bytes: number; readonly sha256: string } {
  const digest = createHash('sha256');
  const chunk = Buffer.allocUnsafe(CHUNK);
  const file = openSync(path, 'r');
  try {
    let bytes = 0;
    for (let length = -1; length !== 0; bytes += length) {
      length = readSync(file, chunk);
      digest.update(chunk.subarray(0, length));
    }
    return { bytes, sha256: digest.digest('hex') };
  } finally {
    closeSync(file);
  }
}
