import type { Dump } from '../../release/dumps/dataset-writer.js';
import type { DerivedChunks, DerivedFile } from '../../release/tables/derived-file.js';
import type { BuildPlan, FeatureSettings } from './build-plan.js';
import type { CompiledVocabulary } from './compiled-vocabulary.js';

/** A job of a feature: files that one thread writes. */
export interface RowJob {
  /** Tells the jobs of a feature apart. */
  readonly name: string;
  /** The bytes of the rows that the job reads, times what they cost beside CSV: the largest job begins first. */
  readonly cost: number;
}

/** The rows of a release, and the folder of files that are made of rows. */
export interface ReleaseRows {
  /** The folder `derived` of the release. */
  readonly directory: string;
  /** The chunks of each derived file, in the order of the table of files; `tableRows` reads the rows of a table. */
  readonly chunks: readonly DerivedChunks[];
}

/** What a feature adds to a build. It is loaded in each thread: an import that only `write` needs belongs into `write`. */
export interface BuildFeature {
  /** The settings of the configuration that its files depend on: they are in `settings` of the plan. */
  readonly settings: readonly string[];
  /** Files that are made of the rows of tables, when all records are mapped. */
  readonly rowFiles?: {
    /** @returns the jobs that the plan asks for; none where the feature is not wanted */
    jobs(plan: BuildPlan, chunks: readonly DerivedChunks[]): readonly RowJob[];
    /**
     * Does a job, in any thread. The same rows give the same bytes.
     *
     * @throws the error of the file system
     */
    write(job: string, plan: BuildPlan, rows: ReleaseRows): Promise<readonly DerivedFile[]>;
  };
  /**
   * Files that are made of the dumps, when these are complete. Called once.
   *
   * @param directory the folder of the release, with the dumps in `data` and a folder `derived`
   */
  releaseFiles?(
    directory: string,
    dumps: readonly Dump[],
    plan: BuildPlan,
    vocabulary: CompiledVocabulary,
  ): Promise<readonly DerivedFile[]>;
  /** Files of the package that the plan asks for, by their paths in the release. The base IRIs in them become those of the plan. */
  staticFiles?(plan: BuildPlan): Readonly<Record<string, URL>>;
}

/** The bytes of the rows of derived files. */
export const bytesOf = (derived: readonly DerivedChunks[]): number =>
  derived.reduce((total, { chunks }) => chunks.reduce((sum, { text }) => sum + text.length, total), 0);

/** Features of a build by name. */
export type BuildFeatures = ReadonlyMap<string, BuildFeature>;

/** A feature as far as a build needs it. */
interface WithBuild {
  readonly name: string;
  readonly build?: () => Promise<BuildFeature>;
}

/** Loads what features add to a build. */
export async function loadBuildFeatures(features: readonly WithBuild[]): Promise<BuildFeatures> {
  const loaded = new Map<string, BuildFeature>();
  for (const { name, build } of features) if (build !== undefined) loaded.set(name, await build());
  return loaded;
}

/** The settings that the files of features depend on, for the plan of a build. */
export const settingsOf = (features: BuildFeatures, config: object): FeatureSettings =>
  Object.fromEntries(
    [...features.values()].flatMap(({ settings }) =>
      settings.map((key) => [key, (config as FeatureSettings)[key]]),
    ),
  );
