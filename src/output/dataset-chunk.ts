import type { BytePool } from '../base/byte-pool.js';
import type { Format, MappedNode, SerialisationContext } from '../rdf/formats/format.js';
import {
  isSortedFormat,
  type RecordText,
  TEXT_FORMATS,
  type TextFormatName,
} from '../rdf/formats/text-format.js';
import { type NTriplesBlock, NTriplesBlockBuilder } from './sort/ntriples-block.js';

const NOTHING = new Uint8Array(0);

/** UTF-8 that grows: each text is turned into bytes at once, so that nothing but the bytes is held. */
export class TextBuffer {
  readonly #pool: BytePool;
  #bytes: Buffer = Buffer.from(NOTHING.buffer);
  #length = 0;

  constructor(pool: BytePool) {
    this.#pool = pool;
  }

  /** In bytes. */
  get length(): number {
    return this.#length;
  }

  add(text: string): void {
    // A character of a string takes three bytes at most.
    const needed = this.#length + 3 * text.length;
    if (needed > this.#bytes.length) {
      this.#bytes = Buffer.from(this.#pool.grown(this.#bytes, this.#length, needed).buffer);
    }
    this.#length += this.#bytes.write(text, this.#length, 'utf8');
  }

  /** A part of what has been added. */
  read(start: number, end: number): string {
    return this.#bytes.toString('utf8', start, end);
  }

  /** What has been added since the last time, in memory that is the taker's now. */
  take(): Uint8Array {
    const taken = this.#length === 0 ? NOTHING : new Uint8Array(this.#bytes.buffer, 0, this.#length);
    this.#bytes = Buffer.from(NOTHING.buffer);
    this.#length = 0;
    return taken;
  }
}

/**
 * What some records of one dataset come to in its files: plain data, which any thread may make. Whoever has made use of
 * it gives the memory of its texts back ({@link chunkBuffers}).
 */
export interface DatasetChunk {
  readonly records: number;
  readonly quads: number;
  /** UTF-8, as it stands in the file, without what comes before the first record. */
  readonly texts: Readonly<Partial<Record<TextFormatName, Uint8Array>>>;
  /** For the formats of sorted lines; absent when none is wanted. */
  readonly block?: NTriplesBlock;
}

/** Makes portions of records. It knows the words of the dumps, and no file. */
export class DatasetChunkBuilder {
  readonly #texts: readonly {
    readonly format: TextFormatName;
    readonly between: string;
    readonly recordText: RecordText;
    readonly written: TextBuffer;
  }[];
  readonly #block: NTriplesBlockBuilder | undefined;
  #records = 0;
  #quads = 0;

  /** @param pool where the memory of the texts comes from */
  constructor(formats: readonly Format[], language: SerialisationContext, pool: BytePool) {
    this.#texts = formats
      .filter((format) => !isSortedFormat(format))
      .map((format) => {
        const { between, recordText } = TEXT_FORMATS[format];
        return { format, between, recordText: recordText(language), written: new TextBuffer(pool) };
      });
    this.#block = formats.some(isSortedFormat) ? new NTriplesBlockBuilder(pool) : undefined;
  }

  /** Records that have been added since the last portion. */
  get records(): number {
    return this.#records;
  }

  add(described: MappedNode): void {
    for (const { between, recordText, written } of this.#texts) {
      if (this.#records > 0 && between !== '') written.add(between);
      written.add(recordText(described));
    }
    this.#block?.add(described.quads);
    this.#records += 1;
    this.#quads += described.quads.length;
  }

  /** What has been added since the last time. */
  take(): DatasetChunk {
    const texts: Partial<Record<TextFormatName, Uint8Array>> = {};
    for (const { format, written } of this.#texts) texts[format] = written.take();
    const block = this.#block?.take();
    const portion = {
      ...{ records: this.#records, quads: this.#quads, texts },
      ...(block === undefined ? {} : { block }),
    };
    this.#records = 0;
    this.#quads = 0;
    return portion;
  }
}

/** The texts of a portion, whose memory can be used again. */
export const chunkBuffers = ({ texts, block }: DatasetChunk): Uint8Array[] => [
  ...Object.values(texts),
  ...(block === undefined ? [] : [block.text]),
];
