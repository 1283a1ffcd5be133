import { join } from 'node:path';
import type { SerialisationContext, SortedFormat } from '../../rdf/formats/format.js';
import { inGraph } from '../../rdf/formats/ntriples.js';
import type { Destination, Dump } from '../dataset-writer.js';
import type { DumpFileWriter } from '../dump-file.js';
import { RecordSort } from './external-sort.js';
import type { NTriplesBlock } from './ntriples-block.js';

/** Writes some of the sorted N-Triples. */
type Write = (triples: Uint8Array, file: DumpFileWriter) => Promise<void>;

const WRITERS: Readonly<Record<SortedFormat, (to: Destination, language: SerialisationContext) => Write>> = {
  nt: () => (triples, file) => file.write(triples),
  nq: ({ dataset }, { graphOf }) => {
    const graph = Buffer.from(` <${graphOf(dataset)}> .\n`);
    return (triples, file) => file.write(inGraph(triples, graph));
  },
};

/** The files of sorted lines of one dataset, which share one sort. */
export class SortedFiles {
  readonly #files: readonly { readonly file: DumpFileWriter; readonly write: Write }[];
  readonly #sort: RecordSort;

  constructor(
    files: ReadonlyMap<SortedFormat, DumpFileWriter>,
    to: Destination,
    language: SerialisationContext,
  ) {
    this.#files = [...files].map(([format, file]) => ({ file, write: WRITERS[format](to, language) }));
    this.#sort = new RecordSort(join(to.directory, `.${to.dataset}.runs`), to.memory);
  }

  append(block: NTriplesBlock): Promise<void> {
    return this.#sort.add(block);
  }

  async close(records: number): Promise<readonly Dump[]> {
    await this.#sort.sorted(async (triples) => {
      for (const { file, write } of this.#files) await write(triples, file);
    });
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
