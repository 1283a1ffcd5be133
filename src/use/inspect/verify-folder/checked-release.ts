import type { Problems } from '../../../base/problems.js';
import { counted } from '../../../base/text.js';
import { IriMap, IriSet } from '../../../model/rdf/iri-set.js';
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
import { addSums, ContentDigest, type ContentSummary } from './content-digest.js';
import type { DatasetTotals } from './counts.js';

/** A dump that was read to its end. */
interface ReadDump {
  readonly file: ManifestDump;
  readonly content: ContentSummary;
}

/** The dump that was checked in full, in place of all dumps of its dataset. */
interface CountedDump extends ReadDump {
  /** Undefined when most of the other dumps differ from it. */
  readonly totals: DatasetTotals | undefined;
}

/** Records that are named when two files differ. */
const MOST_NAMED = 3;
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

  /** @param checker reads dumps again to find what differs */
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
   * Compares the dumps of a dataset with each other.
   *
   * @param files those that are there, the one that was checked in full first
   * @returns undefined when no dump can be read
   */
  async compareDumps(
    dataset: ManifestDataset,
    files: readonly ManifestDump[],
  ): Promise<CountedDump | undefined> {
    const dumps: ReadDump[] = [];
    let counted: { readonly dump: ReadDump; readonly result: FileResult } | undefined;
    for (const file of files) {
      const result: FileResult =
        counted === undefined
          ? await this.#resultOf(dataset, file)
          : await this.#compared(dataset, file, counted.result);
      this.#problems.merge(result.problems);
      const { content } = result;
      if (content === undefined) continue;
      const dump = { file, content };
      dumps.push(dump);
      this.#compareSize(dump);
      if (counted !== undefined) continue;
      counted = { dump, result };
      this.#counted.push({ file, dataset, result });
    }
    const right = mostAgreed(dumps);
    if (counted === undefined || right === undefined) return undefined;
    for (const dump of dumps) if (!isSame(right, dump)) await this.#findDifferences(right.file, dump.file);
    // The counts of a dump that has been altered are wrong for that reason.
    return { ...counted.dump, totals: isSame(right, counted.dump) ? counted.result.totals : undefined };
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

  /** The result of a full check; the file is read again when only its digest is known. */
  async #resultOf(dataset: ManifestDataset, file: ManifestDump): Promise<FileResult> {
    const result = this.#results.get(file.path);
    if (result !== undefined && (result.content !== undefined || result.problems.count > 0)) return result;
    return this.#checker.check({ path: file.path, check: 'all', dump: { dataset, file } });
  }

  /** The result for a dump by its digest, when its content is that of the counted one. */
  async #compared(dataset: ManifestDataset, file: ManifestDump, counted: FileResult): Promise<FileResult> {
    const result = this.#results.get(file.path);
    const { digest } = result ?? {};
    const { content, turtle } = counted;
    if (result !== undefined && content !== undefined && digest !== undefined) {
      if (digest === turtle) return { ...result, content };
      if (typeof digest === 'object' && digest.sum === content.sum && digest.lines === content.triples)
        return { ...result, content: { ...content, statements: digest.lines } };
    }
    return this.#resultOf(dataset, file);
  }

  #compareSize({ file, content }: ReadDump): void {
    const compare = (what: string, claimed: number | undefined, found: number): void => {
      if (claimed !== undefined && claimed !== found)
        this.#problems.addProblem(file.path, `has ${found} ${what}; ${MANIFEST} gives ${claimed}`);
    };
    compare('records', file.records, content.records);
    // The jsonld package, which reads the words of others, leaves repeated statements out.
    if (dumpFormat(file) !== 'jsonld' || this.#checker.vocabulary !== undefined)
      compare('triples', file.triples, content.statements);
  }

  /** Reads two dumps once more, and reports the records that differ. */
  async #findDifferences(right: ManifestDump, wrong: ManifestDump): Promise<void> {
    const [expected, found] = [await this.#recordsIn(right), await this.#recordsIn(wrong)];
    const report = (iris: readonly string[], wording: (count: string) => string): void => {
      if (iris.length === 0) return;
      const named = iris.slice(0, MOST_NAMED).join(', ');
      this.#problems.addProblem(wrong.path, `${wording(counted(iris.length, 'record'))}: ${named}`);
    };
    const lacking: string[] = [];
    const surplus: string[] = [];
    const differing: string[] = [];
    for (const [iri, sum] of expected.entries()) {
      const other = found.get(iri);
      if (other === undefined) lacking.push(iri);
      else if (other !== sum) differing.push(iri);
    }
    for (const [iri] of found.entries()) if (expected.get(iri) === undefined) surplus.push(iri);
    report(lacking, (count) => `lacks ${count} of ${right.path}`);
    report(surplus, (count) => `has ${count} that ${right.path} lacks`);
    report(differing, (count) => `differs from ${right.path} in ${count}`);
  }

  /** The sum of each record of a dump. */
  async #recordsIn(file: ManifestDump): Promise<IriMap<number>> {
    const sums = new IriMap<number>();
    const content = new ContentDigest(this.#manifest.base, (iri, sum) =>
      sums.set(iri, addSums(sums.get(iri) ?? 0, sum)),
    );
    for await (const record of this.#checker.records(file)) content.add(record);
    return sums;
  }
}

/** The dump that most others of its dataset agree with: the first of them. */
function mostAgreed(dumps: readonly ReadDump[]): ReadDump | undefined {
  const agreeing = (one: ReadDump): number => dumps.filter((other) => isSame(one, other)).length;
  return dumps.reduce<ReadDump | undefined>(
    (best, one) => (best === undefined || agreeing(one) > agreeing(best) ? one : best),
    undefined,
  );
}

const isSame = (one: ReadDump, other: ReadDump): boolean => one.content.sum === other.content.sum;
