import { entry } from '../../../base/map-entry.js';
import { sqlColumn } from '../../../release/tables/sql-tables.js';
import type { Role } from '../index/facet-statements.js';
import type { ResourceSummary } from '../index/release-index.js';
import { DATE_QUALIFIERS } from '../index/result-columns.js';
import type { Site } from '../site.js';

type DateQualifier = Exclude<(typeof DATE_QUALIFIERS)[number], ''>;

/* What a list shows of a record besides its label, from the tables of the release. */

/** Whose value it is, where it is not the record's own. */
export type Inherited = 'place' | 'school' | 'part' | 'collection' | 'works';

export interface CardText {
  readonly text: string;
  /** The empty string where it is not known. */
  readonly language: string;
}

export interface Card extends ResourceSummary {
  readonly date?: {
    readonly edtf: string;
    readonly qualifier?: DateQualifier;
    readonly from?: Inherited;
  };
  readonly died?: { readonly edtf: string; readonly qualifier?: DateQualifier };
  readonly counties: readonly ResourceSummary[];
  readonly countiesFrom?: Inherited;
  readonly places: readonly ResourceSummary[];
  /** Topics, and of an item the school or chapter that it is in. */
  readonly topics: readonly ResourceSummary[];
  readonly people: readonly { readonly role: Role; readonly person: ResourceSummary }[];
  /** The volume and page, or the number of a photograph. */
  readonly reference?: ResourceSummary | string;
  /** The page on which an item ends. */
  readonly lastPage?: ResourceSummary;
  /** Texts in which words can be found: an extract, a description, transcripts. */
  readonly texts: readonly CardText[];
}

type Row = Readonly<Record<string, string | number | null>>;

/** Where a card of a kind has its content: columns of the table of the kind. */
interface CardColumns {
  readonly table: string;
  readonly date?: string;
  readonly qualifier?: string;
  readonly dateFrom?: string;
  readonly died?: string;
  /** Columns with counties of the record itself. */
  readonly counties?: readonly string[];
  /** The column that says whose the counties are; or whose they are where the record has none. */
  readonly countiesFrom?: string;
  readonly countiesElse?: Inherited;
  readonly places?: string;
  readonly people?: Readonly<Partial<Record<Role, string>>>;
  readonly reference?: string;
  /** The page on which the record begins. */
  readonly page?: string;
  /** The page on which the record ends. */
  readonly lastPage?: string;
  /** The part that an item is in. */
  readonly part?: string;
  readonly texts?: readonly (readonly [column: string, language: string])[];
  /** The codes of the languages of texts whose language is the empty string. */
  readonly languages?: string;
}

const DESCRIPTIONS = [
  ['description_en', 'en'],
  ['description_ga', 'ga'],
] as const;

/** The columns by the kind of the record. A kind without an entry has a label only. */
const CARD_COLUMNS: Readonly<Record<string, CardColumns>> = {
  item: {
    table: 'items',
    date: 'effective_edtf',
    qualifier: 'effective_date_qualifier',
    dateFrom: 'effective_date_from',
    countiesFrom: 'effective_counties_from',
    people: { collector: 'collectors', informant: 'informants', relevantPerson: 'relevant_persons' },
    page: 'first_page',
    lastPage: 'last_page',
    part: 'part',
    texts: [['extract', '']],
    languages: 'languages',
  },
  photograph: {
    table: 'photographs',
    date: 'edtf',
    qualifier: 'date_qualifier',
    countiesFrom: 'effective_counties_from',
    people: { photographer: 'photographer', relevantPerson: 'relevant_persons' },
    reference: 'reference_number',
    texts: [...DESCRIPTIONS, ['archived_description', '']],
  },
  part: {
    table: 'parts',
    date: 'edtf',
    qualifier: 'date_qualifier',
    counties: ['counties'],
    countiesElse: 'school',
    people: { teacher: 'teachers', collector: 'collectors', informant: 'informants' },
    page: 'volume',
    texts: DESCRIPTIONS,
  },
  person: {
    table: 'people',
    date: 'birth_edtf',
    qualifier: 'birth_date_qualifier',
    died: 'death_edtf',
    counties: ['counties', 'birth_county'],
    countiesElse: 'works',
    places: 'birth_place',
  },
  'schools-person': {
    table: 'schools_people',
    counties: ['addresses'],
    countiesElse: 'works',
    places: 'addresses',
  },
};

