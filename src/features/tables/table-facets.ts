import type { ReleasedTable } from '../browse/index/released-tables.js';
import { labelOf, type PageContext } from '../browse/layout.js';
import { conditionOf, jsonCell, OPERATORS } from './column-filters.js';
import type { TableQuery } from './table-parameters.js';

/** A column whose values are counted: whole cells, or each value of the lists in them. */
export type Facet = TableQuery['facets'][number];

/** The parameter that counts the values of a column. */
export const facetParameter = (part: Facet['part']): string => (part === 'cell' ? '_facet' : '_facet_array');

/**
 * The most frequent values of a column, and whether there are more: each with the label of the record that the value names, the
 * number of its rows, and the filter that leaves these. Null is no value.
 *
 * @param empty whether empty cells are a value
 */
export function countedValues(
  { site, language }: PageContext,
  table: ReleasedTable,
  { request, facetSize }: TableQuery,
  { column, part }: Facet,
  empty: 'counted' | 'skipped',
) {
  const { name, holds } = column;
  const filled = conditionOf(table, column, OPERATORS.notnull, 1, site.manifest.base);
  const conditions = empty === 'counted' ? request.conditions : [...request.conditions, filled];
  const found = site.tables.facet(table, { ...request, conditions }, name, facetSize + 1, part);
  const labels = holds.startsWith('iri')
    ? site.index.summaries(found.map(({ value }) => String(value)))
    : undefined;
  const values = found.slice(0, facetSize).map(({ value: cell, count }) => {
    const text = site.tables.cellsOf(table, { [name]: cell })[table.table.columns.indexOf(column)];
    const value = [jsonCell(column, text ?? '')].flat()[0] ?? null;
    const known = labels?.get(String(cell));
    const label = known === undefined ? value : labelOf(known, language);
    const filter: readonly [parameter: string, text: string] =
      value === null
        ? [`${name}__isnull`, '1']
        : [part === 'cell' ? name : `${name}__arraycontains`, String(value)];
    return { value, label, count, filter };
  });
  return { values, isTruncated: found.length > facetSize };
}
