import { constants } from 'node:fs';
import { access, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EXIT, FolkloreError, messageOf } from '../base/errors.js';
import { entriesBelow, entryPath } from '../base/files-below.js';
import { mapInOrder } from '../base/map-in-order.js';
import { terminalJson } from '../base/text.js';
import type { DatasetChunk } from '../output/dataset-chunk.js';
import { type DatasetWriter, type Dump, openDatasetWriter } from '../output/dataset-writer.js';
import { type Derived, openDerived } from '../output/derived/derived.js';
import type { DerivedFile, DerivedPortion } from '../output/derived/derived-file.js';
import { JsonLines } from '../output/json-lines.js';
import { SortMemory } from '../output/sort/external-sort.js';
import type { Format, SerialisationContext } from '../rdf/formats/format.js';
import { DATA_BASE, inVocabularyBase, VOCABULARY_BASE } from '../rdf/iris.js';
import type { BuildPlan } from '../records/build-plan.js';
import { OMITTED_SHAPES, STATIC_FILES } from '../records/compiled-vocabulary.js';
import type { Dataset } from '../records/datasets.js';
import { RUN_FILE } from '../release/checksums.js';
import { type Counted, Statistics } from '../release/statistics.js';
import { ReportFiles } from '../report/report-files.js';
import { makeFolder } from '../response-store/paths.js';
import { errorCode } from '../response-store/store-errors.js';
import { clearFailed, failedReport } from './gate-failed.js';
import { checkDestination, StagingDirectory, type StagingPlan } from './staging.js';

/** The settings that what goes beside the data depends on. */
export type StaticFileSettings = Pick<BuildPlan, 'base' | 'vocabularyBase' | 'personsProfile'>;

/** Gives a query, by the name of its file, examples of the release. */
export type RewriteQuery = (file: string, text: string) => string;

/**
 * Writes what goes beside the data into a release: word for word, but in the bases that the release has, and with its
 * examples in the queries.
 */
export async function writeStaticFiles(
  directory: string,
  { base, vocabularyBase = VOCABULARY_BASE, personsProfile = 'full' }: StaticFileSettings,
  rewrite: RewriteQuery,
): Promise<void> {
  const leftOut = OMITTED_SHAPES[personsProfile].map((file) => join('shapes', file));
  const inBases = (text: string): string =>
    text
      .split(DATA_BASE)
      .map((part) => inVocabularyBase(part, vocabularyBase))
      .join(base);
  for (const [name, source] of Object.entries(STATIC_FILES)) {
    for (const { from, below } of await filesOf(fileURLToPath(source))) {
      const file = join(name, below);
      if (leftOut.includes(file)) continue;
      await makeFolder(dirname(join(directory, file)));
      const text = await readFile(from, 'utf8');
      await writeFile(join(directory, file), inBases(name === 'queries' ? rewrite(below, text) : text));
    }
  }
}

/** A file, or every file of a folder, and where it is below that. */
async function filesOf(
  source: string,
): Promise<readonly { readonly from: string; readonly below: string }[]> {
  if (!source.endsWith('/')) return [{ from: source, below: '' }];
  const entries = await entriesBelow(source);
  return entries
    .filter((entry) => entry.isFile())
    .map(entryPath)
    .sort()
    .map((from) => ({ from, below: from.slice(source.length) }));
}

/**
 * Datasets that are closed at the same time, each with as many files open as are merged at once: while the disk takes
 * what one has written, the lines of another are merged.
 */
const CLOSED_AT_ONCE = 3;

/** What a release hangs on. */
type ReleasePlan = StagingPlan &
  Pick<BuildPlan, 'formats' | 'compression' | 'organisations'> &
  StaticFileSettings;

/** A release while it is written: beside its place, moved there at the end. */
export class ReleaseWriter {
  readonly report: ReportFiles;
  readonly quarantine: JsonLines;
  readonly #plan: ReleasePlan;
  readonly #place: StagingDirectory;
  readonly #sinks: ReadonlyMap<Dataset, DatasetWriter>;
  readonly #derived: Derived;
  readonly #statistics: Statistics;

  private constructor(
    plan: ReleasePlan,
    place: StagingDirectory,
    files: Pick<ReleaseWriter, 'report' | 'quarantine'>,
    sinks: ReadonlyMap<Dataset, DatasetWriter>,
    derived: Derived,
    statistics: Statistics,
  ) {
    this.#plan = plan;
    this.#place = place;
    this.report = files.report;
    this.quarantine = files.quarantine;
    this.#sinks = sinks;
    this.#derived = derived;
    this.#statistics = statistics;
  }

  /**
   * Begins a release. Half-written files are never where good ones are expected: everything is written into a
   * hidden folder beside and moved at the end.
   *
   * @throws FolkloreError OUTPUT_UNWRITABLE, RELEASE_EXISTS
   */
  static async open(
    plan: ReleasePlan,
    language: SerialisationContext,
    datasets: readonly Dataset[],
  ): Promise<ReleaseWriter> {
    return onDisk(join(plan.out, plan.label), async () => {
      const place = await StagingDirectory.take(plan);
      try {
        return await ReleaseWriter.#begin(plan, place, language, datasets);
      } catch (thrown) {
        await place.abandon();
        throw thrown;
      }
    });
  }

