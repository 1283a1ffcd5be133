import { constants } from 'node:buffer';
import { promisify } from 'node:util';
import { gunzipSync, gunzip as gunzipWithCallback } from 'node:zlib';

const inThread = promisify(gunzipWithCallback);

/**
 * The most that zlib fills at once. Left to itself it hands over every 16 KiB, and the way to its thread and back takes
 * longer than unpacking them.
 */
const MOST_AT_ONCE = 1 << 20;

/** What is longer can be no text, and so nothing that anybody could read. */
export const LONGEST_TEXT = constants.MAX_STRING_LENGTH;

/** The least that zlib can be told. */
const LEAST_AT_ONCE = 64;

/** Bytes that take about as long to unpack as to be handed to another thread. */
export const SMALL = 1 << 16;

/**
 * Unpacks a gzip body: a small one at once, a larger one in a thread of zlib's.
 *
 * @param bytes how long what is in it is, about; it may be longer or shorter
 * @param most how long it may be: a little that is packed may come to more than there is memory for
 * @throws when it is broken, cut off or too long
 */
export async function gunzip(packed: Buffer, bytes: number, most: number = LONGEST_TEXT): Promise<Buffer> {
  // One more: zlib looks on when what it was given to fill is full.
  const chunkSize = Math.min(Math.max(bytes + 1, LEAST_AT_ONCE), MOST_AT_ONCE);
  const limits = { chunkSize, maxOutputLength: most };
  return bytes <= SMALL ? gunzipSync(packed, limits) : inThread(packed, limits);
}
