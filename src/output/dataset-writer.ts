import type { MappedNode, SerialisationContext, SortedFormat } from '../rdf/formats/format.js';
import { type Compression, FORMAT_NAMES, type Format } from '../rdf/formats/format.js';
import {
  isSortedFormat,
  TEXT_FORMATS,
  type TextFormat,
  type TextFormatName,
} from '../rdf/formats/text-format.js';
import { type DatasetChunk, DatasetChunkBuilder } from './dataset-chunk.js';
import { DumpFileWriter, type WrittenFile } from './dump-file.js';
import type { SortMemory } from './sort/external-sort.js';
import { SortedFiles } from './sort/sorted-files.js';

/** What became of a dump. */
export interface Dump extends WrittenFile {
  readonly dataset: string;
  readonly format: Format;
  readonly mediaType: string;
  /** How many were written. */
  readonly records: number;
  /** Statements in the file. */
  readonly quads: number;
}

/** Writes described records to the dumps of one dataset. */
export interface DatasetWriter {
  /** Resolves when the record is taken; waits while the disk is behind. */
  write(described: MappedNode): Promise<void>;
  /** The same with records that were serialised elsewhere. Their bytes must not be changed afterwards. */
  append(portion: DatasetChunk): Promise<void>;
  /** Completes the dumps. */
  close(): Promise<readonly Dump[]>;
  /** Lets go of what is half-written. The files stay where they are, for whoever made the folder to remove. */
  abandon(): Promise<void>;
}

/** Where dumps are written, and with what means. */
export interface Destination {
  readonly directory: string;
  readonly dataset: string;
  readonly compression: Compression;
  /** What all sinks of a release may hold together while they put records in order. */
  readonly memory: SortMemory;
}

/** Records that are written together. */
const PORTION = 1000;

/** One sink for all the formats that a dataset is wanted in; its dumps come in the order of the table of formats. */
export async function openDatasetWriter(
  formats: readonly Format[],
  to: Destination,
  language: SerialisationContext,
): Promise<DatasetWriter> {
  const texts: TextFile[] = [];
  const lined = new Map<SortedFormat, DumpFileWriter>();
  for (const format of formats) {
    const file = await DumpFileWriter.create(to, format);
    if (isSortedFormat(format)) lined.set(format, file);
    else {
      const written = TEXT_FORMATS[format];
      await file.write(written.head(language));
      texts.push({ format, written, file });
    }
  }
  const maker = new DatasetChunkBuilder(formats, language);
  const files = lined.size === 0 ? undefined : new SortedFiles(lined, to, language);
  return new Dumps(maker, texts, files);
}

interface TextFile {
  readonly format: TextFormatName;
  readonly written: TextFormat;
  readonly file: DumpFileWriter;
}

class Dumps implements DatasetWriter {
  readonly #maker: DatasetChunkBuilder;
  readonly #texts: readonly TextFile[];
  readonly #lined: SortedFiles | undefined;
  #records = 0;
  #quads = 0;

  constructor(maker: DatasetChunkBuilder, texts: readonly TextFile[], lined: SortedFiles | undefined) {
    this.#maker = maker;
    this.#texts = texts;
    this.#lined = lined;
  }

  async write(described: MappedNode): Promise<void> {
    this.#maker.add(described);
    if (this.#maker.records >= PORTION) await this.#appendOwn();
  }

  async append({ records, quads, texts, block }: DatasetChunk): Promise<void> {
    if (records === 0) return;
    for (const { format, written, file } of this.#texts) {
      const separator = this.#records === 0 ? written.first : written.between;
      if (separator !== '') await file.write(separator);
      await file.write(texts[format] ?? '');
    }
    if (block !== undefined) await this.#lined?.append(block);
    this.#records += records;
    this.#quads += quads;
  }

  async close(): Promise<readonly Dump[]> {
    await this.#appendOwn();
    const dumps: Dump[] = [];
    for (const { written, file } of this.#texts) {
      await file.write(written.foot);
      dumps.push(await file.close({ records: this.#records, quads: this.#quads }));
    }
    if (this.#lined !== undefined) dumps.push(...(await this.#lined.close(this.#records)));
    return dumps.sort((a, b) => FORMAT_NAMES.indexOf(a.format) - FORMAT_NAMES.indexOf(b.format));
  }

  async #appendOwn(): Promise<void> {
    await this.append(this.#maker.take());
  }

  async abandon(): Promise<void> {
    await Promise.all(this.#texts.map(({ file }) => file.abandon()));
    await this.#lined?.abandon();
  }
}
