import type { Node } from '../../rdf/node.js';
import { listOfNames, listOfTexts } from './csv.js';
import { nodesOf, textsOf, valuesOf } from './node-values.js';

/** What may stand in the cells of a column; the plurals are lists. */
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
  /** The header: small letters and underscores, for programs. */
  readonly name: string;
  /** What people call it. */
  readonly en: string;
  readonly ga: string;
  readonly holds: ColumnType;
  /**
   * The word of the context that says just this of the row's thing: the property is named by it, and the values are
   * found under it. Absent where no one property of the thing itself says it, and where a cell cannot say it just so:
   * lists of codes are no lists of concepts, and in lists of texts some characters are encoded.
   */
  readonly term?: string;
  /** Only what is said in this language. */
  readonly lang?: 'ga' | 'en';
  readonly required?: true;
  /** Where the values are found if not under the term. */
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

/** A table: what it is called and what its columns are. */
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

/** What a node says in a column, as the text of one cell. */
export function cellOf(column: Column, node: Node): string {
  const values = column.of?.(node) ?? directly(column, node);
  if (values.length === 0) return '';
  const list = LISTS[column.holds];
  return list === undefined ? (values[0] ?? '') : list([...new Set(values)]);
}

function directly({ term, lang }: Column, node: Node): readonly string[] {
  if (term === undefined) return [];
  if (lang === undefined) return valuesOf(node, term);
  return inLanguage(node, term, lang);
}

/** The texts under a term in one language. */
export const inLanguage = (node: Node, term: string, lang: string): readonly string[] =>
  textsOf(node, term).flatMap(({ language, text }) => (language === lang ? [text] : []));

/** The values under a term of the nodes under another: a year of a date, a number of a point. */
export const within =
  (outer: string, term: string) =>
  (node: Node): readonly string[] =>
    nodesOf(node, outer).flatMap((inner) => valuesOf(inner, term));

/** The texts under a term, in whatever language. */
export const anyText =
  (term: string) =>
  (node: Node): readonly string[] =>
    textsOf(node, term).map(({ text }) => text);

/** The values under a term that a cell cannot say just so. */
export const under =
  (term: string) =>
  (node: Node): readonly string[] =>
    valuesOf(node, term);
