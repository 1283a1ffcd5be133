import { DumpFile } from './dump-file.js';
import type { Described, Dump, OpenSink, Sink, SinkLanguage } from './sink.js';
import { TurtleText } from './turtle-text.js';

/** Turtle: one record after another, what belongs to a record beneath it (RDF 1.1 Turtle). */
export const openTurtle: OpenSink = async (to, language) => {
  const file = await DumpFile.create(to, 'ttl');
  await file.write(turtleHeader(language));
  return new TurtleSink(file, new TurtleText(language));
};

/** The base and the prefixes: one header for all files, ready to be pasted into a query. */
export function turtleHeader({ base, prefixes }: Pick<SinkLanguage, 'base' | 'prefixes'>): string {
  const width = Math.max(...[...prefixes.keys()].map((prefix) => prefix.length));
  const lines = [...prefixes].map(([prefix, iri]) => `@prefix ${`${prefix}:`.padEnd(width + 1)} <${iri}> .`);
  return `@base <${base}> .\n${lines.join('\n')}\n`;
}

class TurtleSink implements Sink {
  readonly #file: DumpFile;
  readonly #text: TurtleText;
  #records = 0;
  #quads = 0;

  constructor(file: DumpFile, text: TurtleText) {
    this.#file = file;
    this.#text = text;
  }

  async write({ quads }: Described): Promise<void> {
    this.#records += 1;
    this.#quads += quads.length;
    await this.#file.write(`\n${this.#text.record(quads)}`);
  }

  async close(): Promise<readonly Dump[]> {
    return [await this.#file.close({ records: this.#records, quads: this.#quads })];
  }

  abandon(): Promise<void> {
    return this.#file.abandon();
  }
}
