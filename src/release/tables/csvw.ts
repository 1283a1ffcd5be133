import { codesOf, notUnderstood, type TermDefinition } from '../../model/rdf/context.js';
import { CSVW_CONTEXT, EDTF_LEVEL_1, licence, WKT_LITERAL } from '../../model/rdf/iris.js';
import type { TableContext } from './code-labels.js';
import { type Column, type ColumnType, hasRecords, isList, type Table } from './column.js';
import { SEPARATOR } from './csv.js';

/** Datatypes of CSV on the Web; the built-in ones have the names of XML Schema. */
const DATATYPES: Readonly<Record<ColumnType, string | Readonly<Record<string, string>>>> = {
  iri: 'anyURI',
  iris: 'anyURI',
  text: 'string',
  texts: 'string',
  code: 'string',
  codes: 'string',
  language: 'language',
  integer: 'integer',
  decimal: 'decimal',
  boolean: 'boolean',
  dateTime: 'dateTime',
  // A day without a year begins with two hyphens: a spreadsheet would add up what follows.
  monthDay: 'string',
  edtf: { '@id': EDTF_LEVEL_1, base: 'string' },
  wkt: { '@id': WKT_LITERAL, base: 'string' },
};

/** The cells of every table. */
const CELLS = {
  en: 'A cell that begins with an apostrophe and then =, +, -, @, a tab or a line end is a text that a spreadsheet would take for a formula: the first apostrophe is not part of it.',
  ga: 'Cill a thosaíonn le huaschamóg agus ansin =, +, -, @, táb nó deireadh líne, is téacs í a thógfadh scarbhileog mar fhoirmle: ní cuid den téacs an chéad uaschamóg.',
} as const;
/** The description of a table that is made of records. */
const HOW_TO_READ = {
  en: `The first column is the IRI of the record in the dumps. The values of a list are separated by |; in lists of texts | is written %7C and % is written %25. ${CELLS.en}`,
  ga: `IRI an taifid sna dumpaí atá sa chéad cholún. Scartar luachanna liosta le |; i liostaí téacsanna scríobhtar | mar %7C agus % mar %25. ${CELLS.ga}`,
} as const;
/** How the cells of a table are read, in English and Irish. */
export const howToRead = ({ isPlain }: Table) => (isPlain === true ? CELLS : HOW_TO_READ);

/**
 * The description of a table (CSV on the Web: Metadata Vocabulary for Tabular Data, 2015): title, datatype and property
 * of each column. A converter to RDF makes literals of type anyURI of a list of IRIs; the RDF is in the dumps.
 *
 * @param file the name of the table's file
 * @throws FolkloreError CONTEXT_TERM when the term of a column is not in the context
 */
export function describeTable(
  file: string,
  table: Table,
  licensed: 'by' | 'by-nc',
  language: TableContext,
): string {
  const description = {
    '@context': CSVW_CONTEXT,
    url: file,
    'dc:title': inBoth(table),
    'dc:description': inBoth(howToRead(table)),
    'dc:license': { '@id': licence(licensed) },
    dialect: DIALECT,
    tableSchema: schemaOf(table, language),
  };
  return `${JSON.stringify(description, undefined, 2)}\n`;
}

/** A table in its file. */
export interface TableFile {
  readonly file: string;
  readonly table: Table;
  /** The name of its SQL table, where that is not the name of the file. */
  readonly sql?: string;
}

/**
 * The description of all tables of a publication as a group, with their foreign keys: a table may refer to others of its
 * group only (Metadata Vocabulary for Tabular Data, section 5.6). Cells with lists have none: each of their values is a key.
 *
 * @throws FolkloreError CONTEXT_TERM
 */
