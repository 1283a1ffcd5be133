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

/** The cells of a result by the names of their columns, in the language of the page. */
function cellsOf(
  site: Site,
  card: Card,
  language: Language,
): readonly (readonly [name: string, cell: string])[] {
  const words = wordsIn(language);
  const names = (records: readonly ResourceSummary[]): string =>
    [...new Set(records.map((one) => labelOf(one, language)))].join(BETWEEN);
  const { date, counties, countiesFrom, places, topics, people, reference } = card;
  const schools = new Set(site.search.results.valuesOf(site.index.idOf(card.path) ?? 0, 'school'));
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

/** The points of the places of each record, and of the record itself, in the order of the release. */
function pointsOf({ index, search }: Site, cards: readonly Card[]): readonly (readonly Point[])[] {
  const ids = index.idsOf(cards.map(({ path }) => path));
  const places = cards.map(({ path }) => {
    const id = ids.get(path) ?? 0;
    return new Set([...search.results.placesOf(id), id].toSorted((a, b) => a - b));
  });
  const points = new Map<number, Point[]>();
  for (const { id, ...point } of index.all<Point & { readonly id: number }>(
    `SELECT resource AS id, latitude, longitude FROM point
     WHERE resource IN (SELECT value FROM json_each(?)) ORDER BY resource, rowid`,
    [JSON.stringify(places.flatMap((some) => [...some]))],
  ))
    entry(points, id, () => []).push(point);
  return places.map((some) => [...some].flatMap((id) => points.get(id) ?? []));
}

/**
 * The first row of a spreadsheet: the names of the columns.
 *
 * @param last the name of a column after the others
 */
export const sheetHead = (site: Site, language: Language, last?: string): string =>
  BYTE_ORDER_MARK +
  csvRow([
    ...cellsOf(site, NO_RECORD, language).map(([name]) => name),
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
  const cards = cardsOf(site, records);
  const points = pointsOf(site, cards);
  return cards.map((card, at) => {
    const [point] = points[at] ?? [];
    return csvRow([
      ...cellsOf(site, card, language).map(([, cell]) => cell),
      ...(point === undefined ? ['', ''] : [String(point.latitude), String(point.longitude)]),
      ...(lastOf === undefined ? [] : [lastOf(card.path)]),
    ]);
  });
}

/** A feature for each record and point of its places (RFC 7946). */
export function geoFeatures(site: Site, records: readonly ResourceSummary[], language: Language): string[] {
  const cards = cardsOf(site, records);
  const points = pointsOf(site, cards);
  return cards.flatMap((card, at) => {
    const properties = Object.fromEntries(cellsOf(site, card, language).filter(([, cell]) => cell !== ''));
    return (points[at] ?? []).map(({ latitude, longitude }) =>
      JSON.stringify({
        type: 'Feature',
        id: site.manifest.base + card.path,
        geometry: { type: 'Point', coordinates: [longitude, latitude] },
        properties,
      }),
    );
  });
}
