import { EFFECTIVE_FROM, type Effective, type EffectiveFrom } from '../../model/mapping/own-records.js';
import { type SourceRecord, sourceRecord } from '../../model/records/record.js';
import { NO_REQUEST } from '../../pipeline/map-records/constant-records.js';
import type { AddedRecords, RowsOfTable } from '../../pipeline/plan/build-feature.js';
import type { BuildPlan } from '../../pipeline/plan/build-plan.js';
import { valuesIn } from '../../release/tables/csv.js';
import type { TableRow } from '../../release/tables/derived-files.js';

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
  const add = (row: TableRow, of: Omit<Effective, 'path'>): void => {
    if (row('omission') !== '' || (of.counties.length === 0 && of.dateFrom === undefined)) return;
    const path = row('iri').slice(base.length);
    const record: Effective = { path, ...of };
    records.push(sourceRecord('effective', path, record, NO_REQUEST));
  };
  for await (const row of released('items'))
    add(row, {
      ...countiesIn(row),
      ...dateIn(row, { date: 'effective_edtf', from: 'effective_from_year', to: 'effective_to_year' }),
      dateFrom: sourceIn(row('effective_date_from')),
      dateQualifier: row('effective_date_qualifier') || undefined,
    });
  for await (const row of released('photographs')) {
    const isDated = row('edtf') !== '';
    add(row, {
      ...countiesIn(row),
      ...dateIn(row, { date: 'edtf', from: 'stated_from_year', to: 'stated_to_year' }),
      dateFrom: isDated ? 'own' : undefined,
      dateQualifier: (isDated && row('date_qualifier')) || undefined,
    });
  }
  return { records };
}

/** The counties by the ids with which their IRIs end (model 2.2), and whose they are. */
const countiesIn = (row: TableRow): Pick<Effective, 'counties' | 'countiesFrom'> => ({
  counties: valuesIn(row('effective_counties')).map((iri) => Number(iri.slice(iri.lastIndexOf('/') + 1))),
  countiesFrom: sourceIn(row('effective_counties_from')),
});

/** The date of a row; years without a date are too doubtful to count. */
function dateIn(
  row: TableRow,
  { date, from, to }: Readonly<Record<'date' | 'from' | 'to', string>>,
): Pick<Effective, 'date' | 'fromYear' | 'toYear'> {
  if (row(date) === '') return {};
  const year = (column: string): number | undefined => (row(column) === '' ? undefined : Number(row(column)));
  return { date: row(date), fromYear: year(from), toYear: year(to) };
}

const sourceIn = (cell: string): EffectiveFrom | undefined => EFFECTIVE_FROM.find((one) => one === cell);
