/** Bytes of the smallest buffer. */
const SMALLEST = 1 << 14;

/** Bytes of free buffers that are kept. */
const MOST_FREE = 16 << 20;

/**
 * Buffers that are free, by their length, a power of two. V8 collects the whole heap when 64 MiB of new buffers have been
 * asked for, whatever has become of them: without these lists that were half of all full collections of a build.
 */
const free = new Map<number, Buffer[]>();
let bytesFree = 0;
const lent = new WeakSet<ArrayBufferLike>();

/** A buffer of undefined content, for {@link recycle} when its bytes are of no use any more. */
export function bufferOf(length: number): Buffer {
  const rounded = Math.max(SMALLEST, 2 ** Math.ceil(Math.log2(length)));
  const known = free.get(rounded)?.pop();
  if (known !== undefined) bytesFree -= rounded;
  const buffer = known ?? Buffer.allocUnsafeSlow(rounded);
  lent.add(buffer.buffer);
  return buffer;
}

/** Gives a buffer back, by any part of it. Bytes of any other origin are left alone. */
export function recycle({ buffer }: Uint8Array): void {
  const { byteLength } = buffer;
  if (!lent.delete(buffer) || bytesFree + byteLength > MOST_FREE) return;
  const others = free.get(byteLength);
  if (others === undefined) free.set(byteLength, [Buffer.from(buffer)]);
  else others.push(Buffer.from(buffer));
  bytesFree += byteLength;
}

/** UTF-8 text that grows. Each text is encoded when it is added, so that only its bytes are held. */
export class TextBuffer {
  #bytes: Buffer | undefined;
  #length = 0;

  /** Bytes added since the last `take`. */
  get length(): number {
    return this.#length;
  }

  add(text: string): void {
    // A UTF-16 code unit takes three bytes at most.
    const bytes = this.#withRoomFor(3 * text.length);
    this.#length += bytes.write(text, this.#length, 'utf8');
  }

  addBytes(added: Uint8Array): void {
    this.#withRoomFor(added.length).set(added, this.#length);
    this.#length += added.length;
  }

  /** The text added since the last call: the receiver may {@link recycle} it. */
  take(): Uint8Array {
    const taken = this.#bytes?.subarray(0, this.#length) ?? NOTHING;
    this.#bytes = undefined;
    this.#length = 0;
    return taken;
  }

  #withRoomFor(more: number): Buffer {
    const needed = this.#length + more;
    let bytes = this.#bytes;
    if (bytes !== undefined && needed <= bytes.length) return bytes;
    bytes = bufferOf(needed);
    if (this.#bytes !== undefined) {
      bytes.set(this.#bytes.subarray(0, this.#length));
      recycle(this.#bytes);
    }
    this.#bytes = bytes;
    return bytes;
  }
}

const NOTHING = new Uint8Array();
