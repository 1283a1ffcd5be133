import { compareBytes } from '../../base/byte-order.js';
import { sha256 } from '../../base/sha256.js';
import type { OtherFile } from './facts.js';

/** The facts of one run, with times: not part of the release. */
export const RUN_FILE = 'run.json';

/** The size and the checksum of a text. */
export const measureText = (path: string, text: string): OtherFile => ({
  path,
  bytes: Buffer.byteLength(text),
  sha256: sha256(text),
});

/** SHA256SUMS as `sha256sum` writes it and `sha256sum -c` reads it; the paths of a release hold nothing to be escaped. */
export const checksums = (files: readonly Pick<OtherFile, 'path' | 'sha256'>[]): string =>
  [...files]
    .sort((a, b) => compareBytes(a.path, b.path))
    .map(({ path, sha256 }) => `${sha256}  ${path}\n`)
    .join('');
