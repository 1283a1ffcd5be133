import type { BytePool } from '../base/byte-pool.js';
import { DumpFile } from './dump-file.js';
import { FORMAT_NAMES, type Format } from './format.js';
import { FORMATS_OF_TEXT, isLined } from './formats.js';
import { LinedFiles, type LinedFormat } from './lined.js';
import { memoryOf, type Portion, PortionMaker } from './portion.js';
import type { Described, Destination, Dump, Sink, SinkLanguage } from './sink.js';
import type { TextFormat, TextFormatName } from './text-format.js';

/** Records that are written together. */
const PORTION = 1000;

/** One sink for all the formats that a dataset is wanted in; its dumps come in the order of the table of formats. */
export async function openDumps(
  formats: readonly Format[],
  to: Destination,
  language: SinkLanguage,
): Promise<Sink> {
  const texts: TextFile[] = [];
  const lined = new Map<LinedFormat, DumpFile>();
  for (const format of formats) {
    const file = await DumpFile.create(to, format);
    if (isLined(format)) lined.set(format, file);
    else {
      const written = FORMATS_OF_TEXT[format];
      await file.write(written.head(language));
      texts.push({ format, written, file });
    }
  }
  const maker = new PortionMaker(formats, language, to.memory.pool);
  const files = lined.size === 0 ? undefined : new LinedFiles(lined, to, language);
  return new Dumps(maker, texts, files, to.memory.pool);
}

interface TextFile {
  readonly format: TextFormatName;
  readonly written: TextFormat;
  readonly file: DumpFile;
}

class Dumps implements Sink {
  readonly #maker: PortionMaker;
  readonly #texts: readonly TextFile[];
  readonly #lined: LinedFiles | undefined;
  readonly #pool: BytePool;
  #records = 0;
  #quads = 0;

  constructor(
    maker: PortionMaker,
    texts: readonly TextFile[],
    lined: LinedFiles | undefined,
    pool: BytePool,
  ) {
    this.#maker = maker;
    this.#pool = pool;
    this.#texts = texts;
    this.#lined = lined;
  }

  async write(described: Described): Promise<void> {
    this.#maker.add(described);
    if (this.#maker.records >= PORTION) await this.#appendOwn();
  }

  async append({ records, quads, texts, block }: Portion): Promise<void> {
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
    const portion = this.#maker.take();
    await this.append(portion);
    for (const bytes of memoryOf(portion)) this.#pool.giveBack(bytes);
  }

  async abandon(): Promise<void> {
    await Promise.all(this.#texts.map(({ file }) => file.abandon()));
    await this.#lined?.abandon();
  }
}
