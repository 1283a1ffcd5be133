import type { Node } from '../../rdf/node.js';
import { listOfNames, listOfTexts } from './csv.js';
import { nodesOf, textsOf, valuesOf } from './node-values.js';

/** The type of the cells of a column; the plurals are lists. */
export type ColumnType =
  | 'iri'
  | 'iris'
  | 'text'
  | 'texts'
  | 'code'
  | 'codes'
  | 'language'
  | 'integer'
  | 'decimal'
  | 'boolean'
  | 'dateTime'
  | 'edtf'
  | 'monthDay'
  | 'wkt';

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
  more: Pick<Column, 'lang' | 'required' | 'term'> = {},
): Column => ({
  ...{ name, en, ga, holds, ...more },
  ...(typeof from === 'string' ? { term: from } : { of: from }),
});

/** A table with its titles. */
export interface Table {
  readonly en: string;
  readonly ga: string;
  readonly columns: readonly Column[];
}

const LISTS: Partial<Record<ColumnType, (values: readonly string[]) => string>> = {
  texts: listOfTexts,
  iris: listOfNames,
  codes: listOfNames,
};

/** Whether the cells of a column hold lists. */
export const isList = ({ holds }: Column): boolean => LISTS[holds] !== undefined;

/** The text of one cell. */
export function cellOf(column: Column, node: Node): string {
  const values = column.of?.(node) ?? valuesOfTerm(column, node);
  if (values.length === 0) return '';
  const list = LISTS[column.holds];
  return list === undefined ? (values[0] ?? '') : list([...new Set(values)]);
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
