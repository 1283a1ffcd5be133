import type { Publication } from '../../model/rdf/iris.js';
import { codeLabels, type TableContext } from './code-labels.js';
import { cellOf, positions, type Table } from './column.js';
import { isWork, OF_PLACES } from './computed-columns.js';
import { CountiesOfPlaces } from './counties-of-places.js';
import { csvRow, listOfNames, listOfTexts, valuesIn } from './csv.js';
import type { TableFile } from './csvw.js';
import {
  type Completion,
  completeRows,
  type DerivedChunks,
  type DerivedFile,
  type DerivedTable,
  type MakeFormat,
  type TableSettings,
} from './derived-file.js';
import { isA, nodesOf, valuesOf } from './node-values.js';
import { isLocation, isPlaceRecord, isUnder, type NodeFilter, orOmitted } from './place-nodes.js';
import { TABLES, type TableName } from './tables.js';

/** A table as comma-separated values. */
const csvTable =
  ({ columns, rows = (node) => [node] }: Table): MakeFormat =>
  ({ labels }) => ({
    mediaType: 'text/csv',
    head: csvRow(columns.map(({ name }) => name)),
    between: '',
    foot: '',
    rows: (node) => rows(node).map((row) => columns.map((column) => cellOf(column, row, labels))),
    text: (row: readonly string[]) => csvRow(row),
  });

const csv = (
  name: TableName,
  publication: Publication,
  takes: NodeFilter,
  completion?: Completion,
): DerivedTable => ({
  file: `${name}.csv`,
  publication,
  takes,
  format: csvTable(TABLES[name]),
  table: TABLES[name],
  ...(completion === undefined ? {} : { completion }),
});

const isOfArchive = isUnder('cbes-topic', 'handbook');

/** Whether a node is a topic of the archive, or a concept of the operator's schemes. One without a class aligns a topic. */
const isTopic: NodeFilter = (node, language) =>
  node.type !== undefined && (isOfArchive(node, language) || valuesOf(node, 'schemeOfConcept').length > 0);

/**
 * The counties of works that are known by a place (model 3.11): those that the archive or the place-names database puts the place
 * in.
 */
const countiesOfWorks: Completion = {
  from: CountiesOfPlaces.FROM,
  begin: (at) => {
    const [counties, from] = [at('effective_counties'), at('effective_counties_from')];
    const known = new CountiesOfPlaces();
    return {
      know: (cell) => known.know(cell),
      complete: (row: string[]) => {
        const source = row[from] ?? '';
        if (!source.endsWith(OF_PLACES)) return [row];
        const found = known.of(valuesIn(row[counties]));
        row[counties] = listOfNames(found);
        row[from] = found.length === 0 ? '' : source.slice(0, -OF_PLACES.length);
        return [row];
      },
    };
  },
};

interface Topic {
  readonly iri: string;
  readonly broader: string;
  readonly labels: Readonly<Record<'en' | 'ga', string>>;
}

/** The trails of topics. */
const trails: Completion = {
  from: ['topics'],
  begin: (at) => {
    const topics = new Map<string, Topic>();
    /** A topic that is above itself ends the trail. */
    const trailOf = (iri: string): readonly Topic[] => {
      const trail = new Set<Topic>();
      for (
        let topic = topics.get(iri);
        topic !== undefined && !trail.has(topic);
        topic = topics.get(topic.broader)
      )
        trail.add(topic);
      return [...trail].reverse();
    };
    return {
      know: (cell) => {
        const other = cell('label_other');
        const [en, ga] = [cell('label_en'), cell('label_ga')];
        const labels = { en: en || ga || other, ga: ga || en || other };
        topics.set(cell('iri'), { iri: cell('iri'), broader: cell('broader'), labels });
      },
      complete: (row: string[]) => {
        const trail = trailOf(row[at('iri')] ?? '');
        row[at('trail')] = listOfNames(trail.map(({ iri }) => iri));
        for (const language of ['en', 'ga'] as const)
          row[at(`trail_${language}`)] = listOfTexts(trail.map(({ labels }) => labels[language]));
        return [row];
      },
    };
  },
};

/** The derived files of the core: its tables. A new one is a row here, and its columns in reference-data/tables.yaml. */
export const DERIVED: readonly DerivedTable[] = [
  csv('items', 'folklore', orOmitted(isA('Item'), 'cbe-item', 'cbes-item'), countiesOfWorks),
  csv('roles', 'folklore', isWork),
  csv('parts', 'folklore', orOmitted(isA('Part'), 'cbe-part', 'cbes-part')),
  csv('volumes', 'folklore', orOmitted(isA('Volume'), 'cbe-volume', 'cbes-volume')),
  csv('transcripts', 'folklore', isA('Transcript')),
  csv('photographs', 'folklore', isA('Photograph'), countiesOfWorks),
  csv('people', 'folklore', orOmitted(isA('PersonRecord'), 'person')),
  csv('schools-people', 'folklore', orOmitted(isA('picom:PersonObservation'), 'cbes-person')),
  csv('topics', 'folklore', isTopic, trails),
  csv('subjects', 'folklore', (node) => nodesOf(node, 'classificationRows').length > 0),
  csv('subject-schemes', 'folklore', (node) => valuesOf(node, 'schemeRow').length > 0),
  csv('locations', 'folklore', orOmitted(isLocation, 'place', 'country', 'abroad')),
  csv('categories', 'placenames', isUnder('category')),
  csv('places', 'placenames', isPlaceRecord),
];

/** The position of a table among the derived files. */
export const positionOf = (table: TableName): number =>
  DERIVED.findIndex(({ file }) => file === `${table}.csv`);

/** The tables among derived files, in their order, each with its columns: those of the core and those that features have written. */
export const tablesAmong = (derived: readonly DerivedFile[]): (DerivedFile & TableFile)[] =>
  derived.flatMap((one) => {
    const table = one.table ?? DERIVED.find(({ file }) => file === one.file)?.table;
    return table === undefined ? [] : [{ ...one, table }];
  });

/** A row of a table: a function from a column to its cell. */
export type TableRow = (column: string) => string;

/**
 * The rows of a table, complete.
 *
 * @param given the chunks of each derived file, in the order of the table of files
 * @throws Error when a chunk is damaged; the error of the file system
 */
export async function* tableRows(
  table: TableName,
  given: readonly DerivedChunks[],
): AsyncGenerator<TableRow> {
  const at = positionOf(table);
  const [derived, chunks] = [DERIVED[at], given[at]];
  if (derived === undefined || chunks === undefined) return;
  const position = positions(TABLES[table]);
  for await (const completed of completeRows<readonly string[]>(derived, chunks))
    for (const cells of completed.flat()) yield (column) => cells[position(column)] ?? '';
}

const NEUTRAL_NAME = 'Place-names database';

/** @param placenamesTitle the title of the place-names database, where it is configured */
export const tableSettings = (
  language: TableContext,
  placenamesTitle: string = NEUTRAL_NAME,
): TableSettings => ({ language, labels: codeLabels(language), placenamesTitle });
