import type { Publication } from '../../rdf/iris.js';
import { cellOf, type Table } from './column.js';
import { csvRow } from './csv.js';
import { DerivedMaker, type MakeFormat, type TableContext, type TableSettings } from './derived-file.js';
import { placesGeojson } from './geojson.js';
import { linkedPlaces } from './linked-places.js';
import { isA } from './node-values.js';
import { isLivePlace, isLocation, isPlaceRecord, type NodeFilter } from './place-nodes.js';
import { ITEMS } from './tables/items.js';
import { LOCATIONS } from './tables/locations.js';
import { PEOPLE } from './tables/people.js';
import { PHOTOGRAPHS } from './tables/photographs.js';
import { PLACES } from './tables/places.js';

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

/** One derived file. */
export interface DerivedRow {
  readonly file: string;
  /** Decides the licence. No file holds data of both publications (decision 2026-11-22-one-licence-a-file). */
  readonly publication: Publication;
  readonly takes: NodeFilter;
  readonly format: MakeFormat;
  /** A table has a description in a file of its own. */
  readonly table?: Table;
}

const csv = (file: string, publication: Publication, takes: NodeFilter, table: Table): DerivedRow => ({
  file,
  publication,
  takes,
  format: csvTable(table),
  table,
});

/** The derived files. A new one is a row here and a file with its columns or its format. */
export const DERIVED: readonly DerivedRow[] = [
  csv('items.csv', 'folklore', isA('Item'), ITEMS),
  csv('photographs.csv', 'folklore', isA('Photograph'), PHOTOGRAPHS),
  csv('people.csv', 'folklore', isA('PersonRecord'), PEOPLE),
  csv('locations.csv', 'folklore', isLocation, LOCATIONS),
  csv('places.csv', 'placenames', isPlaceRecord, PLACES),
  { file: 'places.geojson', publication: 'placenames', takes: isLivePlace, format: placesGeojson },
  { file: 'places.lpf.json', publication: 'placenames', takes: isLivePlace, format: linkedPlaces },
];

const NEUTRAL_NAME = 'Place-names database';

/** @param placenamesTitle the title of the place-names database, where it is configured */
export const tableSettings = (
  language: TableContext,
  placenamesTitle: string = NEUTRAL_NAME,
): TableSettings => ({ language, placenamesTitle });

/** A maker of the rows of each derived file, in the order of the table of files. */
export const derivedMakers = (setup: TableSettings): readonly DerivedMaker[] =>
  DERIVED.map((row) => new DerivedMaker(row, setup));
