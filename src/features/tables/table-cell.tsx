import { formatCount } from '../../base/text.js';
import { type Column, isList } from '../../release/tables/column.js';
import type { ResourceSummary } from '../browse/index/release-index.js';
import type { TableCell } from '../browse/index/released-tables.js';
import { addressOf, labelOf, type PageProps } from '../browse/layout.js';
import { joined } from '../browse/page-parts.js';

/** Characters of a cell. */
const MOST_CHARACTERS = 140;
/** Values of a list in a cell. */
const MOST_IN_LIST = 4;

/** A text as long as a cell shows it. */
export const shortened = (text: string): string =>
  text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS).toWellFormed()}…` : text;

/** The values of a cell: several in a list. */
const valuesOf = (column: Column, cell: TableCell): readonly string[] =>
  cell === null ? [] : isList(column) ? String(cell).split('|') : [String(cell)];

/** The paths or IRIs in a cell. */
export const pathsIn = (column: Column, cell: TableCell): readonly string[] =>
  column.holds === 'iri' || column.holds === 'iris' ? valuesOf(column, cell) : [];

/** A cell as a row shows it: records are links. */
export function Cell({
  context,
  column,
  cell,
  labels,
}: PageProps & {
  readonly column: Column;
  readonly cell: TableCell;
  readonly labels: ReadonlyMap<string, ResourceSummary>;
}) {
  if (cell === null) return null;
  if (column.holds === 'boolean') return cell === 1 ? '✓' : '✗';
  const values = valuesOf(column, cell);
  const shown = values.slice(0, MOST_IN_LIST);
  return (
    <>
      {joined(
        shown.map((one) => {
          const known = pathsIn(column, cell).length === 0 ? undefined : labels.get(one);
          return known !== undefined && known.path === one ? (
            <a href={addressOf(one)}>{column.name === 'iri' ? one : labelOf(known, context.language)}</a>
          ) : (
            <span lang={column.lang}>{shortened(one)}</span>
          );
        }),
        ', ',
      )}
      {values.length > shown.length && ` … (${formatCount(values.length)})`}
    </>
  );
}
