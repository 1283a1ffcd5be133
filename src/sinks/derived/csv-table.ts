import { cellOf, type Table } from './column.js';
import { csvRow } from './csv.js';
import type { MakeFormat } from './format.js';

/** A table as comma-separated values. */
export const csvTable =
  ({ columns }: Table): MakeFormat =>
  () => ({
    mediaType: 'text/csv',
    head: csvRow(columns.map(({ name }) => name)),
    between: '',
    foot: '',
    row: (node) => csvRow(columns.map((column) => cellOf(column, node))),
  });
