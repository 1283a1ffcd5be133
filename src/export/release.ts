import { constants } from 'node:fs';
import { access, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ahead } from '../base/ahead.js';
import { shownJson } from '../base/by-number.js';
import { EXIT, FolkloreError, messageOf } from '../base/errors.js';
import { VOCABULARY_BASE } from '../rdf/iris.js';
import { RUN_FILE } from '../release/run-json.js';
import { type Counted, Statistics } from '../release/statistics.js';
import { ReportFiles } from '../report/report.js';
import { type Derived, openDerived } from '../sinks/derived/derived.js';
import type { DerivedFile, DerivedPortion } from '../sinks/derived/derived-file.js';
import type { Format } from '../sinks/format.js';
import { JsonLines } from '../sinks/json-lines.js';
import { openDumps } from '../sinks/open-dumps.js';
import type { Portion } from '../sinks/portion.js';
import type { Dump, Sink, SinkLanguage } from '../sinks/sink.js';
import { SortMemory } from '../sinks/sort-memory.js';
import { makeFolder } from '../store/make-folder.js';
import { errorCode } from '../store/unusable.js';
import { type CompanionSettings, type RewriteQuery, writeCompanions } from './companions.js';
import type { Dataset } from './datasets.js';
import { clearFailed, failedReport } from './gate-failed.js';
import { checkPlace, type PlacePlan, ReleasePlace } from './release-place.js';
import type { BuildPlan } from './settings.js';

/**
 * Datasets that are closed at the same time, each with as many files open as are merged at once: while the disk takes
 * what one has written, the lines of another are merged.
 */
const CLOSED_AT_ONCE = 3;

/** What a release hangs on. */
type ReleasePlan = PlacePlan &
  Pick<BuildPlan, 'formats' | 'compression' | 'organisations'> &
  CompanionSettings;

/** A release while it is written: beside its place, moved there at the end. */
export class Release {
  readonly report: ReportFiles;
  readonly quarantine: JsonLines;
  readonly #plan: ReleasePlan;
  readonly #place: ReleasePlace;
  readonly #sinks: ReadonlyMap<Dataset, Sink>;
  readonly #derived: Derived;
  readonly #statistics: Statistics;

  private constructor(
    plan: ReleasePlan,
    place: ReleasePlace,
    files: Pick<Release, 'report' | 'quarantine'>,
    sinks: ReadonlyMap<Dataset, Sink>,
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
    language: SinkLanguage,
    datasets: readonly Dataset[],
  ): Promise<Release> {
    return onDisk(join(plan.out, plan.label), async () => {
      const place = await ReleasePlace.take(plan);
      try {
        return await Release.#begin(plan, place, language, datasets);
      } catch (thrown) {
        await place.abandon();
        throw thrown;
      }
    });
  }

  static async #begin(
    plan: ReleasePlan,
    place: ReleasePlace,
    language: SinkLanguage,
    datasets: readonly Dataset[],
  ): Promise<Release> {
    const { compression = 'none', vocabularyBase = VOCABULARY_BASE } = plan;
    await clearFailed(plan);
    const folder = async (name: string): Promise<string> => {
      const path = join(place.beside, name);
      await makeFolder(path);
      return path;
    };
    const sinks = new Map<Dataset, Sink>();
    const common = { directory: await folder('data'), compression, memory: new SortMemory() };
    for (const dataset of datasets) {
      sinks.set(dataset, await openDumps(formatsOf(plan), { ...common, dataset }, language));
    }
    const placenamesCalled = calledOf(plan);
    const derived = openDerived(await folder('derived'), language, { placenamesCalled });
    const directory = await folder('report');
    const report = await ReportFiles.create(directory, { ...language, vocabularyBase });
    const quarantine = await JsonLines.create(directory, 'quarantine.ndjson');
    return new Release(plan, place, { report, quarantine }, sinks, derived, new Statistics(language));
  }

  /** Where it will be. */
  get directory(): string {
    return this.#place.directory;
  }

  /** Writes what some records have come to: in the files of their datasets, and in those derived from them. */
  append({ portions, derived, counted }: Portions): Promise<void> {
    return onDisk(this.directory, async () => {
      for (const [dataset, portion] of portions) await this.#sinks.get(dataset)?.append(portion);
      await this.#derived.append(derived);
      this.#statistics.takeOver(counted);
    });
  }

  /** Ends the dumps and the files derived from the same records. */
  close(): Promise<Written> {
    return onDisk(this.directory, async () => {
      const dumps: Dump[] = [];
      const closed = ahead(this.#sinks.values(), CLOSED_AT_ONCE, (sink) => sink.close());
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
      await writeCompanions(this.#place.beside, this.#plan, rewrite);
      return finish(this.#place.beside, this.#statistics);
    });
  }

  /** Moves the release to its place, where one of the same label gives way. */
  publish(run: object): Promise<void> {
    return onDisk(this.directory, async () => {
      await writeFile(join(this.#place.beside, RUN_FILE), `${shownJson(run, 2)}\n`);
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
    await rename(join(this.#place.beside, 'report'), kept);
  }
}

/** What every dataset is written as. */
export const formatsOf = ({ formats = ['ttl', 'jsonld'] }: Pick<BuildPlan, 'formats'>): readonly Format[] =>
  formats;

/** What the place-names database is called, where somebody has said so. */
export const calledOf = ({ organisations }: Pick<BuildPlan, 'organisations'>): string | undefined =>
  organisations?.placenames.name.en?.[0];

/** What some records come to in each dataset that they are in. */
export type DatasetPortions = ReadonlyMap<Dataset, Portion>;

/** What some records come to in the files of a release. */
interface Portions {
  readonly portions: DatasetPortions;
  /** In the order of the table of derived files. */
  readonly derived: readonly DerivedPortion[];
  readonly counted: Counted;
}

/** The files of records that a release has. */
export interface Written {
  readonly dumps: readonly Dump[];
  readonly derived: readonly DerivedFile[];
}

/**
 * Finds out before the first request whether a release can be written at all.
 *
 * @throws FolkloreError OUTPUT_UNWRITABLE, RELEASE_EXISTS
 */
export async function checkWritable(plan: PlacePlan): Promise<void> {
  await onDisk(plan.out, async () => {
    await makeFolder(plan.out);
    await access(plan.out, constants.W_OK);
    await checkPlace(plan);
  });
}

async function onDisk<T>(directory: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (thrown) {
    throw unwritable(directory, thrown);
  }
}

/** What the disk said of a release, as an error that ends the run; everything else stays what it is. */
export function unwritable(directory: string, thrown: unknown): unknown {
  if (thrown instanceof FolkloreError || errorCode(thrown) === '') return thrown;
  return new FolkloreError('OUTPUT_UNWRITABLE', `Cannot write into ${directory}: ${messageOf(thrown)}`, {
    hint: 'Is the folder writable, and is there room on the disk? Another folder can be given with --out.',
    exitCode: EXIT.misuse,
    cause: thrown,
  });
}
