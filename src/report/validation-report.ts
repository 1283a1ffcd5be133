import { join } from 'node:path';
import { TextFile } from '../output/text-file.js';
import { TurtleWriter, turtleHeader } from '../rdf/formats/turtle.js';
import { reportQuads } from '../rdf/validation-result.js';
import { pageOf, type ReportedFinding } from './reported-finding.js';

/** What the report is written with. */
export interface ReportLanguage {
  readonly base: string;
  readonly prefixes: ReadonlyMap<string, string>;
  /** What our own shapes and words begin with. */
  readonly vocabularyBase: string;
}

/**
 * The findings of a run as a validation report (SHACL, section 3.6), written as they come. The report names its
 * results at the end, when it is known whether the data conforms.
 */
export class ValidationReport {
  readonly #file: TextFile;
  readonly #text: TurtleWriter;
  readonly #quads: ReturnType<typeof reportQuads>;
  #results = 0;

  private constructor(file: TextFile, text: TurtleWriter, quads: ReturnType<typeof reportQuads>) {
    this.#file = file;
    this.#text = text;
    this.#quads = quads;
  }

  static async create(directory: string, name: string, language: ReportLanguage): Promise<ValidationReport> {
    const { base, vocabularyBase } = language;
    const quads = reportQuads(base, vocabularyBase);
    const prefixes = new Map([...language.prefixes, ...quads.prefixes]);
    const file = await TextFile.create(join(directory, name));
    await file.write(turtleHeader({ base, prefixes }));
    return new ValidationReport(file, new TurtleWriter({ base, prefixes }), quads);
  }

  async add({ finding, subject: { origin }, field }: ReportedFinding): Promise<void> {
    this.#results += 1;
    const facts = {
      ...finding,
      ...(origin === undefined ? {} : { source: pageOf(origin) }),
      ...(field === undefined ? {} : { field }),
    };
    await this.#file.write(`\n${this.#text.record(this.#quads.result(this.#results, facts))}`);
  }

  async close(): Promise<void> {
    await this.#file.write(`\n${this.#text.record(this.#quads.head(this.#results === 0))}`);
    // One statement a line: a list of a hundred thousand on one would be no pleasure.
    for (let number = 1; number <= this.#results; number += 1) {
      await this.#file.write(this.#text.record([this.#quads.link(number)]));
    }
    await this.#file.close();
  }

  /** Lets go of the file, half-written as it is. */
  abandon(): Promise<void> {
    return this.#file.abandon();
  }
}
