import { join } from 'node:path';
import { FORMATS, type Format } from './format.js';
import type { Destination, Dump } from './sink.js';
import { TextFile } from './text-file.js';

/** The file of one dataset in one format. */
export class DumpFile {
  readonly #dataset: string;
  readonly #format: Format;
  readonly #file: TextFile;

  private constructor(dataset: string, format: Format, file: TextFile) {
    this.#dataset = dataset;
    this.#format = format;
    this.#file = file;
  }

  static async create({ directory, dataset, compression }: Destination, format: Format): Promise<DumpFile> {
    const file = await TextFile.create(join(directory, `${dataset}.${format}`), compression);
    return new DumpFile(dataset, format, file);
  }

  write(text: string | Uint8Array): Promise<void> {
    return this.#file.write(text);
  }

  async close(counts: Pick<Dump, 'records' | 'quads'>): Promise<Dump> {
    const { mediaType } = FORMATS[this.#format];
    const written = await this.#file.close();
    return { dataset: this.#dataset, format: this.#format, mediaType, ...written, ...counts };
  }

  abandon(): Promise<void> {
    return this.#file.abandon();
  }
}
