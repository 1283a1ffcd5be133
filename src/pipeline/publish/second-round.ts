import type { Report } from '../../base/events.js';
import type { Omission } from '../../model/mapping/own-records.js';
import { sourceRecord } from '../../model/records/record.js';
import { NO_REQUEST } from '../map-records/constant-records.js';
import { type BuildFeatures, byFeature } from '../plan/build-feature.js';
import type { BuildPlan } from '../plan/build-plan.js';
import type { ShardMerger } from './merge.js';
import type { ReleaseWriter } from './release-writer.js';

/**
 * Maps the records that can be made only when all others are mapped: those that others refer to and the release does not hold,
 * and those of features, which are made from rows of its tables.
 *
 * @throws FolkloreError INTERRUPTED, FEATURE_FAILED; Error when a chunk of a table is damaged
 */
export async function mapSecondRound(
  merger: ShardMerger,
  release: ReleaseWriter,
  omissions: readonly Omission[],
  plan: BuildPlan,
  features: BuildFeatures,
  report: Report,
): Promise<void> {
  await merger.map(omissions.map((one) => sourceRecord('omission', one.path, one, NO_REQUEST)));
  for (const [name, feature] of features) {
    const added = await byFeature(name, 'making its records', () =>
      feature.records?.(plan, (table) => release.rows(table)),
    );
    if (added === undefined) continue;
    await merger.map(added.records);
    for (const message of added.notes ?? []) report({ event: 'note', message });
  }
}
