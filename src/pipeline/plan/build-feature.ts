import { errorCode, FolkloreError, messageOf } from '../../base/errors.js';
import type { Publication } from '../../model/rdf/iris.js';
import type { SourceRecord } from '../../model/records/record.js';
import type { DeltaResult } from '../../release/delta/delta.js';
import type { ReleaseFacts } from '../../release/description/facts.js';
import type { DescriptionTexts } from '../../release/description/metadata/names.js';
import type { Dump } from '../../release/dumps/dataset-writer.js';
import type { ValidationJson } from '../../release/report/validation-json.js';
import type {
  DerivedChunks,
  DerivedFile,
  DerivedRow,
  TableTitles,
} from '../../release/tables/derived-file.js';
import { DERIVED, type TableRow } from '../../release/tables/derived-files.js';
import type { TableName } from '../../release/tables/tables.js';
import type { BuildPlan, FeatureModule, FeatureSettings } from './build-plan.js';
import type { CompiledVocabulary } from './compiled-vocabulary.js';
import { limited, withinLimit } from './feature-limits.js';

/** A job of a feature: files that one thread writes. */
export interface RowJob {
  /** Tells the jobs of a feature apart. */
  readonly name: string;
  /** The bytes of the rows that the job reads, times what they cost beside CSV: the largest job begins first. */
  readonly cost: number;
}

/** Where the rows of a release are, and the folder of files that are made of rows. Plain data. */
export interface StoredRows {
  /** The folder `derived` of the release. */
  readonly directory: string;
  /** The chunks of each derived file, in the order of {@link derivedRows}: those of tables are the first. */
  readonly chunks: readonly DerivedChunks[];
}

/**
 * The rows of a table, complete, in the order of its file: each is a function from a column to its cell.
 *
 * @throws Error when a chunk of a table is damaged; the error of the file system
 */
export type RowsOfTable = (table: TableName) => AsyncIterable<TableRow>;

/** Records that a feature adds, with notes for the log. */
export interface AddedRecords {
  readonly records: readonly SourceRecord[];
  readonly notes?: readonly string[];
}

/** The rows of a release, for files that are made of them. */
export interface ReleaseRows extends StoredRows {
  readonly rows: RowsOfTable;
  /**
   * Writes a table of its own into the folder `derived`.
   *
   * @param name of the file, without its suffix
   * @param publication decides the licence: that of the tables whose rows it is made of
   * @param titles of the table and its columns; names stand for those that are absent
   */
  writeTable(
    name: string,
    publication: Publication,
    columns: readonly string[],
    rows: Iterable<readonly (string | number)[]> | AsyncIterable<readonly (string | number)[]>,
    titles?: TableTitles,
  ): Promise<DerivedFile>;
}

/** What came of a build, for pages about the release. */
export interface ReleaseOutcome {
  readonly release: Omit<ReleaseFacts, 'others'>;
  readonly validation: ValidationJson;
  /** The report of the release before, where it can be read. */
  readonly before?: ValidationJson | undefined;
  readonly delta: DeltaResult | undefined;
}

/** What a feature adds to a build. It is loaded in each thread: an import that only `write` needs belongs into `write`. */
export interface BuildFeature {
  /** The settings of the configuration that its files depend on: they are in `settings` of the plan. */
  readonly settings: readonly string[];
  /** Records of kinds of the model, made of the rows of tables. The records of one kind are in the order of their IRIs. */
  records?(plan: BuildPlan, rows: RowsOfTable): Promise<AddedRecords>;
  /** Files with a row, or several, of each record that they take. */
  readonly derived?: readonly Omit<DerivedRow, 'table'>[];
  /** Files that are made of the rows of tables. */
  readonly rowFiles?: {
    /** The jobs that the plan asks for; none where the feature is not wanted. */
    jobs(plan: BuildPlan, chunks: readonly DerivedChunks[]): readonly RowJob[];
    /**
     * The files of a job. The same rows give the same bytes.
     *
     * @throws the error of the file system
     */
    write(job: string, plan: BuildPlan, rows: ReleaseRows): Promise<readonly DerivedFile[]>;
  };
  /**
   * Files that are made of the dumps.
   *
   * @param directory the folder of the release, with the dumps in `data` and a folder `derived`
   */
  releaseFiles?(
    directory: string,
    dumps: readonly Dump[],
    plan: BuildPlan,
    vocabulary: CompiledVocabulary,
  ): Promise<readonly DerivedFile[]>;
  /** Files about the release, such as pages and scripts. */
  pages?(directory: string, plan: BuildPlan, about: ReleaseOutcome): Promise<void>;
  /** Texts for registers and repositories; the release with all its files is given. */
  readonly description?: DescriptionTexts;
  /** A line at the end of the summary of a build. */
  summary?(directory: string): string;
  /** Files of the package that the plan asks for, by their paths in the release. The base IRIs in them become those of the plan. */
  staticFiles?(plan: BuildPlan): Readonly<Record<string, URL>>;
}

