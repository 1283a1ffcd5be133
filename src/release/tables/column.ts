import type { Node } from '../../model/rdf/node.js';
import type { CodeLabels } from './code-labels.js';
import { listOfNames, listOfTexts } from './csv.js';
import { nodesOf, textsOf, valuesOf } from './node-values.js';

/** The types of the cells of a column; plurals are lists. */
export const COLUMN_TYPES = [
  'iri',
  'iris',
  'text',
  'texts',
  'code',
  'codes',
  'language',
  'integer',
  'decimal',
  'boolean',
  'dateTime',
  'edtf',
  'monthDay',
  'wkt',
] as const;
export type ColumnType = (typeof COLUMN_TYPES)[number];

/** One column of a table. */
export interface Column {
  /** The header: lower case letters and underscores. */
  readonly name: string;
  /** Titles in English and Irish. */
  readonly en: string;
  readonly ga: string;
  readonly holds: ColumnType;
  /**
   * The term of the context whose values are in the column. It names the property in the table's description. Absent
   * where the column is no property of the record itself, and where a cell differs from the value: a list of codes is no
   * list of concepts, and in a list of texts some characters are encoded.
   */
  readonly term?: string;
  /** Only values in this language. */
  readonly lang?: 'ga' | 'en';
  readonly required?: true;
  /** Finds the values, where they are not those of the term. */
  readonly of?: (node: Node) => readonly string[];
  /** The term whose codes the values are; the cell has their labels in the language of the column. */
  readonly labelOf?: string;
  /** The file of the table with the rows of these IRIs. */
  readonly references?: string;
}

/**
 * Makes a column.
 *
 * @param from the term of the values, or a function that finds them
 */
export const column = (
  name: string,
  en: string,
  ga: string,
  holds: ColumnType,
  from: string | NonNullable<Column['of']>,
  more: Pick<Column, 'lang' | 'required' | 'term' | 'references'> = {},
): Column => ({
  name,
  en,
  ga,
  holds,
  ...more,
  ...(typeof from === 'string' ? { term: from } : { of: from }),
});

/** A table with its titles. */
export interface Table {
  readonly en: string;
  readonly ga: string;
  readonly columns: readonly Column[];
  /** What each row is about; absent: each row is about a record, whose IRI is the first column and the key. */
  readonly rows?: (node: Node) => readonly Node[];
  /** Of a feature: its rows are not made of records. */
  readonly isPlain?: true;
}

/** Whether each row is about a record, whose IRI is the key. */
export const hasRecords = ({ rows, isPlain }: Table): boolean => rows === undefined && isPlain !== true;

/** The positions of the columns of a table, by name; -1 for any other name. */
export const positions = ({ columns }: Pick<Table, 'columns'>) => {
  const at = new Map(columns.map(({ name }, position) => [name, position]));
  return (name: string): number => at.get(name) ?? -1;
};

const LISTS: Partial<Record<ColumnType, (values: readonly string[]) => string>> = {
  texts: listOfTexts,
  iris: listOfNames,
  codes: listOfNames,
};

/** Whether the cells of a column hold lists. */
export const isList = ({ holds }: Column): boolean => LISTS[holds] !== undefined;

/** The text of one cell. */
export function cellOf(column: Column, node: Node, labels: CodeLabels): string {
  const found = column.of?.(node) ?? valuesOfTerm(column, node);
  const { labelOf, lang } = column;
  const values =
    labelOf === undefined || lang === undefined ? found : found.map((code) => labels(labelOf, code, lang));
  if (values.length === 0) return '';
  const list = LISTS[column.holds];
  if (list === undefined) return values[0] ?? '';
  return list(values.length === 1 ? values : [...new Set(values)]);
}

function valuesOfTerm({ term, lang }: Column, node: Node): readonly string[] {
  if (term === undefined) return [];
  if (lang === undefined) return valuesOf(node, term);
  return inLanguage(node, term, lang);
}

/** The texts of a term in one language. */
export const inLanguage = (node: Node, term: string, lang: string): readonly string[] =>
  textsOf(node, term).flatMap(({ language, text }) => (language === lang ? [text] : []));

/** The values of a term of nested nodes: a year of a date, a number of a point. */
export const within =
  (outer: string, term: string) =>
  (node: Node): readonly string[] =>
    nodesOf(node, outer).flatMap((inner) => valuesOf(inner, term));

/** The texts of a term in any language. */
export const anyText =
  (term: string) =>
  (node: Node): readonly string[] =>
    textsOf(node, term).map(({ text }) => text);

/** The values of a term that must not name the property of the column. */
export const under =
  (term: string) =>
  (node: Node): readonly string[] =>
    valuesOf(node, term);
