import type { Publication } from '../../rdf/iris.js';
import type { Table } from './column.js';
import { csvTable } from './csv-table.js';
import type { MakeFormat } from './format.js';
import { placesGeojson } from './geojson.js';
import { linkedPlaces } from './linked-places.js';
import { isLivePlace, isLocation, isPlaceRecord, type Takes } from './place-kinds.js';
import { isA } from './said.js';
import { ITEMS } from './tables/items.js';
import { LOCATIONS } from './tables/locations.js';
import { PEOPLE } from './tables/people.js';
import { PHOTOGRAPHS } from './tables/photographs.js';
import { PLACES } from './tables/places.js';

/** One derived file. */
export interface DerivedRow {
  readonly file: string;
  /** What a file's data is published with, and so under which licence it comes: never both in one file (D8). */
  readonly publication: Publication;
  readonly takes: Takes;
  readonly format: MakeFormat;
  /** A table is described in a file beside it. */
  readonly table?: Table;
}

const csv = (file: string, publication: Publication, takes: Takes, table: Table): DerivedRow => ({
  file,
  publication,
  takes,
  format: csvTable(table),
  table,
});

/** THE TABLE of derived files. A new one is a row here and a file with its columns or its format. */
export const DERIVED: readonly DerivedRow[] = [
  csv('items.csv', 'folklore', isA('Item'), ITEMS),
  csv('photographs.csv', 'folklore', isA('Photograph'), PHOTOGRAPHS),
  csv('people.csv', 'folklore', isA('PersonRecord'), PEOPLE),
  csv('locations.csv', 'folklore', isLocation, LOCATIONS),
  csv('places.csv', 'placenames', isPlaceRecord, PLACES),
  { file: 'places.geojson', publication: 'placenames', takes: isLivePlace, format: placesGeojson },
  { file: 'places.lpf.json', publication: 'placenames', takes: isLivePlace, format: linkedPlaces },
];
