import { z } from 'zod';
import { referenceTable } from '../../base/reference-data.js';
import { anyText, COLUMN_TYPES, type Column, column, type Table, under, within } from './column.js';
import { COMPUTED, rolesIn } from './computed-columns.js';
import { nodesOf } from './node-values.js';

/** A column as the table of reference data has it; its head says what each field means. */
const columnRow = z.strictObject({
  name: z.string().regex(/^[a-z_]+$/),
  en: z.string(),
  ga: z.string(),
  holds: z.enum(COLUMN_TYPES),
  term: z.string().optional(),
  values: z.string().optional(),
  texts: z.string().optional(),
  within: z
    .string()
    .regex(/^\w+\/\w+$/)
    .optional(),
  by: z.enum(Object.keys(COMPUTED) as (keyof typeof COMPUTED)[]).optional(),
  coded: z.string().optional(),
  lang: z.enum(['en', 'ga']).optional(),
  required: z.literal(true).optional(),
  references: z.string().optional(),
});
type ColumnRow = z.output<typeof columnRow>;

/** Columns; those that several tables have are a list in the list. */
const columnRows = z.array(z.union([columnRow, z.array(columnRow)])).transform((rows) => rows.flat());

const TABLE_NAMES = [
  ...(['items', 'roles', 'parts', 'volumes', 'transcripts', 'photographs', 'people'] as const),
  ...(['schools-people', 'topics', 'subjects', 'subject-schemes', 'locations'] as const),
  ...(['categories', 'places'] as const),
] as const;
export type TableName = (typeof TABLE_NAMES)[number];

const { tables } = referenceTable(
  'tables',
  z.strictObject({
    shared: z.record(z.string(), columnRows),
    tables: z.record(
      z.enum(TABLE_NAMES),
      z.strictObject({ en: z.string(), ga: z.string(), columns: columnRows }),
    ),
  }),
);

/** The term, or the function that finds the values. */
function sourceOf({
  term,
  values,
  texts,
  within: path,
  by,
  coded,
  holds,
}: ColumnRow): Parameters<typeof column>[4] {
  if (by !== undefined) return COMPUTED[by];
  if (path !== undefined) return within(...(path.split('/') as [string, string]));
  if (texts !== undefined) return anyText(texts);
  if (values !== undefined) return under(values);
  if (coded === undefined) return term ?? '';
  return holds === 'code' ? coded : under(coded);
}

/** A column, or a column of codes with two of their labels in English and Irish. */
function columnsOf(row: ColumnRow): readonly Column[] {
  const { name, en, ga, holds, coded, lang, required, references } = row;
  const from = sourceOf(row);
  const more = {
    ...(lang === undefined ? {} : { lang }),
    ...(required === undefined ? {} : { required }),
    ...(references === undefined ? {} : { references }),
  };
  const whole = column(name, en, ga, holds, from, more);
  if (coded === undefined) return [whole];
  const labels = (language: 'en' | 'ga', enTitle: string, gaTitle: string): Column => ({
    ...column(
      `${name}_${language}`,
      enTitle,
      gaTitle,
      holds === 'code' ? 'text' : 'texts',
      typeof from === 'string' ? under(from) : from,
      { lang: language },
    ),
    labelOf: coded,
  });
  return [
    whole,
    labels('en', `${en}, in English`, `${ga}, as Béarla`),
    labels('ga', `${en}, in Irish`, `${ga}, as Gaeilge`),
  ];
}

/** What the rows of a table are about, where not about a record each. */
const rowsOf = (name: string): Pick<Table, 'rows'> => {
  if (name === 'roles') return { rows: rolesIn };
  return name === 'subjects' ? { rows: (node) => nodesOf(node, 'classificationRows') } : {};
};

/** The tables of a release, from reference-data/tables.yaml. */
export const TABLES = Object.fromEntries(
  Object.entries(tables).map(([name, { en, ga, columns }]) => [
    name,
    { en, ga, columns: columns.flatMap(columnsOf), ...rowsOf(name) },
  ]),
) as unknown as Readonly<Record<TableName, Table>>;
