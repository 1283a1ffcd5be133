import { constants, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { access, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compareBytes } from '../../base/byte-order.js';
import { writingInto } from '../../base/disk-errors.js';
import { moveDurably } from '../../base/durable.js';
import { FolkloreError } from '../../base/errors.js';
import { makeFolder } from '../../base/files.js';
import { entryPath } from '../../base/files-below.js';
import { terminalJson } from '../../base/text.js';
import { FORMAT_NAMES, type Format, type SerialisationContext } from '../../model/rdf/formats/format.js';
import { isSortedFormat } from '../../model/rdf/formats/text-format.js';
import { DATA_BASE, inVocabularyBase, type Publication, VOCABULARY_BASE } from '../../model/rdf/iris.js';
import type { Dataset } from '../../model/records/datasets.js';
import { RUN_FILE } from '../../release/description/checksums.js';
import { Statistics } from '../../release/description/statistics.js';
import type { StoredChunk } from '../../release/dumps/dataset-chunk.js';
import type { Dump } from '../../release/dumps/dataset-writer.js';
import { JsonLines } from '../../release/dumps/json-lines.js';
import { ReportFiles } from '../../release/report/report-files.js';
import type { TableFile } from '../../release/tables/csvw.js';
import {
  type DerivedChunks,
  type DerivedFile,
  type StoredDerivedChunk,
  writeDescription,
  writeTableGroup,
} from '../../release/tables/derived-file.js';
import {
  DERIVED,
  positionOf,
  type TableRow,
  tableRows,
  tableSettings,
  tablesAmong,
} from '../../release/tables/derived-files.js';
import { writePandasTypes } from '../../release/tables/pandas.js';
import type { TableName } from '../../release/tables/tables.js';
import { type BuildFeatures, derivedRows, type FeatureFile } from '../plan/build-feature.js';
import { type BuildPlan, formatsOf, writtenDatasets } from '../plan/build-plan.js';
import { OMITTED_SHAPES, STATIC_FILES } from '../plan/compiled-vocabulary.js';
import { BuildDatabase } from '../rows/build-database.js';
import type { WriteJob } from '../shards/jobs.js';
import type { RewriteQuery } from '../shards/query-examples.js';
import type { Runner } from '../shards/runner.js';
import type { StoredShardOutput } from '../shards/shard-output.js';
import { clearFailed, failedReport } from './gate-failed.js';
import { checkDestination, StagingDirectory, type StagingPlan } from './staging.js';

/** The settings that the static files depend on. */
type StaticFileSettings = Pick<BuildPlan, 'base' | 'vocabularyBase' | 'personsProfile'>;

/** A static file: the name of its row in the table, its path below it, and its text. */
interface StaticFile {
  readonly name: string;
  readonly below: string;
  readonly text: string;
}

/** Read once in a process. */
let staticFiles: readonly StaticFile[] | undefined;

/**
 * Writes the static files of a release (vocabulary, shapes, queries), with the base IRIs of the release and with its
 * examples in the queries. There are a hundred small files: they are written synchronously, which takes a fifth of the
 * processor time.
 */
function writeStaticFiles(
  directory: string,
  { base, vocabularyBase = VOCABULARY_BASE, personsProfile = 'full' }: StaticFileSettings,
  ofFeatures: Readonly<Record<string, URL>>,
  rewrite: RewriteQuery,
): void {
  const leftOut = OMITTED_SHAPES[personsProfile].map((file) => join('shapes', file));
  const inBases = (text: string): string =>
    text
      .split(DATA_BASE)
      .map((part) => inVocabularyBase(part, vocabularyBase))
      .join(base);
  staticFiles ??= withContext(readStaticFiles(STATIC_FILES));
  const added = readStaticFiles(ofFeatures);
  for (const one of [...staticFiles, ...added]) {
    const { name, below, text } = one;
    const file = join(name, below);
    if (leftOut.includes(file)) continue;
    if (added.includes(one) && existsSync(join(directory, file)))
      throw new FolkloreError('FEATURE_FAILED', `A feature has the file ${file}, which is there already.`, {
        hint: 'Take the feature out of `features` in the configuration, or rename its file.',
      });
    mkdirSync(dirname(join(directory, file)), { recursive: true });
    writeFileSync(join(directory, file), inBases(name === 'queries' ? rewrite(below, text) : text));
  }
}

/**
 * The context of the release in each frame, in place of its relative address: processors of JSON-LD refuse a relative address in
 * a document without an address of its own, such as one that is read from a disk.
 */
function withContext(files: readonly StaticFile[]): StaticFile[] {
  const document = JSON.parse(files.find(({ name }) => name === 'context.jsonld')?.text ?? '{}') as Record<
    string,
    unknown
  >;
  return files.map(({ name, below, text }) => {
    if (!name.endsWith('.frame.json')) return { name, below, text };
    const frame = Object.assign(JSON.parse(text) as object, { '@context': document['@context'] });
    return { name, below, text: `${JSON.stringify(frame, undefined, 2)}\n` };
  });
}

const readStaticFiles = (files: Readonly<Record<string, URL>>): StaticFile[] =>
  Object.entries(files).flatMap(([name, source]) => readStatic(name, source));

/** A file, or every file of a folder with its path below the folder. */
function readStatic(name: string, source: URL): StaticFile[] {
  const from = fileURLToPath(source);
  if (!from.endsWith('/')) return [{ name, below: '', text: readFileSync(from, 'utf8') }];
  return readdirSync(from, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entryPath(entry).slice(from.length))
    .sort()
    .map((below) => ({ name, below, text: readFileSync(join(from, below), 'utf8') }));
}

/** The folder of shard outputs and of the build database, in the staging directory. */
const SHARDS = '.shards';
const OUTPUT = 'output-';
const DATABASE = 'build.db';

/** A release while it is written: in a staging directory beside its place, moved there at the end. */
export class ReleaseWriter {
  readonly report: ReportFiles;
  readonly quarantine: JsonLines;
  readonly database: BuildDatabase;
  readonly #plan: BuildPlan;
  readonly #features: BuildFeatures;
  readonly #place: StagingDirectory;
  readonly #chunks: ReadonlyMap<Dataset, StoredChunk[]>;
  readonly #rows: readonly FeatureFile[];
  readonly #derived: readonly StoredDerivedChunk[][];
  readonly #statistics: Statistics;
  readonly #language: SerialisationContext;

  private constructor(
    plan: BuildPlan,
    features: BuildFeatures,
    place: StagingDirectory,
    files: Pick<ReleaseWriter, 'report' | 'quarantine' | 'database'>,
    language: SerialisationContext,
  ) {
    this.#plan = plan;
    this.#features = features;
    this.#rows = derivedRows(features);
    this.#derived = this.#rows.map(() => []);
    this.#place = place;
    this.report = files.report;
    this.quarantine = files.quarantine;
    this.database = files.database;
    this.#chunks = new Map(writtenDatasets(plan).map((dataset) => [dataset, []]));
    this.#language = language;
    this.#statistics = new Statistics(language);
  }

  /**
   * Begins a release in the staging directory.
   *
   * @throws FolkloreError OUTPUT_UNWRITABLE, RELEASE_EXISTS
   */
  static async open(
    plan: BuildPlan,
    language: SerialisationContext,
    features: BuildFeatures,
  ): Promise<ReleaseWriter> {
    return writingInto(join(plan.out, plan.label), async () => {
      const place = await StagingDirectory.take(plan);
      try {
        return await ReleaseWriter.#begin(plan, features, place, language);
      } catch (thrown) {
        await place.abandon();
        throw thrown;
      }
    });
  }

  static async #begin(
    plan: BuildPlan,
    features: BuildFeatures,
    place: StagingDirectory,
    language: SerialisationContext,
  ): Promise<ReleaseWriter> {
    const { vocabularyBase = VOCABULARY_BASE } = plan;
    await clearFailed(plan);
    for (const name of ['data', 'derived', 'report']) await makeFolder(join(place.path, name));
    // Outputs hold rejected records, too.
    await mkdir(join(place.path, SHARDS), { mode: 0o700 });
    const database = BuildDatabase.create(join(place.path, SHARDS, DATABASE));
    try {
      const directory = join(place.path, 'report');
      const report = await ReportFiles.create(directory, { ...language, vocabularyBase });
      const quarantine = await JsonLines.create(directory, 'quarantine.ndjson');
      return new ReleaseWriter(plan, features, place, { report, quarantine, database }, language);
    } catch (thrown) {
      database.close();
      throw thrown;
    }
  }

  /** The folder of the release after `publish`. */
  get directory(): string {
    return this.#place.directory;
  }

  /** The path of a shard output without its number, in a folder that only its owner can read. `close` removes the outputs. */
  get shardOutputs(): string {
    return join(this.#shards, OUTPUT);
  }

  get #shards(): string {
    return join(this.#place.path, SHARDS);
  }

  /** Adds the records of a shard output, after those added before. */
  append({ chunks, derived, counted }: Pick<StoredShardOutput, 'chunks' | 'derived' | 'counted'>): void {
    for (const [dataset, chunk] of chunks) this.#chunks.get(dataset)?.push(chunk);
    for (const [at, chunk] of derived.entries()) this.#derived[at]?.push(chunk);
    this.#statistics.merge(counted);
  }

  /** The rows of a table, of the records that have been added. */
  rows(table: TableName): AsyncGenerator<TableRow> {
    return tableRows(table, this.#derivedChunks());
  }

  /** The chunks of each derived file, with those of the tables that complete its rows. */
  #derivedChunks(): readonly DerivedChunks[] {
    return this.#derived.map((chunks, at) => {
      const from = this.#rows[at]?.completion?.from ?? [];
      return { chunks, others: from.map((table) => this.#derived[positionOf(table)] ?? []) };
    });
  }

  /** Writes the dumps and the files derived from the same records, and removes the shard outputs. */
  async close(runner: Pick<Runner, 'run'>): Promise<WrittenFiles> {
    return writingInto(this.directory, async () => {
      const dumps: Dump[] = [];
      const derived: DerivedFile[] = [];
      for await (const written of runner.run('write', this.#writeJobs())) {
        dumps.push(...written.dumps);
        derived.push(...written.derived);
      }
      await this.quarantine.close();
      for (const name of await readdir(this.#shards))
        if (name.startsWith(OUTPUT)) await rm(join(this.#shards, name));
      const into = join(this.#place.path, 'derived');
      const settings = tableSettings(this.#language);
      for (const { file, table, publication } of [...derived])
        if (table !== undefined)
          derived.push(await writeDescription({ file, table }, publication, settings, into));
      const [folklore, placenames] = [tablesOf(derived, 'folklore'), tablesOf(derived, 'placenames')];
      const group = await writeTableGroup(folklore, settings, into);
      await writePandasTypes([...folklore, ...placenames], into);
      return {
        dumps: dumps.sort(byDataset([...this.#chunks.keys()])),
        derived: [...derived.sort(byRow(this.#rows)), ...group],
      };
    });
  }

  /** The largest first, so that no thread begins with it when the others have finished. */
  #writeJobs(): readonly WriteJob[] {
    const { compression = 'none' } = this.#plan;
    const formats = formatsOf(this.#plan);
    const together = [
      ...formats.filter((format) => !isSortedFormat(format)).map((format) => [format]),
      formats.filter(isSortedFormat),
    ].filter(({ length }) => length > 0);
    const directory = join(this.#place.path, 'data');
    const jobs: { readonly job: WriteJob; readonly bytes: number }[] = [];
    for (const [dataset, all] of this.#chunks) {
      for (const some of together) {
        const chunks = all.map((chunk) => chunkOf(chunk, some));
        const bytes = sum(chunks, ({ texts, run }) =>
          sum(Object.values(texts), ({ bytes }) => bytes.length, run?.frames.length),
        );
        const files = { directory, dataset, compression, formats: some, chunks };
        jobs.push({ job: { kind: 'dataset', files }, bytes });
      }
    }
    const into = join(this.#place.path, 'derived');
    const given = this.#derivedChunks();
    const bytesOf = ({ chunks }: DerivedChunks): number => sum(chunks, ({ text }) => text.length);
    for (const [row, chunks] of given.entries()) {
      const file = { directory: into, row, chunks };
      jobs.push({ job: { kind: 'derived', ...file }, bytes: bytesOf(chunks) });
    }
    const rows = { directory: into, chunks: given };
    for (const [feature, { rowFiles }] of this.#features)
      for (const { name, cost } of rowFiles?.jobs(this.#plan, given) ?? [])
        jobs.push({ job: { kind: 'feature', feature, job: name, rows }, bytes: cost });
    return jobs.sort((a, b) => b.bytes - a.bytes).map(({ job }) => job);
  }

  /** Removes the build database, before the release is described. */
  async removeDatabase(): Promise<void> {
    this.database.close();
    await rm(this.#shards, { recursive: true });
  }

  /**
   * Adds the static files.
   *
   * @param finish writes the description; called with the staging directory when all other files are in it
   */
  complete<T>(
    rewrite: RewriteQuery,
    finish: (folder: string, statistics: Statistics) => Promise<T>,
  ): Promise<T> {
    return writingInto(this.directory, async () => {
      const ofFeatures = [...this.#features.values()].map((one) => one.staticFiles?.(this.#plan) ?? {});
      writeStaticFiles(this.#place.path, this.#plan, Object.assign({}, ...ofFeatures), rewrite);
      return finish(this.#place.path, this.#statistics);
    });
  }

  /** Moves the release to its place, and replaces one of the same label. */
  publish(run: object): Promise<void> {
    return writingInto(this.directory, async () => {
      await writeFile(join(this.#place.path, RUN_FILE), `${terminalJson(run, 2)}\n`);
      await this.#place.publish();
    });
  }

  /**
   * Removes what was written. An earlier release of the same label is not touched.
   *
   * @param reason `refused`: the gate has failed, and the report is kept
   */
  async abandon(reason: 'refused' | 'stopped'): Promise<void> {
    await Promise.allSettled([this.report.abandon(), this.quarantine.abandon()]);
    this.database.close();
    if (reason === 'refused') await this.#keepReport().catch(() => {});
    await this.#place.abandon();
  }

  async #keepReport(): Promise<void> {
    const kept = failedReport(this.#plan);
    await makeFolder(dirname(kept));
    await moveDurably(join(this.#place.path, 'report'), kept);
  }
}

/** The tables among the derived files of a publication, in the order of the table of files; then those of features, by their names. */
const tablesOf = (derived: readonly DerivedFile[], publication: Publication): TableFile[] =>
  tablesAmong(derived.filter((file) => file.publication === publication).sort(byRow(DERIVED)));

/** The part of a chunk that some formats need. */
const chunkOf = ({ records, quads, texts, run }: StoredChunk, formats: readonly Format[]): StoredChunk => ({
  records,
  quads,
  texts: Object.fromEntries(Object.entries(texts).filter(([format]) => formats.includes(format as Format))),
  ...(run === undefined || !formats.some(isSortedFormat) ? {} : { run }),
});

const sum = <T>(values: readonly T[], of: (value: T) => number, first = 0): number =>
  values.reduce((total, value) => total + of(value), first);

const byDataset =
  (datasets: readonly string[]) =>
  (a: Dump, b: Dump): number =>
    datasets.indexOf(a.dataset) - datasets.indexOf(b.dataset) ||
    FORMAT_NAMES.indexOf(a.format) - FORMAT_NAMES.indexOf(b.format);

/** In the order of the derived files; a description follows its table, and the files that are made of rows follow all of these. */
function byRow(rows: readonly FeatureFile[]): (a: DerivedFile, b: DerivedFile) => number {
  const rowOf = ({ file }: DerivedFile): number => {
    const at = rows.findIndex((row) => file === row.file || file.startsWith(`${row.file}-`));
    return at < 0 ? rows.length : at;
  };
  return (a, b) => rowOf(a) - rowOf(b) || compareBytes(a.file, b.file);
}

/** The files of records of a release. */
export interface WrittenFiles {
  readonly dumps: readonly Dump[];
  /** Tables and maps of the same records. */
  readonly derived: readonly DerivedFile[];
}

/**
 * Checks before the first request that a release can be written.
 *
 * @throws FolkloreError OUTPUT_UNWRITABLE, RELEASE_EXISTS
 */
export async function checkWritable(plan: StagingPlan): Promise<void> {
  await writingInto(plan.out, async () => {
    await makeFolder(plan.out);
    await access(plan.out, constants.W_OK);
    await checkDestination(plan);
  });
}
