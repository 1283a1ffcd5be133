import { entry } from '../../base/map-entry.js';

/** Bytes of the smallest buffer. */
const SMALLEST = 1 << 14;

/** Bytes of free buffers of one length that are kept. */
const MOST_FREE = 8 << 20;

/**
 * Free buffers by their length, a power of two. V8 collects the whole heap whenever 64 MiB of new buffers have been asked for,
 * whatever has become of them; without the pool that is half of all full collections of a build.
 */
const free = new Map<number, Buffer[]>();
const lent = new WeakSet<ArrayBufferLike>();

/** A buffer of at least a length, with any content. */
export function takeBuffer(length: number): Buffer {
  const rounded = Math.max(SMALLEST, 2 ** Math.ceil(Math.log2(length)));
  const buffer = free.get(rounded)?.pop() ?? Buffer.allocUnsafeSlow(rounded);
  lent.add(buffer.buffer);
  return buffer;
}

/** Gives a buffer back by any part of it, which must not be used any more. Bytes of any other origin are left alone. */
export function giveBack({ buffer }: Uint8Array): void {
  const { byteLength } = buffer;
  if (!lent.delete(buffer)) return;
  const others = entry(free, byteLength, () => []);
  if ((others.length + 1) * byteLength <= MOST_FREE) others.push(Buffer.from(buffer));
}
