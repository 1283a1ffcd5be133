import type {
  Format,
  MappedNode,
  RecordWriter,
  SerialisationContext,
} from '../../model/rdf/formats/format.js';
import { isSortedFormat, TEXT_FORMATS, type TextFormatName } from '../../model/rdf/formats/text-format.js';
import { recordIriOf } from '../../model/rdf/record-order.js';
import type { AddPart, Part } from './parts-file.js';
import { type NTriplesRun, NTriplesRunBuilder } from './sort/ntriples-run.js';
import { type Pieces, TextBuffer } from './text-buffer.js';

/** The text of some records in one format: UTF-8, without the separator before the first record. */
interface ChunkText<B = Pieces> {
  readonly bytes: B;
  /** The prefixes or terms that it needs in the head of its file, sorted. */
  readonly used: readonly string[];
}

/** The text of some records of one dataset, in each of its formats. */
export interface DatasetChunk {
  /** By their IRIs, as `recordIriOf` has them: people within one work (model 7.3, X7) are nodes of one record. */
  readonly records: number;
  readonly quads: number;
  readonly texts: Readonly<Partial<Record<TextFormatName, ChunkText>>>;
  /** For the sorted formats; absent when none is written. */
  readonly run?: NTriplesRun;
}

/** A chunk whose bytes are in a file. Plain data. */
export interface StoredChunk {
  readonly records: number;
  readonly quads: number;
  readonly texts: Readonly<Partial<Record<TextFormatName, ChunkText<Part>>>>;
  readonly run?: { readonly frames: Part; readonly lines: number };
}

/** Adds the bytes of a chunk to a file of parts. */
export function storeChunk({ texts, run, ...counts }: DatasetChunk, add: AddPart): StoredChunk {
  const stored = Object.entries(texts).map(([format, { bytes, used }]) => [
    format,
    { bytes: add(bytes), used },
  ]);
  return {
    ...counts,
    texts: Object.fromEntries(stored),
    ...(run === undefined ? {} : { run: { frames: add(run.frames), lines: run.lines } }),
  };
}

/** Serialises records of one dataset. It writes no file. */
export class DatasetChunkBuilder {
  readonly #texts: readonly {
    readonly format: TextFormatName;
    readonly between: string;
    readonly writer: RecordWriter;
    readonly written: TextBuffer;
  }[];
  readonly #run: NTriplesRunBuilder | undefined;
  #records = 0;
  /** The IRI of the record that was added last. */
  #last: string | undefined;
  #quads = 0;

  constructor(formats: readonly Format[], language: SerialisationContext) {
    this.#texts = formats
      .filter((format) => !isSortedFormat(format))
      .map((format) => {
        const { between, writer } = TEXT_FORMATS[format];
        return { format, between, writer: writer(language), written: new TextBuffer() };
      });
    this.#run = formats.some(isSortedFormat) ? new NTriplesRunBuilder() : undefined;
  }

  /** Records added since the last `take`. */
  get records(): number {
    return this.#records;
  }

  add(record: MappedNode): void {
    for (const { between, writer, written } of this.#texts) {
      if (this.#last !== undefined && between !== '') written.add(between);
      written.add(writer.text(record));
    }
    this.#run?.add(record.quads);
    // People within a work are written one after another.
    const iri = recordIriOf(record.node.id);
    if (iri !== this.#last) this.#records += 1;
    this.#last = iri;
    this.#quads += record.quads.length;
  }

  /** The chunk of everything added since the last call. */
  take(): DatasetChunk {
    const texts: Partial<Record<TextFormatName, ChunkText>> = {};
    for (const { format, writer, written } of this.#texts)
      texts[format] = { bytes: written.take(), used: [...writer.takeUsed()].toSorted() };
    const run = this.#run?.take();
    const chunk = {
      records: this.#records,
      quads: this.#quads,
      texts,
      ...(run === undefined ? {} : { run }),
    };
    this.#records = 0;
    this.#last = undefined;
    this.#quads = 0;
    return chunk;
  }
}
