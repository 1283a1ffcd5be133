import { basename, join } from 'node:path';
import type { Report } from '../../base/events.js';
import { NEUTRAL_ORGANISATIONS } from '../../model/mapping/organisation.js';
import { VOCABULARY_BASE } from '../../model/rdf/iris.js';
import { publicationOf } from '../../model/records/datasets.js';
import { KINDS } from '../../model/records/kinds.js';
import type { RecordCounts } from '../../model/records/record-counts.js';
import { type DeltaResult, writeDelta } from '../../release/delta/delta.js';
import { writeDescription } from '../../release/description/describe.js';
import type { ReleaseFacts } from '../../release/description/facts.js';
import type { Statistics } from '../../release/description/statistics.js';
import type { ValidationJson } from '../../release/report/validation-json.js';
import { type BuildFeatures, byFeature, filesByFeature, textsOf } from '../plan/build-feature.js';
import { type BuildPlan, dayOf, writtenDatasets } from '../plan/build-plan.js';
import type { CompiledVocabulary } from '../plan/compiled-vocabulary.js';
import { graphLayoutOf, mayBeWithheld } from '../plan/record-iri.js';
import { doisOf, whyNotCompared } from './comparable-release.js';
import type { WrittenFiles } from './release-writer.js';
import { unusedLinks, unusedText } from './unused-links.js';

/** Files and counts of a release when its records are written. */
export interface ReleaseContents extends WrittenFiles {
  readonly statistics: Statistics;
  readonly ledger: RecordCounts;
  readonly validation: ValidationJson;
  /** The report of the previous release, where it can be read. */
  readonly validationBefore?: ValidationJson | undefined;
  /** The day of the harvest; undefined for a store without a date. */
  readonly harvested?: string | undefined;
  /** The difference to the previous release; undefined when there is none to compare with. */
  readonly delta: DeltaResult | undefined;
}

/** The files of records of a described release, with those of features. */
export type Described = WrittenFiles & Pick<ReleaseContents, 'delta'>;

/**
 * Writes the files of features, the pages of features, and then the description of the release, for which all other files must
 * be there.
 *
 * @throws FolkloreError CONFIG_INVALID, COUNT_MISMATCH
 */
export async function describeRelease(
  folder: string,
  plan: BuildPlan,
  vocabulary: CompiledVocabulary,
  written: ReleaseContents,
  report: Report,
  features: BuildFeatures,
): Promise<Described> {
  const { dumps, delta, validation, validationBefore: before } = written;
  const unused = await unusedLinks(folder, dumps, plan, vocabulary);
  if (unused.length > 0) report({ event: 'note', message: unusedText('links', unused) });
  const derived = [...written.derived];
  for (const [name, { releaseFiles }] of features) {
    const write = async () => (await releaseFiles?.(folder, dumps, plan, vocabulary)) ?? [];
    derived.push(...(await filesByFeature(name, 'writing files of the dumps', write)));
  }
  const facts = { ...factsOf(plan, { ...written, derived }), doi: await doisOf(plan) };
  const outcome = { release: facts, validation, before, delta };
  for (const [name, { pages }] of features)
    await byFeature(name, 'writing pages', () => pages?.(folder, plan, outcome));
  const added = [...features].flatMap(([name, { description }]) =>
    description === undefined ? [] : [textsOf(name, description)],
  );
  await writeDescription(folder, facts, added);
  return { dumps, derived, delta };
}

/**
 * Writes the delta to the previous release.
 *
 * @param isSuppressed whether an IRI, of a record or of a node in one, is or may be withheld
 * @returns undefined when there is no release to compare with
 * @throws FolkloreError COUNT_MISMATCH
 */
export async function compareWithPrevious(
  folder: string,
  plan: BuildPlan,
  isSuppressed: (iri: string) => boolean,
  report: Report,
): Promise<DeltaResult | undefined> {
  const { previous, base, vocabularyBase, compression = 'none' } = plan;
  if (previous === undefined) return undefined;
  const why = await whyNotCompared(previous, plan);
  if (why !== undefined) {
    report({ event: 'note', message: `no delta from ${basename(previous)}: ${why}` });
    return undefined;
  }
  return writeDelta({
    previous,
    current: folder,
    out: join(folder, 'delta'),
    compression,
    placeOf: graphLayoutOf(base),
    isSuppressed,
    isSuppressedProperty: mayBeWithheld(vocabularyBase),
    onProgress: (done, total) => report({ event: 'progress', what: 'comparing, in bytes', done, total }),
  });
}

function factsOf(
  plan: BuildPlan,
  { dumps, derived, statistics, ledger, harvested, delta }: ReleaseContents,
): Omit<ReleaseFacts, 'others'> {
  const { label, previous, base, vocabularyBase = VOCABULARY_BASE, announcement, organisations } = plan;
  const source = (name: string) => (harvested === undefined ? undefined : { name, harvested });
  const [archive, placenames] = [source('Archive service'), source('Place-names service')];
  return {
    label,
    previous: delta === undefined || previous === undefined ? undefined : basename(previous),
    issued: dayOf(plan),
    isTrial: plan.isTrial,
    base,
    vocabularyBase,
    ...announcement,
    publishers: organisations ?? NEUTRAL_ORGANISATIONS,
    program: plan.program ?? 'unknown',
    sources: {
      ...(archive === undefined ? {} : { folklore: archive }),
      ...(placenames === undefined ? {} : { placenames }),
    },
    datasets: writtenDatasets(plan).map((name) => ({ name, publication: publicationOf(name) })),
    statistics,
    dumps,
    derived,
    deltas: delta?.files,
    kinds: ledger.rows().map(({ kind, ...counts }) => ({ kind, called: KINDS[kind].title, ...counts })),
  };
}