/** Transcripts of a record whose words a card shows, at most. */
const MOST_TRANSCRIPTS = 20;

/**
 * The cards of records, in their order.
 *
 * @param content `without texts`: the texts of the records are not read
 */
export function cardsOf(
  site: Site,
  records: readonly ResourceSummary[],
  content: 'whole' | 'without texts' = 'whole',
): Card[] {
  const { index, search } = site;
  const isWhole = content === 'whole';
  const rows = rowsOf(site, records, isWhole);
  const transcripts = isWhole ? transcriptsOf(site, records) : new Map<string, readonly CardText[]>();
  const ids = index.idsOf(records.map(({ path }) => path));
  const places = records.map(({ path }) => [...search.results.placesOf(ids.get(path) ?? 0)]);
  const byId = labelsOf(site, places.flat());
  const listed = (row: Row, column: string | undefined): readonly string[] => {
    const cell = column === undefined ? null : row[column];
    return typeof cell === 'string' && cell !== '' ? cell.split('|') : [];
  };
  const plans = records.map((record, at) => {
    const columns = CARD_COLUMNS[record.kind ?? ''];
    const row = rows.get(record.path) ?? {};
    const id = ids.get(record.path) ?? 0;
    return {
      record,
      columns,
      row,
      counties: search.results.valuesOf(id, 'county'),
      topics: [...search.results.valuesOf(id, 'topic'), ...listed(row, columns?.part)],
      // Of a work, also those of its school.
      worked: (places[at] ?? []).flatMap((place) => byId.get(place) ?? []),
      named: listed(row, columns?.places),
      people: Object.entries(columns?.people ?? {}).flatMap(([role, column]) =>
        listed(row, column).map((path) => ({ role: role as Role, path })),
      ),
      page: listed(row, columns?.page)[0],
      lastPage: listed(row, columns?.lastPage)[0],
    };
  });
  const labels = index.summaries(
    plans.flatMap(({ counties, topics, named, people, page, lastPage }) => [
      ...counties,
      ...topics,
      ...named,
      ...people.map(({ path }) => path),
      ...[page ?? [], lastPage ?? []].flat(),
    ]),
  );
  const labelled = (paths: readonly string[]): ResourceSummary[] =>
    paths.flatMap((path) => labels.get(path) ?? []);
  return plans.map(
    ({ record, columns, row, counties, topics, worked, named, people, page, lastPage }): Card => {
      const text = (column: string | undefined): string | undefined => {
        const cell = column === undefined ? null : row[column];
        return cell === null || cell === undefined ? undefined : String(cell);
      };
      const edtf = text(columns?.date);
      const qualifier = DATE_QUALIFIERS.find((one) => one === text(columns?.qualifier));
      const died = text(columns?.died);
      const from = inherited(text(columns?.dateFrom));
      const hasOwn = (columns?.counties ?? []).some((column) => text(column) !== undefined);
      const countiesFrom =
        inherited(text(columns?.countiesFrom)) ?? (hasOwn ? undefined : columns?.countiesElse);
      const last = lastPage === undefined ? undefined : labels.get(lastPage);
      const reference = text(columns?.reference) ?? (page === undefined ? undefined : labels.get(page));
      return {
        ...record,
        ...(edtf !== undefined && {
          date: { edtf, ...(qualifier && { qualifier }), ...(from && { from }) },
        }),
        ...(died !== undefined && { died: { edtf: died } }),
        counties: labelled(counties),
        ...(countiesFrom && counties.length > 0 && { countiesFrom }),
        places: [...worked, ...labelled(named)],
        topics: labelled(topics),
        people: people.flatMap(({ role, path }) => {
          const person = labels.get(path);
          return person === undefined ? [] : [{ role, person }];
        }),
        ...(reference !== undefined && { reference }),
        ...(last !== undefined && { lastPage: last }),
        texts: [
          ...(columns?.texts ?? []).flatMap(([column, language]) => {
            const found = text(column);
            return found === undefined
              ? []
              : [{ text: found, language: language || onlyOne(text(columns?.languages)) }];
          }),
          ...(transcripts.get(record.path) ?? []),
        ],
      };
    },
  );
}