  static async #begin(
    plan: ReleasePlan,
    place: StagingDirectory,
    language: SerialisationContext,
    datasets: readonly Dataset[],
  ): Promise<ReleaseWriter> {
    const { compression = 'none', vocabularyBase = VOCABULARY_BASE } = plan;
    await clearFailed(plan);
    const folder = async (name: string): Promise<string> => {
      const path = join(place.path, name);
      await makeFolder(path);
      return path;
    };
    const sinks = new Map<Dataset, DatasetWriter>();
    const common = { directory: await folder('data'), compression, memory: new SortMemory() };
    for (const dataset of datasets) {
      sinks.set(dataset, await openDatasetWriter(formatsOf(plan), { ...common, dataset }, language));
    }
    const placenamesCalled = placenamesTitle(plan);
    const derived = openDerived(await folder('derived'), language, { placenamesCalled });
    const directory = await folder('report');
    const report = await ReportFiles.create(directory, { ...language, vocabularyBase });
    const quarantine = await JsonLines.create(directory, 'quarantine.ndjson');
    return new ReleaseWriter(plan, place, { report, quarantine }, sinks, derived, new Statistics(language));
  }

  /** Where it will be. */
  get directory(): string {
    return this.#place.directory;
  }

  /** Writes what some records have come to: in the files of their datasets, and in those derived from them. */
  append({ chunks, derived, counted }: ReleaseChunks): Promise<void> {
    return onDisk(this.directory, async () => {
      for (const [dataset, chunk] of chunks) await this.#sinks.get(dataset)?.append(chunk);
      await this.#derived.append(derived);
      this.#statistics.takeOver(counted);
    });
  }

  /** Ends the dumps and the files derived from the same records. */
  close(): Promise<WrittenFiles> {
    return onDisk(this.directory, async () => {
      const dumps: Dump[] = [];
      const closed = mapInOrder(this.#sinks.values(), CLOSED_AT_ONCE, (sink) => sink.close());
      for await (const [, written] of closed) dumps.push(...written);
      await this.quarantine.close();
      return { dumps, derived: await this.#derived.close() };
    });
  }

  /**
   * Adds what goes beside the data.
   *
   * @param rewrite gives the queries examples of this release
   * @param finish told the folder when all else is in it, and what was counted
   */
  complete<T>(
    rewrite: RewriteQuery,
    finish: (folder: string, statistics: Statistics) => Promise<T>,
  ): Promise<T> {
    return onDisk(this.directory, async () => {
      await writeStaticFiles(this.#place.path, this.#plan, rewrite);
      return finish(this.#place.path, this.#statistics);
    });
  }

  /** Moves the release to its place, where one of the same label gives way. */
  publish(run: object): Promise<void> {
    return onDisk(this.directory, async () => {
      await writeFile(join(this.#place.path, RUN_FILE), `${terminalJson(run, 2)}\n`);
      await this.#place.publish();
    });
  }

  /**
   * Removes what was written; does nothing to an earlier release of the same label.
   *
   * @param reason `refused`: the gate has failed, and the report stays, beside, for whoever must know why
   */
  async abandon(reason: 'refused' | 'stopped'): Promise<void> {
    const open = [this.report, this.quarantine, this.#derived, ...this.#sinks.values()];
    await Promise.allSettled(open.map((one) => one.abandon()));
    if (reason === 'refused') await this.#keepReport().catch(() => {});
    await this.#place.abandon();
  }

  async #keepReport(): Promise<void> {
    const kept = failedReport(this.#plan);
    await makeFolder(dirname(kept));
    await rename(join(this.#place.path, 'report'), kept);
  }
}

/** What every dataset is written as. */
export const formatsOf = ({ formats = ['ttl', 'jsonld'] }: Pick<BuildPlan, 'formats'>): readonly Format[] =>
  formats;

/** What the place-names database is called, where somebody has said so. */
export const placenamesTitle = ({ organisations }: Pick<BuildPlan, 'organisations'>): string | undefined =>
  organisations?.placenames.name.en?.[0];

/** What some records come to in each dataset that they are in. */
export type DatasetChunks = ReadonlyMap<Dataset, DatasetChunk>;

/** What some records come to in the files of a release. */
interface ReleaseChunks {
  readonly chunks: DatasetChunks;
  /** In the order of the table of derived files. */
  readonly derived: readonly DerivedPortion[];
  readonly counted: Counted;
}

/** The files of records that a release has. */
export interface WrittenFiles {
  readonly dumps: readonly Dump[];
  readonly derived: readonly DerivedFile[];
}

/**
 * Finds out before the first request whether a release can be written at all.
 *
 * @throws FolkloreError OUTPUT_UNWRITABLE, RELEASE_EXISTS
 */
export async function checkWritable(plan: StagingPlan): Promise<void> {
  await onDisk(plan.out, async () => {
    await makeFolder(plan.out);
    await access(plan.out, constants.W_OK);
    await checkDestination(plan);
  });
}

async function onDisk<T>(directory: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (thrown) {
    throw asWriteError(directory, thrown);
  }
}

/** What the disk said of a release, as an error that ends the run; everything else stays what it is. */
export function asWriteError(directory: string, thrown: unknown): unknown {
  if (thrown instanceof FolkloreError || errorCode(thrown) === '') return thrown;
  return new FolkloreError('OUTPUT_UNWRITABLE', `Cannot write into ${directory}: ${messageOf(thrown)}`, {
    hint: 'Is the folder writable, and is there room on the disk? Another folder can be given with --out.',
    exitCode: EXIT.misuse,
    cause: thrown,
  });
}
