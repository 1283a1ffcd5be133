import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';

/** Bytes of a block. To show a record, the whole block is unpacked. */
const BLOCK = 1 << 16;

/** Blocks that are packed at the same time, in the threads of zlib. */
const AT_ONCE = 8;

const pack = promisify<Buffer, { level: number }, Buffer>(deflateRaw);

/** Where a document is: the bytes of an unpacked block, whose number is from 1. */
interface DocumentPlace {
  readonly block: number;
  readonly at: number;
  readonly length: number;
}

/** Packs the statements about records, many of them together. */
export class DocumentBlocks {
  #begun: Buffer[] = [];
  #length = 0;
  #blocks = 1;
  #packing: Promise<Buffer>[] = [];

  add(statements: string): DocumentPlace {
    const text = Buffer.from(statements, 'utf8');
    const place = { block: this.#blocks, at: this.#length, length: text.length };
    this.#begun.push(text);
    this.#length += text.length;
    if (this.#length >= BLOCK) this.#close();
    return place;
  }

  /** Whether so many blocks are being packed that some of them should be taken. */
  get isFull(): boolean {
    return this.#packing.length >= AT_ONCE;
  }

  /** The next blocks in their order: half of those that are being packed, or all that are left. */
  take(all: boolean): Promise<readonly Buffer[]> {
    if (all) this.#close();
    return Promise.all(this.#packing.splice(0, all ? this.#packing.length : AT_ONCE / 2));
  }

  #close(): void {
    this.#packing.push(pack(Buffer.concat(this.#begun), { level: 3 }));
    this.#blocks += 1;
    this.#begun = [];
    this.#length = 0;
  }
}
