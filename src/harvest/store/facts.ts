import { constants, gunzipSync, gzipSync } from 'node:zlib';
import { sha256 } from '../../base/sha256.js';
import { isDamage } from '../../base/sqlite.js';
import type { FoundEntry } from './entry.js';
import type { FactsName, PackedFacts, StoreFile } from './store-file.js';

export function packFacts(text: string): PackedFacts {
  const gzip = gzipSync(text, { level: constants.Z_BEST_SPEED });
  return { gzip, sha256: sha256(gzip) };
}

/** The greatest length of what is unpacked, so that a damaged file does not fill the memory. */
const LONGEST = 1 << 29;

/** Whether facts are as they were written. */
export const isSound = ({ gzip, sha256: expected }: PackedFacts): boolean => sha256(gzip) === expected;

function unpack({ gzip }: PackedFacts): Buffer {
  // RFC 1952, section 2.3.1: the length of the text. zlib needs one byte more to find the end.
  const length = gzip.readUInt32LE(gzip.length - 4);
  return gunzipSync(gzip, { chunkSize: Math.max(length + 1, 64), maxOutputLength: LONGEST });
}

/**
 * The facts of an answer; undefined when there are none, or they are damaged.
 *
 * @param program the fingerprint of the program: the facts of another one are not read
 */
export function factsOf(
  file: StoreFile,
  entry: FoundEntry,
  name: FactsName,
  program: string,
): Buffer | undefined {
  try {
    const packed = file.facts(entry, name, program);
    return packed !== undefined && isSound(packed) ? unpack(packed) : undefined;
  } catch (thrown) {
    if (!isDamage(thrown)) throw thrown;
    return undefined;
  }
}
