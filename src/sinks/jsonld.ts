import { DumpFile } from './dump-file.js';
import type { Described, Dump, OpenSink, Sink } from './sink.js';

/** JSON-LD 1.1: one valid document, the context inline, one record a line (model 8.2). */
export const openJsonld: OpenSink = async (to, { context }) => {
  const file = await DumpFile.create(to, 'jsonld');
  await file.write(`{"@context": ${JSON.stringify(context)},\n"@graph": [`);
  return new JsonldSink(file);
};

class JsonldSink implements Sink {
  readonly #file: DumpFile;
  #records = 0;
  #quads = 0;

  constructor(file: DumpFile) {
    this.#file = file;
  }

  async write({ node, quads }: Described): Promise<void> {
    await this.#file.write(`${this.#records === 0 ? '\n' : ',\n'}${JSON.stringify(node)}`);
    this.#records += 1;
    this.#quads += quads.length;
  }

  async close(): Promise<readonly Dump[]> {
    await this.#file.write('\n]}\n');
    return [await this.#file.close({ records: this.#records, quads: this.#quads })];
  }

  abandon(): Promise<void> {
    return this.#file.abandon();
  }
}
