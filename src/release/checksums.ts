import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { compareBytes } from '../base/byte-order.js';
import type { OtherFile } from './facts.js';

/** The facts of one run, with times: not part of the release. */
export const RUN_FILE = 'run.json';

/** The size and the checksum of a text. */
export const measureText = (path: string, text: string): OtherFile => ({
  path,
  bytes: Buffer.byteLength(text),
  sha256: createHash('sha256').update(text).digest('hex'),
});

/** The size and the checksum of a file. */
export async function measureFile(path: string): Promise<Omit<OtherFile, 'path'>> {
  const hash = createHash('sha256');
  const file = createReadStream(path);
  await pipeline(file, hash);
  return { bytes: file.bytesRead, sha256: hash.digest('hex') };
}

/** SHA256SUMS as `sha256sum` writes it and `sha256sum -c` reads it; the paths of a release hold nothing to be escaped. */
export const checksums = (files: readonly Pick<OtherFile, 'path' | 'sha256'>[]): string =>
  [...files]
    .sort((a, b) => compareBytes(a.path, b.path))
    .map(({ path, sha256 }) => `${sha256}  ${path}\n`)
    .join('');
