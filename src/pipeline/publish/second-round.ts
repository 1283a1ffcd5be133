import type { Report } from '../../base/events.js';
import type { Omission } from '../../model/mapping/own-records.js';
import { sourceRecord } from '../../model/records/record.js';
import { NO_REQUEST } from '../map-records/constant-records.js';
import type { BuildPlan } from '../plan/build-plan.js';
import { effectiveRecords } from './effective-records.js';
import type { ShardMerger } from './merge.js';
import type { ReleaseWriter } from './release-writer.js';
import { subjectRecords } from './subject-records.js';
import { unusedText } from './unused-links.js';

/**
 * Maps the records that can be made only when all others are mapped: those that others refer to and the release does not hold,
 * and those of the datasets `effective` and `subjects`, which are made from rows of its tables.
 *
 * @throws FolkloreError INTERRUPTED; Error when a chunk of a table is damaged
 */
export async function mapSecondRound(
  merger: ShardMerger,
  release: ReleaseWriter,
  omissions: readonly Omission[],
  { base, effective, subjects }: BuildPlan,
  report: Report,
): Promise<void> {
  await merger.map(omissions.map((one) => sourceRecord('omission', one.path, one, NO_REQUEST)));
  if (effective === true) await merger.map(await effectiveRecords(release, base));
  if (subjects === undefined) return;
  const { records, unused } = await subjectRecords(release, subjects, base);
  await merger.map(records);
  if (unused.length > 0) report({ event: 'note', message: unusedText('subjects', unused) });
}
