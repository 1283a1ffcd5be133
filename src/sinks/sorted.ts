import { join } from 'node:path';
import type { Quad } from '@rdfjs/types';
import { recordOf } from '../rdf/record-order.js';
import { DumpFile } from './dump-file.js';
import { inGraph, ntriplesLine } from './ntriples-text.js';
import { RecordSort } from './record-sort.js';
import type { Described, Destination, Dump, OpenSink, Sink, SinkLanguage } from './sink.js';

/** A format whose lines are sorted: how the lines of a record are written in it. */
interface Lined {
  readonly file: DumpFile;
  readonly write: (text: string) => string;
}

/** The formats of sorted lines. */
export type LinedFormat = 'nt' | 'nq';

/**
 * Canonical N-Triples, and N-Quads of the same lines: records in the order of their IRIs (record-order.ts), the lines
 * of a record in the order of their bytes, each once. A line belongs to the record that its subject belongs to, so
 * that the file depends on the graph alone, and two files can be merged by what their lines say.
 */
export const openSorted =
  (...formats: readonly LinedFormat[]): OpenSink =>
  async (to, language) => {
    const lined: Lined[] = [];
    for (const format of formats) {
      lined.push({ file: await DumpFile.create(to, format), write: WRITERS[format](to, language) });
    }
    return new SortedSink(lined, new RecordSort(join(to.directory, `.${to.dataset}.runs`), to.memory));
  };

const WRITERS: Readonly<
  Record<LinedFormat, (to: Destination, language: SinkLanguage) => (text: string) => string>
> = {
  nt: () => (text) => text,
  nq: ({ dataset }, { graphOf }) => {
    const graph = graphOf(dataset);
    return (text) => inGraph(text, graph);
  },
};

class SortedSink implements Sink {
  readonly #lined: readonly Lined[];
  readonly #sort: RecordSort;
  #records = 0;

  constructor(lined: readonly Lined[], sort: RecordSort) {
    this.#lined = lined;
    this.#sort = sort;
  }

  async write({ quads }: Described): Promise<void> {
    this.#records += 1;
    for (const [record, lines] of linesByRecord(quads)) await this.#sort.add(record, lines);
  }

  async close(): Promise<readonly Dump[]> {
    let quads = 0;
    for await (const text of this.#sort.sorted()) {
      quads += linesIn(text);
      for (const { file, write } of this.#lined) await file.write(write(text));
    }
    await this.#sort.drop();
    const counts = { records: this.#records, quads };
    const dumps: Dump[] = [];
    for (const { file } of this.#lined) dumps.push(await file.close(counts));
    return dumps;
  }

  async abandon(): Promise<void> {
    await Promise.all(this.#lined.map(({ file }) => file.abandon()));
    await this.#sort.drop();
  }
}

/** Nearly all that is said with a record is said of it, or of what belongs to it. */
function linesByRecord(quads: readonly Quad[]): Map<string, string[]> {
  const lines = new Map<string, string[]>();
  for (const quad of quads) {
    const record = recordOf(quad.subject.value);
    const known = lines.get(record);
    if (known === undefined) lines.set(record, [ntriplesLine(quad)]);
    else known.push(ntriplesLine(quad));
  }
  return lines;
}

function linesIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
