import type { BytePool } from '../base/byte-pool.js';
import type { Block } from './block.js';
import { BlockMaker } from './block.js';
import type { Format } from './format.js';
import { FORMATS_OF_TEXT, isLined } from './formats.js';
import { GrowingText } from './growing-text.js';
import type { Described, SinkLanguage } from './sink.js';
import type { RecordText, TextFormatName } from './text-format.js';

/**
 * What some records of one dataset come to in its files: plain data, which any thread may make. Whoever has made use of
 * it gives the memory of its texts back ({@link memoryOf}).
 */
export interface Portion {
  readonly records: number;
  readonly quads: number;
  /** UTF-8, as it stands in the file, without what comes before the first record. */
  readonly texts: Readonly<Partial<Record<TextFormatName, Uint8Array>>>;
  /** For the formats of sorted lines; absent when none is wanted. */
  readonly block?: Block;
}

/** Makes portions of records. It knows the words of the dumps, and no file. */
export class PortionMaker {
  readonly #texts: readonly {
    readonly format: TextFormatName;
    readonly between: string;
    readonly recordText: RecordText;
    readonly written: GrowingText;
  }[];
  readonly #block: BlockMaker | undefined;
  #records = 0;
  #quads = 0;

  /** @param pool where the memory of the texts comes from */
  constructor(formats: readonly Format[], language: SinkLanguage, pool: BytePool) {
    this.#texts = formats
      .filter((format) => !isLined(format))
      .map((format) => {
        const { between, recordText } = FORMATS_OF_TEXT[format];
        return { format, between, recordText: recordText(language), written: new GrowingText(pool) };
      });
    this.#block = formats.some(isLined) ? new BlockMaker(pool) : undefined;
  }

  /** Records that have been added since the last portion. */
  get records(): number {
    return this.#records;
  }

  add(described: Described): void {
    for (const { between, recordText, written } of this.#texts) {
      if (this.#records > 0 && between !== '') written.add(between);
      written.add(recordText(described));
    }
    this.#block?.add(described.quads);
    this.#records += 1;
    this.#quads += described.quads.length;
  }

  /** What has been added since the last time. */
  take(): Portion {
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
export const memoryOf = ({ texts, block }: Portion): Uint8Array[] => [
  ...Object.values(texts),
  ...(block === undefined ? [] : [block.text]),
];
