import { promisify } from 'node:util';
import { gzipSync, gzip as gzipWithCallback } from 'node:zlib';
import { messageOf } from '../../base/errors.js';
import { gunzip } from '../../base/gunzip.js';
import { parseJson } from '../../base/json.js';
import { sha256 } from '../../base/sha256.js';
import type { FoundEntry } from './entry.js';

const gzip = promisify(gzipWithCallback);

/** zlib's default. Level 9 saves 2 % and takes three times as long. */
const GZIP_LEVEL = 6;

/** The least size of a chunk of zlib. A quarter of the body is more than it is packed to, so that there is one chunk. */
const LEAST_PACKED = 1 << 10;

/** Bytes that take about as long to pack as to hand to another thread. */
const SMALL_BODY = 1 << 13;

/** Packs a body with gzip. */
export async function packBody(body: Buffer): Promise<Buffer> {
  const options = { level: GZIP_LEVEL, chunkSize: Math.max(body.length >> 2, LEAST_PACKED) };
  return body.length <= SMALL_BODY ? gzipSync(body, options) : gzip(body, options);
}

/** What is wrong with a stored body. */
export class DamagedBody extends Error {}

/**
 * Unpacks a stored body, to its recorded length at most, and verifies its checksum.
 *
 * @param packed undefined where the store has lost the body
 * @returns a function that parses it, and throws {@link DamagedBody} when it is not JSON
 * @throws DamagedBody
 */
export async function unpackBody(
  packed: Buffer | undefined,
  { bytes, sha256: expected }: Pick<FoundEntry, 'bytes' | 'sha256'>,
): Promise<() => unknown> {
  if (packed === undefined) throw new DamagedBody('it has no body');
  const body = await gunzip(packed, bytes, bytes + 1).catch((thrown: unknown) => {
    throw new DamagedBody(`it cannot be unpacked: ${messageOf(thrown)}`);
  });
  if (body.length !== bytes)
    throw new DamagedBody(`its body is ${body.length} bytes long, not the ${bytes} recorded`);
  if (sha256(body) !== expected) throw new DamagedBody('its checksum differs from the recorded one');
  return () => {
    try {
      return parseJson(body);
    } catch (thrown) {
      throw new DamagedBody(messageOf(thrown));
    }
  };
}
