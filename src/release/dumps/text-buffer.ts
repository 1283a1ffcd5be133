import { giveBack, takeBuffer } from './buffer-pool.js';

/** Bytes of a block, unless a text is longer. */
const BLOCK_LENGTH = 1 << 16;

/** Bytes, piece by piece. Each is valid until the next one is asked for; they can be read once. */
export type Pieces = Iterable<Uint8Array>;

/** UTF-8 text that grows, in blocks. Each text is encoded when it is added, so that only its bytes are held; it lies in one block. */
export class TextBuffer {
  /** The filled parts of the blocks before the present one. */
  #full: Buffer[] = [];
  #block: Buffer = NOTHING;
  #length = 0;

  add(text: string): void {
    this.#write(text);
  }

  /** Adds a text, and returns its bytes. They are valid as long as the piece that they are a part of. */
  addAndShow(text: string): Uint8Array {
    const at = this.#write(text);
    return this.#block.subarray(at, this.#length);
  }

  /** What was added since the last call. The blocks go back to the pool as they are read. */
  take(): Pieces {
    const pieces = this.#full;
    if (this.#length > 0) pieces.push(this.#block.subarray(0, this.#length));
    this.#full = [];
    this.#block = NOTHING;
    this.#length = 0;
    return drained(pieces);
  }

  /** Where in the present block the text begins. */
  #write(text: string): number {
    this.#makeRoomFor(text);
    const at = this.#length;
    this.#length += this.#block.write(text, at, 'utf8');
    return at;
  }

  #makeRoomFor(text: string): void {
    const room = this.#block.length - this.#length;
    // A UTF-16 code unit takes three bytes at most.
    if (3 * text.length <= room) return;
    const needed = Buffer.byteLength(text);
    if (needed <= room) return;
    if (this.#length > 0) this.#full.push(this.#block.subarray(0, this.#length));
    this.#block = takeBuffer(Math.max(needed, BLOCK_LENGTH));
    this.#length = 0;
  }
}

const NOTHING = Buffer.alloc(0);

function* drained(pieces: readonly Uint8Array[]): Generator<Uint8Array> {
  for (const piece of pieces) {
    yield piece;
    giveBack(piece);
  }
}