export function describeTables(
  tables: readonly TableFile[],
  licensed: 'by' | 'by-nc',
  language: TableContext,
): string {
  const files = new Set(tables.map(({ file }) => file));
  const description = {
    '@context': CSVW_CONTEXT,
    'dc:license': { '@id': licence(licensed) },
    dialect: DIALECT,
    tables: tables.map(({ file, table }) => ({
      url: file,
      'dc:title': inBoth(table),
      'dc:description': inBoth(howToRead(table)),
      tableSchema: { ...schemaOf(table, language), foreignKeys: foreignKeys(table, files) },
    })),
  };
  return `${JSON.stringify(description, undefined, 2)}\n`;
}

/** The file whose keys are the values of a column; undefined where it is not among the files. */
export const referenceOf = (
  { holds, references = '' }: Column,
  files: ReadonlySet<string>,
): string | undefined => (holds === 'iri' && files.has(references) ? references : undefined);

const foreignKeys = ({ columns }: Table, files: ReadonlySet<string>): readonly object[] =>
  columns.flatMap((column) => {
    const resource = referenceOf(column, files);
    return resource === undefined
      ? []
      : [{ columnReference: column.name, reference: { resource, columnReference: 'iri' } }];
  });

const DIALECT = {
  encoding: 'utf-8',
  header: true,
  delimiter: ',',
  doubleQuote: true,
  lineTerminators: ['\r\n'],
} as const;

/** A table whose rows are no records has no key, and its columns are no properties of a record. */
const schemaOf = (table: Table, language: TableContext): object => ({
  // With a plus, so that the IRI is taken as it is (RFC 6570, section 3.2.3).
  ...(hasRecords(table) ? { primaryKey: 'iri', aboutUrl: '{+iri}' } : {}),
  columns: table.columns.map((column) => ({
    ...describeColumn(column, language),
    ...(hasRecords(table) ? {} : { propertyUrl: undefined, valueUrl: undefined, suppressOutput: true }),
  })),
});

const inBoth = ({ en, ga }: { readonly en: string; readonly ga: string }) => [
  { '@value': en, '@language': 'en' },
  { '@value': ga, '@language': 'ga' },
];

function describeColumn(column: Column, language: TableContext): object {
  const { name, en, ga, holds, term, lang, required } = column;
  const meaning = term === undefined ? undefined : meaningOf(term, language);
  const valueUrl = holds === 'iri' ? `{+${name}}` : meaning?.codes && `${meaning.codes}{${name}}`;
  return {
    name,
    // The header is a title too: a validator finds the columns by their titles.
    titles: { und: name, en, ga },
    datatype: DATATYPES[holds],
    ...(isList(column) ? { separator: SEPARATOR } : {}),
    ...(lang === undefined ? {} : { lang }),
    ...(required === undefined ? {} : { required }),
    ...(meaning === undefined ? { suppressOutput: true } : { propertyUrl: meaning.property, valueUrl }),
  };
}

/**
 * The property of a term and, where its values are codes, the namespace of the codes.
 */
function meaningOf(
  term: string,
  { context, prefixes }: TableContext,
): { readonly property: string; readonly codes?: string } {
  const given = context[term] as string | TermDefinition | undefined;
  const definition: TermDefinition = typeof given === 'string' ? { '@id': given } : (given ?? {});
  const { '@id': compact } = definition;
  const codes = codesOf(definition);
  const [, last] = codes[0] ?? [];
  const property = compact === undefined ? undefined : expand(compact, prefixes);
  if (property === undefined) throw notUnderstood(term, 'is used by a derived table but is not defined');
  if (last === undefined) return { property };
  const prefix = last.slice(0, last.indexOf(':') + 1);
  const namespace = expand(prefix, prefixes);
  if (namespace === undefined || codes.some(([code, iri]) => iri !== prefix + code)) {
    throw notUnderstood(term, 'has codes that do not complete one IRI');
  }
  return { property, codes: namespace };
}

function expand(compact: string, prefixes: ReadonlyMap<string, string>): string | undefined {
  const colon = compact.indexOf(':');
  const namespace = prefixes.get(compact.slice(0, colon));
  return namespace === undefined ? undefined : namespace + compact.slice(colon + 1);
}
