import type { Problems } from '../../../base/problems.js';
import { IriSet } from '../../../model/rdf/iri-set.js';
import { recordIriOf } from '../../../model/rdf/record-order.js';
import {
  dumpFormat,
  filesBesideDumps,
  MANIFEST,
  type ManifestDataset,
  type ManifestDump,
  type ReleaseManifest,
} from '../../../release/description/manifest.js';
import { ReferenceTargets } from '../reference-targets.js';
import type { FileChecker, FileResult } from './check-file.js';
import type { DatasetTotals } from './counts.js';

/** The dump of a dataset that was checked in full. */
interface CountedDump {
  readonly records: number;
  readonly totals: DatasetTotals;
}

const REMEDY = 'Build the release again; if it stays, report it with the store.';
/** The results of all files of a release, to be compared with each other. */
export class CheckedRelease {
  readonly #manifest: ReleaseManifest;
  readonly #results: ReadonlyMap<string, FileResult>;
  readonly #problems: Problems;
  readonly #checker: FileChecker;
  readonly #counted: {
    readonly file: ManifestDump;
    readonly dataset: ManifestDataset;
    readonly result: FileResult;
  }[] = [];

  /** @param checker reads dumps again to name references without a target */
  constructor(
    checker: FileChecker,
    manifest: ReleaseManifest,
    results: ReadonlyMap<string, FileResult>,
    problems: Problems,
  ) {
    this.#checker = checker;
    this.#manifest = manifest;
    this.#results = results;
    this.#problems = problems;
  }

  /**
   * Compares the dumps of a dataset with the numbers in manifest.json.
   *
   * @param files those that are there, the one that was checked in full first
   * @returns undefined when that one cannot be read
   */
  countDataset(dataset: ManifestDataset, files: readonly ManifestDump[]): CountedDump | undefined {
    for (const file of files) {
      const { problems, content, count } = this.#results.get(file.path) ?? {};
      if (problems !== undefined) this.#problems.merge(problems);
      this.#compareSize(file, content?.records, content?.statements ?? count);
    }
    const [file] = files;
    const result = file && this.#results.get(file.path);
    if (result?.content === undefined || result.totals === undefined) return undefined;
    this.#counted.push({ file: file as ManifestDump, dataset, result });
    return { records: result.content.records, totals: result.totals };
  }

  /** Compares the numbers of rows, features and changes with manifest.json. */
  compareCounts(paths: readonly string[]): void {
    const claims = new Map(filesBesideDumps(this.#manifest).map((file) => [file.path, file]));
    const dumps = new Set(this.#manifest.datasets.flatMap(({ files }) => files.map(({ path }) => path)));
    for (const path of paths) {
      const { problems, count } = this.#results.get(path) ?? {};
      if (dumps.has(path) || problems === undefined) continue;
      this.#problems.merge(problems);
      for (const unit of ['records', 'triples'] as const) {
        const claimed = claims.get(path)?.[unit];
        if (claimed !== undefined && count !== undefined && claimed !== count)
          this.#problems.addProblem(MANIFEST, `gives ${claimed} ${unit} for ${path}; counted: ${count}`);
      }
    }
  }

  /** Reports references to records that no dump describes. Only when there are any, the dumps are read once more. */
  async checkReferences(): Promise<void> {
    const targets = new ReferenceTargets(this.#manifest.base);
    targets.merge(this.#counted.flatMap(({ result }) => result.references ?? []));
    const report = (file: string, reference: string, iri: string): void =>
      this.#problems.addProblem(file, `${reference} ${iri}, which no dump describes`, REMEDY);
    for (const [path, { rows = new Map() }] of this.#results) {
      const iris = new IriSet();
      iris.merge(rows);
      for (const iri of iris.all())
        if (!targets.isDescribed(recordIriOf(iri))) report(path, 'has a row about', iri);
    }
    for (const { file, dataset } of targets.areComplete ? [] : this.#counted) {
      for await (const record of this.#checker.records(file)) {
        for (const { subject, object } of targets.missingReferences(record))
          report(file.path, `refers in ${subject.value} to`, recordIriOf(object.value));
        if (dataset.entities === 0 && targets.isMissing(record.iri))
          report(file.path, 'adds something to', record.iri);
      }
    }
  }

  #compareSize(file: ManifestDump, records: number | undefined, statements: number | undefined): void {
    const compare = (what: string, claimed: number | undefined, found: number | undefined): void => {
      if (claimed !== undefined && found !== undefined && claimed !== found)
        this.#problems.addProblem(file.path, `has ${found} ${what}; ${MANIFEST} gives ${claimed}`);
    };
    compare('records', file.records, records);
    // The jsonld package, which reads the words of others, leaves repeated statements out.
    if (dumpFormat(file) !== 'jsonld' || this.#checker.vocabulary !== undefined)
      compare('triples', file.triples, statements);
  }
}
