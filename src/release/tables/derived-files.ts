import type { Publication } from '../../model/rdf/iris.js';
import { codeLabels, type TableContext } from './code-labels.js';
import { cellOf, type Table } from './column.js';
import { CATEGORIES } from './columns/categories.js';
import { ITEMS } from './columns/items.js';
import { LOCATIONS } from './columns/locations.js';
import { PARTS } from './columns/parts.js';
import { PEOPLE } from './columns/people.js';
import { PHOTOGRAPHS } from './columns/photographs.js';
import { PLACES } from './columns/places.js';
import { isWork, ROLES_TABLE } from './columns/roles.js';
import { SCHOOLS_PEOPLE } from './columns/schools-people.js';
import { TOPICS } from './columns/topics.js';
import { TRANSCRIPTS } from './columns/transcripts.js';
import { VOLUMES } from './columns/volumes.js';
import { pointsOfPlaces, schoolCounties, trails } from './completions.js';
import { csvRow } from './csv.js';
import {
  type Completion,
  DerivedMaker,
  type DerivedRow,
  type MakeFormat,
  type TableSettings,
} from './derived-file.js';
import { placesGeojson } from './geojson.js';
import { linkedPlaces, namesOfCategories } from './linked-places.js';
import { isA } from './node-values.js';
import {
  isLivePlace,
  isLocation,
  isPlaceRecord,
  isUnder,
  type NodeFilter,
  orOmitted,
} from './place-nodes.js';
import { worksGeojson } from './works-geojson.js';

/** A table as comma-separated values. */
export const csvTable =
  ({ columns, rows = (node) => [node] }: Table): MakeFormat =>
  ({ labels }) => ({
    mediaType: 'text/csv',
    head: csvRow(columns.map(({ name }) => name)),
    between: '',
    foot: '',
    rows: (node) => rows(node).map((row) => csvRow(columns.map((column) => cellOf(column, row, labels)))),
  });

const csv = (
  file: string,
  publication: Publication,
  takes: NodeFilter,
  table: Table,
  completion?: Completion,
): DerivedRow => ({
  ...{ file, publication, takes, format: csvTable(table), table },
  ...(completion === undefined ? {} : { completion }),
});

/** The derived files. A new one is a row here and a file with its columns or its format. */
export const DERIVED: readonly DerivedRow[] = [
  csv('items.csv', 'folklore', orOmitted(isA('Item'), 'cbe-item', 'cbes-item'), ITEMS, schoolCounties),
  csv('roles.csv', 'folklore', isWork, ROLES_TABLE),
  csv('parts.csv', 'folklore', orOmitted(isA('Part'), 'cbe-part', 'cbes-part'), PARTS),
  csv('volumes.csv', 'folklore', orOmitted(isA('Volume'), 'cbe-volume', 'cbes-volume'), VOLUMES),
  csv('transcripts.csv', 'folklore', isA('Transcript'), TRANSCRIPTS),
  csv('photographs.csv', 'folklore', isA('Photograph'), PHOTOGRAPHS),
  csv('people.csv', 'folklore', orOmitted(isA('PersonRecord'), 'person'), PEOPLE),
  csv(
    'schools-people.csv',
    'folklore',
    orOmitted(isA('picom:PersonObservation'), 'cbes-person'),
    SCHOOLS_PEOPLE,
  ),
  csv('topics.csv', 'folklore', isUnder('cbes-topic', 'handbook'), TOPICS, trails),
  csv('locations.csv', 'folklore', orOmitted(isLocation, 'place', 'country', 'abroad'), LOCATIONS),
  csv('categories.csv', 'placenames', isUnder('category'), CATEGORIES),
  csv('places.csv', 'placenames', isPlaceRecord, PLACES),
  {
    file: 'works.geojson',
    publication: 'folklore',
    takes: (node) => isA('Item')(node) || isA('Photograph')(node),
    format: worksGeojson,
    completion: pointsOfPlaces,
  },
  { file: 'places.geojson', publication: 'placenames', takes: isLivePlace, format: placesGeojson },
  {
    file: 'places.lpf.json',
    publication: 'placenames',
    takes: isLivePlace,
    format: linkedPlaces,
    completion: namesOfCategories,
  },
];

const NEUTRAL_NAME = 'Place-names database';

/** @param placenamesTitle the title of the place-names database, where it is configured */
export const tableSettings = (
  language: TableContext,
  placenamesTitle: string = NEUTRAL_NAME,
): TableSettings => ({ language, labels: codeLabels(language), placenamesTitle });

/** A maker of the rows of each derived file, in the order of the table of files. */
export const derivedMakers = (setup: TableSettings): readonly DerivedMaker[] =>
  DERIVED.map((row) => new DerivedMaker(row, setup));