/** The bytes of the rows of derived files. */
export const bytesOf = (derived: readonly DerivedChunks[]): number =>
  derived.reduce((total, { chunks }) => chunks.reduce((sum, { text }) => sum + text.length, total), 0);

/**
 * Runs what a feature does in a build.
 *
 * @param what completes "The feature NAME has failed while …"
 * @throws FolkloreError FEATURE_FAILED naming the feature; errors of this program and of the file system as these are
 */
export async function byFeature<T>(name: string, what: string, act: () => Promise<T> | T): Promise<T> {
  try {
    return await act();
  } catch (thrown) {
    throw ofFeature(name, what, thrown);
  }
}

/**
 * The files that a feature has written.
 *
 * @param what as of {@link byFeature}
 * @throws as of {@link byFeature}; also where something is no file, such as a promise that was not awaited
 */
export const filesByFeature = (
  name: string,
  what: string,
  write: () => Promise<readonly DerivedFile[]>,
): Promise<readonly DerivedFile[]> =>
  byFeature(name, what, async () => {
    const files = await write();
    if (Array.isArray(files) && files.every((file) => typeof file?.file === 'string')) return files;
    throw new Error('what it returned is no list of files: `return [await release.writeTable(…)]`');
  });

/** As {@link byFeature}, at once. */
function byFeatureAtOnce<T>(name: string, what: string, act: () => T): T {
  try {
    return act();
  } catch (thrown) {
    throw ofFeature(name, what, thrown);
  }
}

/** The texts that a feature adds to a description, with its name in the error when it fails. */
export const textsOf = (name: string, { files, texts }: DescriptionTexts): DescriptionTexts => ({
  files,
  texts: (release) => byFeatureAtOnce(name, 'describing the release', () => texts(release)),
});

function ofFeature(name: string, what: string, thrown: unknown): unknown {
  if (thrown instanceof FolkloreError || errorCode(thrown) !== '') return thrown;
  return new FolkloreError(
    'FEATURE_FAILED',
    `The feature ${name} has failed while ${what}: ${messageOf(thrown)}.`,
    {
      hint: 'If it is one of `features` in the configuration, mend it or take it out; otherwise please report it.',
      cause: thrown,
    },
  );
}

/** Features of a build by name. */
export type BuildFeatures = ReadonlyMap<string, BuildFeature>;

/** A row of the table of derived files. */
export interface FeatureFile extends DerivedRow {
  /** The feature that adds the file; none for a table of the core. */
  readonly by?: string;
}

/** The derived files of a build: the tables of the core, then the files of features, in the order of these. */
export const derivedRows = (features: BuildFeatures): readonly FeatureFile[] => [
  ...DERIVED,
  ...[...features].flatMap(([by, { derived = [] }]) => derived.map((row) => ({ ...row, by }))),
];

/** Makes rows of a derived file; an error in the code of a feature has its name. */
export const namingFeature = <T>({ by, file }: FeatureFile, act: () => T): T =>
  by === undefined ? act() : byFeatureAtOnce(by, `making rows of ${file}`, act);

/** A feature as far as a build needs it. */
interface WithBuild {
  readonly name: string;
  readonly build?: () => Promise<BuildFeature>;
}

/** Imports features from outside, in a thread. */
export const loadModules = (modules: readonly FeatureModule[] = []): Promise<readonly WithBuild[]> =>
  Promise.all(
    modules.map(async ({ url }) => {
      const loaded: { readonly feature?: WithBuild; readonly default?: WithBuild } = await withinLimit(
        url,
        'its import',
        'load',
        () => import(url),
      );
      return limited((loaded.feature ?? loaded.default) as WithBuild);
    }),
  );

/** Loads what features add to a build. */
export async function loadBuildFeatures(features: readonly WithBuild[]): Promise<BuildFeatures> {
  const loaded = new Map<string, BuildFeature>();
  for (const { name, build } of features)
    if (build !== undefined) loaded.set(name, await byFeature(name, 'it was loaded', build));
  const owners = new Map<string, string | undefined>();
  for (const { file, by } of derivedRows(loaded)) {
    if (owners.has(file))
      throw new FolkloreError(
        'CONFIG_INVALID',
        `The feature ${by} has the file derived/${file}, which is there already.`,
        { hint: 'Take the feature out of `features` in the configuration, or rename its file.' },
      );
    owners.set(file, by);
  }
  return loaded;
}

/** The settings that the files of features depend on, for the plan of a build. */
export const settingsOf = (features: BuildFeatures, config: object): FeatureSettings =>
  Object.fromEntries(
    [...features.values()].flatMap(({ settings }) =>
      settings.map((key) => [key, (config as FeatureSettings)[key]]),
    ),
  );