/** The last card that was made alone, of each release: the header, the head and the text of a page have the same. */
const LAST = new WeakMap<Site, Card>();

/** The card of one record. */
export function cardOf(site: Site, record: ResourceSummary): Card {
  const last = LAST.get(site);
  if (last?.path === record.path) return last;
  const [card] = cardsOf(site, [record]) as [Card];
  LAST.set(site, card);
  return card;
}

/** The labels of resources by their numbers. */
function labelsOf({ index }: Site, ids: readonly number[]): ReadonlyMap<number, ResourceSummary> {
  const distinct = [...new Set(ids)];
  return new Map(index.summariesOf(distinct).map((summary, at) => [distinct[at] ?? 0, summary]));
}

/** The columns that a card reads. */
function columnsOf(
  { table, countiesElse, counties, people, texts, ...columns }: CardColumns,
  isWhole: boolean,
) {
  const { languages, ...others } = columns;
  const ofTexts = isWhole ? [...(texts ?? []).map(([column]) => column), languages ?? []].flat() : [];
  return new Set([
    'iri',
    ...(counties ?? []),
    ...Object.values(people ?? {}),
    ...Object.values(others),
    ...ofTexts,
  ]);
}

/** The rows of records in the tables of their kinds. */
function rowsOf(
  { index }: Site,
  records: readonly ResourceSummary[],
  isWhole: boolean,
): ReadonlyMap<string, Row> {
  const rows = new Map<string, Row>();
  for (const [kind, columns] of Object.entries(CARD_COLUMNS)) {
    const paths = records.flatMap((record) => (record.kind === kind ? record.path : []));
    if (paths.length === 0) continue;
    for (const row of index.all<Row>(
      `SELECT ${[...columnsOf(columns, isWhole)].map(sqlColumn).join(', ')} FROM ${columns.table}
       WHERE iri IN (SELECT value FROM json_each(?))`,
      [JSON.stringify(paths)],
    ))
      rows.set(String(row.iri), row);
  }
  return rows;
}

/** The texts of the first transcripts of items. */
function transcriptsOf(
  { index }: Site,
  records: readonly ResourceSummary[],
): ReadonlyMap<string, readonly CardText[]> {
  const items = records.flatMap(({ kind, path }) => (kind === 'item' ? path : []));
  const texts = new Map<string, CardText[]>();
  if (items.length === 0) return texts;
  for (const { item, text, text_language: language } of index.all<Row>(
    `SELECT item, text, text_language FROM transcripts WHERE rowid IN (
       SELECT id FROM (SELECT rowid AS id, row_number() OVER (PARTITION BY item ORDER BY rowid) AS place
         FROM transcripts WHERE item IN (SELECT value FROM json_each(?))) WHERE place <= ?)
     ORDER BY rowid`,
    [JSON.stringify(items), MOST_TRANSCRIPTS],
  ))
    entry(texts, String(item), () => []).push({ text: String(text ?? ''), language: String(language ?? '') });
  return texts;
}

/** The language of a text of a record, where the record has one language. */
const onlyOne = (codes: string | undefined): string =>
  codes === undefined || codes.includes('|') ? '' : codes;

const inherited = (from: string | undefined): Inherited | undefined =>
  from === 'place' || from === 'school' || from === 'part' || from === 'collection' ? from : undefined;
