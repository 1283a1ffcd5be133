import { entry } from '../../base/map-entry.js';

/** Bytes of the smallest buffer. */
const SMALLEST = 1 << 14;

/** Bytes of free buffers that are kept. */
const MOST_FREE = 16 << 20;

/**
 * Free buffers by their length, a power of two. V8 collects the whole heap whenever 64 MiB of new buffers have been asked for,
 * whatever has become of them; without the pool that is half of all full collections of a build.
 */
const free = new Map<number, Buffer[]>();
let bytesFree = 0;
const lent = new WeakSet<ArrayBufferLike>();

/** A buffer of at least a length, with any content. */
export function takeBuffer(length: number): Buffer {
  const rounded = Math.max(SMALLEST, 2 ** Math.ceil(Math.log2(length)));
  const known = free.get(rounded)?.pop();
  if (known !== undefined) bytesFree -= rounded;
  const buffer = known ?? Buffer.allocUnsafeSlow(rounded);
  lent.add(buffer.buffer);
  return buffer;
}

/** Gives a buffer back by any part of it, which must not be used any more. Bytes of any other origin are left alone. */
export function giveBack({ buffer }: Uint8Array): void {
  const { byteLength } = buffer;
  if (!lent.delete(buffer) || bytesFree + byteLength > MOST_FREE) return;
  entry(free, byteLength, () => []).push(Buffer.from(buffer));
  bytesFree += byteLength;
}
