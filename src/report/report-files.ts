import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { terminalJson } from '../base/text.js';
import { JsonLines } from '../output/json-lines.js';
import type { Finding } from '../shacl/finding.js';
import { FindingGroups } from './digest.js';
import { EditorsTable } from './editors-table.js';
import { pageOf, type ReportedFinding } from './reported-finding.js';
import { type ReportFacts, type ValidationJson, validationJson } from './validation-json.js';
import { type ReportLanguage, ValidationReport } from './validation-report.js';

/** What they are called. */
export const REPORT_FILES: readonly string[] = [
  'validation.ttl',
  'validation.json',
  'findings.ndjson',
  'editors.csv',
];

/** The files of a report: what was found, one by one, for machines, for `jq` and for editors. */
export class ReportFiles {
  readonly #directory: string;
  readonly #digest = new FindingGroups();
  readonly #turtle: ValidationReport;
  readonly #lines: JsonLines;
  readonly #editors: EditorsTable;

  private constructor(directory: string, turtle: ValidationReport, lines: JsonLines, editors: EditorsTable) {
    this.#directory = directory;
    this.#turtle = turtle;
    this.#lines = lines;
    this.#editors = editors;
  }

  /** Begins `validation.ttl`, `findings.ndjson` and `editors.csv` in a folder that is there. */
  static async create(directory: string, language: ReportLanguage): Promise<ReportFiles> {
    return new ReportFiles(
      directory,
      await ValidationReport.create(directory, 'validation.ttl', language),
      await JsonLines.create(directory, 'findings.ndjson'),
      await EditorsTable.create(directory, 'editors.csv'),
    );
  }

  get totals(): Readonly<Record<Finding['severity'], number>> {
    return this.#digest.totals;
  }

  async add(told: ReportedFinding): Promise<void> {
    this.#digest.add(told);
    await this.#turtle.add(told);
    await this.#editors.add(told);
    const { kind, id, label, page, origin, file, outcome } = told.subject;
    await this.#lines.write({
      ...{ kind, id, label, page, outcome },
      ...told.finding,
      ...{ field: told.field, file },
      ...(origin === undefined ? {} : { origin, source: pageOf(origin) }),
    });
  }

  /** Ends the files and writes `validation.json`. */
  async finish(facts: ReportFacts): Promise<ValidationJson> {
    await Promise.all([this.#turtle.close(), this.#lines.close(), this.#editors.close()]);
    const report = validationJson(this.#digest, facts);
    await writeFile(join(this.#directory, 'validation.json'), `${terminalJson(report, 2)}\n`);
    return report;
  }

  /** Lets go of the files, half-written as they are. */
  async abandon(): Promise<void> {
    await Promise.allSettled([this.#turtle.abandon(), this.#lines.abandon(), this.#editors.abandon()]);
  }
}
