import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { terminalJson } from '../../base/text.js';
import { TurtleWriter, turtleHeader } from '../../model/rdf/formats/turtle.js';
import { reportQuads } from '../../model/rdf/validation-result.js';
import type { Finding } from '../../model/shacl/finding.js';
import { TextFile } from '../dumps/compressed-file.js';
import { JsonLines } from '../dumps/json-lines.js';
import { COMPLETENESS_FILE, completenessTable } from './completeness.js';
import { FindingGroups } from './digest.js';
import { EditorsTable } from './editors-table.js';
import { pageOf, type ReportedFinding } from './reported-finding.js';
import { type ReportFacts, type ValidationJson, validationJson } from './validation-json.js';

/** The names of the files of a report. */
export const REPORT_FILES: readonly string[] = [
  'validation.ttl',
  'validation.json',
  'findings.ndjson',
  'editors.csv',
  COMPLETENESS_FILE,
];

/** The bases and prefixes of the report in Turtle. */
export interface ReportLanguage {
  readonly base: string;
  readonly prefixes: ReadonlyMap<string, string>;
  readonly vocabularyBase: string;
}

/**
 * Writes the files of a report: a validation report (SHACL, section 3.6), one JSON object and one row of a table for each
 * finding, and a summary. The validation report names its results at the end, when it is known whether the data conforms.
 */
export class ReportFiles {
  readonly #directory: string;
  readonly #groups = new FindingGroups();
  readonly #quads: ReturnType<typeof reportQuads>;
  readonly #writer: TurtleWriter;
  readonly #turtle: TextFile;
  readonly #lines: JsonLines;
  readonly #editors: EditorsTable;
  #results = 0;

  private constructor(
    directory: string,
    { base, vocabularyBase, prefixes }: ReportLanguage,
    [turtle, lines, editors]: readonly [TextFile, JsonLines, EditorsTable],
  ) {
    this.#directory = directory;
    this.#quads = reportQuads(base, vocabularyBase);
    this.#writer = new TurtleWriter({ base, prefixes: new Map([...prefixes, ...this.#quads.prefixes]) });
    this.#turtle = turtle;
    this.#lines = lines;
    this.#editors = editors;
  }

  /** Begins the files in a folder that is there. */
  static async create(directory: string, language: ReportLanguage): Promise<ReportFiles> {
    const turtle = await TextFile.create(join(directory, 'validation.ttl'));
    const lines = await JsonLines.create(directory, 'findings.ndjson');
    const editors = await EditorsTable.create(directory);
    const files = new ReportFiles(directory, language, [turtle, lines, editors]);
    const prefixes = new Map([...language.prefixes, ...files.#quads.prefixes]);
    // Its prefixes are known only when the last finding is written: all are declared.
    await turtle.write(turtleHeader({ base: language.base, prefixes }, new Set(prefixes.keys())));
    return files;
  }

  get totals(): Readonly<Record<Finding['severity'], number>> {
    return this.#groups.totals;
  }

  async add(reported: ReportedFinding): Promise<void> {
    const { finding, field, subject } = reported;
    const { kind, id, label, page, place, origin, file, outcome } = subject;
    const source = origin === undefined ? {} : { source: pageOf(origin) };
    this.#groups.add(reported);
    this.#results += 1;
    const result = { ...finding, ...source, ...(field === undefined ? {} : { field }) };
    await this.#turtle.write(`\n${this.#writer.record(this.#quads.result(this.#results, result))}`);
    if (reported.isRepeated !== true) await this.#editors.add(reported);
    await this.#lines.write({
      kind,
      id,
      label,
      page,
      place,
      outcome,
      ...finding,
      field,
      file,
      ...(origin === undefined ? {} : { origin, ...source }),
    });
  }

  /** Ends the files and writes `validation.json` and, where it is known, the table of completeness. */
  async finish(facts: ReportFacts): Promise<ValidationJson> {
    await this.#turtle.write(`\n${this.#writer.record(this.#quads.head(this.#results === 0))}`);
    // One statement a line: a list of a hundred thousand results would be one line.
    for (let number = 1; number <= this.#results; number += 1)
      await this.#turtle.write(this.#writer.record([this.#quads.link(number)]));
    await Promise.all([this.#turtle.close(), this.#lines.close(), this.#editors.finish(facts.counts)]);
    const report = validationJson(this.#groups, facts);
    await writeFile(join(this.#directory, 'validation.json'), `${terminalJson(report, 2)}\n`);
    if (facts.completeness !== undefined) {
      const table = completenessTable(facts.completeness, facts.previous?.completeness);
      await writeFile(join(this.#directory, COMPLETENESS_FILE), table);
    }
    return report;
  }

  /** Closes the files as they are. */
  async abandon(): Promise<void> {
    await Promise.allSettled([this.#turtle.abandon(), this.#lines.abandon(), this.#editors.abandon()]);
  }
}
