import { EDTF_LEVEL_1, licence, type Publication, WKT_LITERAL } from '../../model/rdf/iris.js';
import {
  LICENCE_NAMES,
  licenceOfPublication,
  publicationsOf,
  publisherOf,
  type ReleaseFacts,
} from '../../release/description/facts.js';
import { namesOf } from '../../release/description/metadata/names.js';
import { publisherName, TEXTS, titleOfWhole } from '../../release/description/metadata/texts.js';
import { type Column, type ColumnType, hasRecords, isList, type Table } from '../../release/tables/column.js';
import { SEPARATOR } from '../../release/tables/csv.js';
import { howToRead, referenceOf } from '../../release/tables/csvw.js';
import { tablesAmong } from '../../release/tables/derived-files.js';

/** A release with its tables, for their descriptions. */
export interface TabledRelease extends Omit<ReleaseFacts, 'others'> {
  readonly names: ReturnType<typeof namesOf>;
  readonly publications: ReturnType<typeof publicationsOf>;
  readonly tables: ReturnType<typeof tablesAmong>;
}

/** Adds what the descriptions of tables need to the facts of a release. */
export const withTables = (facts: Omit<ReleaseFacts, 'others'>): TabledRelease => ({
  ...facts,
  names: namesOf({ ...facts, others: [] }),
  publications: publicationsOf(facts),
  tables: tablesAmong(facts.derived ?? []),
});

/** The types of columns in Table Schema. A list in a cell of CSV is a text. The type of EDTF and WKT is that of their literals. */
const TYPES: Readonly<Record<ColumnType, object>> = {
  iri: { type: 'string', format: 'uri' },
  iris: { type: 'string' },
  text: { type: 'string' },
  texts: { type: 'string' },
  code: { type: 'string' },
  codes: { type: 'string' },
  language: { type: 'string' },
  integer: { type: 'integer' },
  decimal: { type: 'number' },
  boolean: { type: 'boolean' },
  // A second can have a fraction, which the default format has not.
  dateTime: { type: 'datetime', format: 'any' },
  monthDay: { type: 'string' },
  edtf: { type: 'string', rdfType: EDTF_LEVEL_1 },
  wkt: { type: 'string', rdfType: WKT_LITERAL },
};

/** datapackage.json: the tables of a release as a Tabular Data Package (Frictionless Data Package 1.0, Table Schema 1.0). */
export function dataPackage(release: TabledRelease): object {
  const { tables, publications, label, publishers } = release;
  const sourceOf = (one: Publication) => ({
    title: publisherName(one, release),
    path: publishers[publisherOf(one)].url,
  });
  const files = new Set(tables.map(({ file }) => file));
  return {
    profile: 'tabular-data-package',
    name: 'folklore-linked-data',
    title: `${titleOfWhole(publications)}, ${label}`,
    description: publications.map((one) => TEXTS.publications[one].description.en).join('\n\n'),
    homepage: release.base,
    version: label,
    created: `${release.issued}T00:00:00Z`,
    keywords: [...new Set(publications.flatMap((one) => TEXTS.publications[one].keywords.en))],
    licenses: publications.flatMap(licensesOf),
    contributors: publications.map((one) => ({ ...sourceOf(one), role: 'publisher' })),
    sources: publications.map(sourceOf),
    resources: tables.map(({ file, table, publication, bytes, sha256 }) => ({
      profile: 'tabular-data-resource',
      name: file.replace(/\.csv$/, ''),
      path: file,
      title: table.en,
      description: howToRead(table).en,
      format: 'csv',
      mediatype: 'text/csv',
      encoding: 'utf-8',
      bytes,
      hash: `sha256:${sha256}`,
      licenses: licensesOf(publication),
      schema: schemaOf(table, files),
    })),
  };
}

const licensesOf = (publication: Publication): readonly object[] => {
  const which = licenceOfPublication(publication);
  return [{ name: LICENCE_NAMES[which].spdx, path: licence(which), title: LICENCE_NAMES[which].short }];
};

const schemaOf = (table: Table, files: ReadonlySet<string>): object => {
  const foreignKeys = table.columns.flatMap((column) => {
    const to = referenceOf(column, files)?.replace(/\.csv$/, '');
    return to === undefined ? [] : [{ fields: column.name, reference: { resource: to, fields: 'iri' } }];
  });
  return {
    fields: table.columns.map(fieldOf),
    missingValues: [''],
    ...(hasRecords(table) ? { primaryKey: 'iri' } : {}),
    ...(foreignKeys.length > 0 ? { foreignKeys } : {}),
  };
};

const fieldOf = (column: Column): object => ({
  name: column.name,
  title: column.en,
  ...(isList(column) && { description: `A list; the values are separated by ${SEPARATOR}.` }),
  ...TYPES[column.holds],
  ...(column.required === undefined ? {} : { constraints: { required: column.required } }),
});
