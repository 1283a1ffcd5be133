import { giveBack, takeBuffer } from './buffer-pool.js';

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

  /** The text added since the last call: the receiver may {@link giveBack} it. */
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
    bytes = takeBuffer(needed);
    if (this.#bytes !== undefined) {
      bytes.set(this.#bytes.subarray(0, this.#length));
      giveBack(this.#bytes);
    }
    this.#bytes = bytes;
    return bytes;
  }
}

const NOTHING = new Uint8Array();
