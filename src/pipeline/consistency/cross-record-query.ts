import type { Service } from '../../base/origin.js';
import type { RecordRef } from '../../model/records/record.js';
import { SEVERITIES } from '../../model/shacl/finding.js';
import type { BuildDatabase, Row } from '../rows/build-database.js';
import type { Cell } from '../rows/tables.js';
import type { CrossRecordFinding, IriNaming } from './check.js';
import { quoted, type RuleName, ruleFinding } from './rules.js';

/**
 * The columns that the query of a rule may give. `kind` and `id` name the record, `term` or `property` the property of the finding:
 * as a term of the context or as an IRI. Its value is the record `other_kind` and `other`, a `text` of the source, or a `value` that
 * is ready. Without `request` the finding has no origin.
 */
type Column =
  | ('rule' | 'severity' | 'kind' | 'id' | 'service' | 'request' | 'pointer')
  | ('focus' | 'term' | 'property' | 'other_kind' | 'other' | 'text' | 'value');

/**
 * The findings of a query about the rows of a whole release, in the order of the query.
 *
 * @param values of the parameters of the query
 */
export function* findingsOf(
  database: Pick<BuildDatabase, 'all'>,
  query: string,
  naming: IriNaming,
  ...values: readonly Cell[]
): Generator<CrossRecordFinding> {
  for (const row of database.all<Column>(query, ...values)) yield findingOf(row, naming);
}

/** Cells are absent where a query has no such column. */
function findingOf(row: Partial<Row<Column>>, { word, iri }: IriNaming): CrossRecordFinding {
  const { rule, kind, id, service, request, pointer } = row;
  const record = { kind, id } as RecordRef;
  const path = row.term ? word(String(row.term)) : row.property;
  const value = valueOfRow(row, iri);
  const finding = ruleFinding(rule as RuleName, {
    focus: row.focus ? String(row.focus) : iri(record),
    ...(path ? { path: String(path) } : {}),
    ...(value === undefined ? {} : { value }),
  });
  const severity = SEVERITIES.find((one) => one === row.severity);
  const origin =
    typeof request === 'string'
      ? { origin: { service: service as Service, request, pointer: String(pointer ?? '') } }
      : {};
  return {
    record: { ...record, ...origin },
    finding: severity === undefined ? finding : { ...finding, severity },
  };
}

function valueOfRow(
  { other_kind: kind, other: id, text, value }: Partial<Row<Column>>,
  iri: IriNaming['iri'],
): string | undefined {
  if (typeof kind === 'string') return iri({ kind, id } as RecordRef);
  if (typeof text === 'string') return quoted(text);
  return typeof value === 'string' ? value : undefined;
}
