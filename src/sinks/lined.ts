import { join } from 'node:path';
import type { Block } from './block.js';
import type { DumpFile } from './dump-file.js';
import type { Format } from './format.js';
import { inGraph } from './ntriples-text.js';
import { RecordSort } from './record-sort.js';
import type { Destination, Dump, SinkLanguage } from './sink.js';

/**
 * The formats of sorted lines: canonical N-Triples, and N-Quads of the same lines. Records stand in the order of their
 * IRIs (record-order.ts), the lines of a record in the order of their bytes, each once. A line belongs to the record
 * that its subject belongs to, so that the file depends on the graph alone, and two files can be merged by what their
 * lines say.
 */
export type LinedFormat = Extract<Format, 'nt' | 'nq'>;

/** Writes some of the sorted N-Triples. */
type Write = (triples: Uint8Array, file: DumpFile) => Promise<void>;

const WRITERS: Readonly<Record<LinedFormat, (to: Destination, language: SinkLanguage) => Write>> = {
  nt: () => (triples, file) => file.write(triples),
  nq: ({ dataset, memory: { pool } }, { graphOf }) => {
    const graph = Buffer.from(` <${graphOf(dataset)}> .\n`);
    return async (triples, file) => {
      const quads = inGraph(triples, graph, pool);
      await file.write(quads);
      pool.giveBack(quads);
    };
  },
};

/** The files of sorted lines of one dataset, which share one sort. */
export class LinedFiles {
  readonly #files: readonly { readonly file: DumpFile; readonly write: Write }[];
  readonly #sort: RecordSort;

  constructor(files: ReadonlyMap<LinedFormat, DumpFile>, to: Destination, language: SinkLanguage) {
    this.#files = [...files].map(([format, file]) => ({ file, write: WRITERS[format](to, language) }));
    this.#sort = new RecordSort(join(to.directory, `.${to.dataset}.runs`), to.memory);
  }

  append(block: Block): Promise<void> {
    return this.#sort.add(block);
  }

  async close(records: number): Promise<readonly Dump[]> {
    for await (const triples of this.#sort.sorted()) {
      for (const { file, write } of this.#files) await write(triples, file);
    }
    const quads = this.#sort.lines;
    await this.#sort.drop();
    const dumps: Dump[] = [];
    for (const { file } of this.#files) dumps.push(await file.close({ records, quads }));
    return dumps;
  }

  async abandon(): Promise<void> {
    await Promise.all(this.#files.map(({ file }) => file.abandon()));
    await this.#sort.drop();
  }
}
