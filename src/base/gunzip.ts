import { constants } from 'node:buffer';
import { promisify } from 'node:util';
import { gunzipSync, gunzip as gunzipWithCallback } from 'node:zlib';

const gunzipAsync = promisify(gunzipWithCallback);

/** Limits of a buffer of zlib. Its default of 16 KiB costs more in calls between threads than in unpacking. */
const MIN_CHUNK = 64;
const MAX_CHUNK = 1 << 20;

/** Most bytes of a text; JavaScript has no longer string. */
export const LONGEST_TEXT = constants.MAX_STRING_LENGTH;

/** Bytes that take about as long to unpack as to hand to another thread. */
export const SMALL = 1 << 16;

/**
 * Unpacks a gzip body: a small one in this thread, a larger one in a thread of zlib.
 *
 * @param bytes expected size, unpacked
 * @param most maximum size, unpacked: a small gzip file may unpack to more than there is memory
 * @throws when it is damaged, truncated or too long
 */
export async function gunzip(packed: Buffer, bytes: number, most: number = LONGEST_TEXT): Promise<Buffer> {
  // One byte more, because zlib continues when its buffer is full.
  const chunkSize = Math.min(Math.max(bytes + 1, MIN_CHUNK), MAX_CHUNK);
  const options = { chunkSize, maxOutputLength: most };
  return bytes <= SMALL ? gunzipSync(packed, options) : gunzipAsync(packed, options);
}
