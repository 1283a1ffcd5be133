import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { compareBytes } from '../../base/byte-order.js';
import type { OtherFile } from './facts.js';

/** The facts of one run, with times: not part of the release. */
export const RUN_FILE = 'run.json';

/** The size and the checksum of a text. */
export const measureText = (path: string, text: string): OtherFile => ({
  path,
  bytes: Buffer.byteLength(text),
  sha256: createHash('sha256').update(text).digest('hex'),
});

/** Bytes that are read and hashed at once. */
const CHUNK = 1 << 16;

/**
 * The size and the checksum of a file. It is read synchronously: most files are small, and a stream takes several times the
 * processor time.
 *
 * @throws the error of the file system
 */
export function measureFile(path: string): Omit<OtherFile, 'path'> {
  const hash = createHash('sha256');
  const chunk = Buffer.allocUnsafe(CHUNK);
  const file = openSync(path, 'r');
  try {
    let bytes = 0;
    for (let length = -1; length !== 0; bytes += length) {
      length = readSync(file, chunk);
      hash.update(chunk.subarray(0, length));
    }
    return { bytes, sha256: hash.digest('hex') };
  } finally {
    closeSync(file);
  }
}

/** SHA256SUMS as `sha256sum` writes it and `sha256sum -c` reads it; the paths of a release hold nothing to be escaped. */
export const checksums = (files: readonly Pick<OtherFile, 'path' | 'sha256'>[]): string =>
  [...files]
    .sort((a, b) => compareBytes(a.path, b.path))
    .map(({ path, sha256 }) => `${sha256}  ${path}\n`)
    .join('');
