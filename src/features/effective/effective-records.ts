import type { Effective } from '../../model/mapping/own-records.js';
import { type SourceRecord, sourceRecord } from '../../model/records/record.js';
import { NO_REQUEST } from '../../pipeline/map-records/constant-records.js';
import type { AddedRecords, RowsOfTable } from '../../pipeline/plan/build-feature.js';
import type { BuildPlan } from '../../pipeline/plan/build-plan.js';
import { effectiveIn, TABLES_OF_WORKS } from '../../release/tables/inherited-place-and-date.js';

/**
 * The records of the dataset `effective`: the county and the date that hold for each item and photograph. They are worked out
 * once, for the tables; the counties of places are in other records, so that all shards must have been added.
 *
 * @throws Error when a chunk of a table is damaged; the error of the file system
 */
export async function effectiveRecords(
  { base, additions }: Pick<BuildPlan, 'base' | 'additions'>,
  released: RowsOfTable,
): Promise<AddedRecords> {
  if (additions?.effective !== true) return { records: [] };
  const records: SourceRecord[] = [];
  for (const table of TABLES_OF_WORKS)
    for await (const row of released(table)) {
      const of = effectiveIn(table, row);
      if (of === undefined) continue;
      const path = row('iri').slice(base.length);
      const record: Effective = { path, ...of };
      records.push(sourceRecord('effective', path, record, NO_REQUEST));
    }
  return { records };
}
