import { join } from 'node:path';
import { reportQuads } from '../rdf/validation-result.js';
import { TextFile } from '../sinks/text-file.js';
import { turtleHeader } from '../sinks/turtle.js';
import { TurtleText } from '../sinks/turtle-text.js';
import { addressOf, type Told } from './told.js';

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
  readonly #text: TurtleText;
  readonly #quads: ReturnType<typeof reportQuads>;
  #results = 0;

  private constructor(file: TextFile, text: TurtleText, quads: ReturnType<typeof reportQuads>) {
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
    return new ValidationReport(file, new TurtleText({ base, prefixes }), quads);
  }

  async add({ finding, subject: { origin }, field }: Told): Promise<void> {
    this.#results += 1;
    const facts = {
      ...finding,
      ...(origin === undefined ? {} : { source: addressOf(origin) }),
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
