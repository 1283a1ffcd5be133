import { entry } from '../../../base/map-entry.js';
import { csvRow } from '../../../release/tables/csv.js';
import { dateInWords } from '../dates-in-words.js';
import type { Role } from '../index/facet-statements.js';
import type { ResourceSummary } from '../index/release-index.js';
import { facetName, facetValueNameOf, kindName, type Language, wordsIn } from '../interface-words.js';
import { labelOf } from '../layout.js';
import type { Site } from '../site.js';
import { type Card, cardsOf } from './cards.js';
import { INHERITED } from './result-card.js';

/* The results of a search for people: a spreadsheet with names in place of IRIs, and features for a map. */

/** What opens a file as UTF-8 in a spreadsheet (RFC 3629, section 6). */
const BYTE_ORDER_MARK = '\ufeff';

/** Between the names of a cell. */
const BETWEEN = '; ';

const PEOPLE: readonly Role[] = ['informant', 'collector', 'photographer', 'teacher', 'relevantPerson'];

/** A point of a place of a record. */
interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/**
 * The cells of a result by the names of their columns, in the language of the page.
 *
 * @param id the number of the record
 */
function cellsOf(
  site: Site,
  card: Card,
  id: number,
  language: Language,
): readonly (readonly [name: string, cell: string])[] {
  const words = wordsIn(language);
  const names = (records: readonly ResourceSummary[]): string =>
    [...new Set(records.map((one) => labelOf(one, language)))].join(BETWEEN);
  const { date, counties, countiesFrom, places, topics, people, reference } = card;
  const schools = new Set(site.search.results.valuesOf(id, 'school'));
  return [
    [words('titleOfWork'), labelOf(card, language)],
    [facetName('kind', language), kindName(card.kind ?? '', 'one', language)],
    [words('dateOfWork'), date === undefined ? '' : dateInWords(date.edtf, date.qualifier, language)],
    [words('whoseDate'), date?.from === undefined ? '' : words(INHERITED.date[date.from])],
    [words('county'), names(counties)],
    [words('whoseCounty'), countiesFrom === undefined ? '' : words(INHERITED.county[countiesFrom])],
    [words('place'), names(places)],
    ...PEOPLE.map(
      (role) =>
        [
          facetValueNameOf(role, language),
          names(people.flatMap((one) => (one.role === role ? one.person : []))),
        ] as const,
    ),
    [words('topic'), names(topics.filter(({ kind }) => kind === 'topic'))],
    [facetName('school', language), names(topics.filter(({ path }) => schools.has(path)))],
    [
      words('shelfMark'),
      reference === undefined || typeof reference === 'string'
        ? (reference ?? '')
        : labelOf(reference, language),
    ],
    [words('address'), site.manifest.base + card.path],
    [words('text'), card.texts[0]?.text ?? ''],
  ];
}

/** A card with the number of its record, and the points of the places of the record and of the record itself. */
interface PlacedCard {
  readonly card: Card;
  readonly id: number;
  readonly points: readonly Point[];
}

/** The cards of some records, in their order; points are in the order of the release. */
function placedCards(site: Site, records: readonly ResourceSummary[]): readonly PlacedCard[] {
  const { index, search } = site;
  const ids = index.idsOf(records.map(({ path }) => path));
  const placed = cardsOf(site, records).map((card) => {
    const id = ids.get(card.path) ?? 0;
    return { card, id, places: new Set([...search.results.placesOf(id), id].toSorted((a, b) => a - b)) };
  });
  const points = new Map<number, Point[]>();
  for (const { id, ...point } of index.all<Point & { readonly id: number }>(
    `SELECT resource AS id, latitude, longitude FROM point
     WHERE resource IN (SELECT value FROM json_each(?)) ORDER BY resource, rowid`,
    [JSON.stringify(placed.flatMap(({ places }) => [...places]))],
  ))
    entry(points, id, () => []).push(point);
  return placed.map(({ card, id, places }) => ({
    card,
    id,
    points: [...places].flatMap((place) => points.get(place) ?? []),
  }));
}

/**
 * The first row of a spreadsheet: the names of the columns.
 *
 * @param last the name of a column after the others
 */
export const sheetHead = (site: Site, language: Language, last?: string): string =>
  BYTE_ORDER_MARK +
  csvRow([
    ...cellsOf(site, NO_RECORD, 0, language).map(([name]) => name),
    ...POINT[language],
    ...(last === undefined ? [] : [last]),
  ]);

const POINT = { en: ['Latitude', 'Longitude'], ga: ['Domhanleithead', 'Domhanfhad'] } as const;

const NO_RECORD: Card = {
  ...{ path: '', kind: null, label_en: '', label_ga: '' },
  ...{ counties: [], places: [], topics: [], people: [], texts: [] },
};

/**
 * A row for each record. A formula in a cell stays a text (csvRow).
 *
 * @param lastOf the cell of the column after the others, by the path of a record
 */
export function sheetRows(
  site: Site,
  records: readonly ResourceSummary[],
  language: Language,
  lastOf?: (path: string) => string,
): string[] {
  return placedCards(site, records).map(({ card, id, points: [point] }) =>
    csvRow([
      ...cellsOf(site, card, id, language).map(([, cell]) => cell),
      ...(point === undefined ? ['', ''] : [String(point.latitude), String(point.longitude)]),
      ...(lastOf === undefined ? [] : [lastOf(card.path)]),
    ]),
  );
}

/** A feature for each record and point of its places (RFC 7946). */
export function geoFeatures(site: Site, records: readonly ResourceSummary[], language: Language): string[] {
  return placedCards(site, records).flatMap(({ card, id, points }) => {
    const properties = Object.fromEntries(
      cellsOf(site, card, id, language).filter(([, cell]) => cell !== ''),
    );
    return points.map(({ latitude, longitude }) =>
      JSON.stringify({
        type: 'Feature',
        id: site.manifest.base + card.path,
        geometry: { type: 'Point', coordinates: [longitude, latitude] },
        properties,
      }),
    );
  });
}
